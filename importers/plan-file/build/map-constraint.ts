import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ConstraintTypeName } from '../../../compute/plan/constraint-names.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import { isAfterNoon, LONGEST_GAP_DAYS, minuteOf, parseDay } from '../../plan/file-day.ts'
import type { RawTask } from '../raw-project.ts'

/** By their codes. */
export const CONSTRAINT_TYPES: readonly ConstraintTypeName[] = [
  'ASAP',
  'ALAP',
  'MSO',
  'MFO',
  'SNET',
  'SNLT',
  'FNET',
  'FNLT',
]
/** The kinds that a summary can be held to; the rest a planner does not offer for one, and neither does a plan of ours. */
const OF_SUMMARIES: readonly ConstraintTypeName[] = ['SNET', 'FNLT']

/** What holds a task, in the inputs of a plan. */
export type HeldTo = {
  plannedStart: string | null
  constraint: { constraint_type: ConstraintTypeName; constraint_date: string | null } | null
  deadline: string | null
}

export type ConstraintContext = {
  isSummary: boolean
  /** Whether it is a milestone at no end of a day or at its start: the end of a day is then the next working day. */
  movesOn: boolean
  /** Whether a day is worked on the calendar of the task. */
  isWorked: (day: number) => boolean
  minutesPerDay: number
  diagnostics: Diagnostics
}

/** Most tasks are held to nothing. */
export const NOT_HELD: Readonly<HeldTo> = { plannedStart: null, constraint: null, deadline: null }

/** Whether a task can be held to anything but its links. */
export function isHeld(task: RawTask): boolean {
  const isStated = task.constraintCode !== 0 || task.deadline !== null || task.notBefore !== undefined
  return isStated || task.isExternal || task.isManual
}

/** The name of a constraint code; an unknown code counts as none. */
export function constraintType(code: number): ConstraintTypeName {
  return CONSTRAINT_TYPES[code] ?? 'ASAP'
}

/**
 * Constraints and deadlines as a plan of ours holds them. "Start no earlier than" of a task is its earliest start, which
 * people see and move; all other kinds go by their names. A task placed by hand stands where the file has it, whatever its
 * links say, and what else holds it moves nothing in the file either. The stand-in for a task of another project keeps its
 * start as the earliest one.
 */
export function mapConstraint(task: RawTask, context: ConstraintContext): HeldTo {
  const { isSummary, diagnostics } = context
  const deadline = dayOf(task, task.deadline, 'deadline', context)
  const held = (start: string | null): HeldTo => ({
    plannedStart: start ?? task.notBefore?.slice(0, 10) ?? null,
    constraint: null,
    deadline,
  })
  const where = { uid: task.uid, field: 'planned_start' }
  if (task.isExternal) {
    const text = 'stands for a task of another project; it is imported as a task held to its start'
    diagnostics.warn('external_task', where, text)
    return held(task.start?.slice(0, 10) ?? null)
  }
  if (task.isManual && !isSummary && task.start !== null) {
    const date = dayOf(task, task.start, 'constraint_date', context)
    diagnostics.warn('manual_task', where, `placed by hand in the file; it is held to ${date}`)
    return { ...held(null), constraint: { constraint_type: 'MANUAL', constraint_date: date } }
  }
  const type = constraintType(task.constraintCode)
  if (type === 'ASAP') return held(null)
  if (type === 'SNET' && !isSummary && task.constraintDate !== null) {
    const [date, notBefore] = [firstDayFrom(task, task.constraintDate, context), task.notBefore?.slice(0, 10) ?? '']
    return held(notBefore > date ? notBefore : date)
  }
  if (type === 'ALAP' && !isSummary)
    return { ...held(null), constraint: { constraint_type: type, constraint_date: null } }
  const isPossible = !isSummary || OF_SUMMARIES.includes(type)
  const date = isPossible ? dayOf(task, task.constraintDate, 'constraint_date', context) : null
  if (date === null) {
    const named = task.constraintDate === null ? type : `${type} ${task.constraintDate.slice(0, 10)}`
    const reason = isSummary && !isPossible ? 'a summary cannot be held to it' : 'it has no date that can be used'
    diagnostics.warn('constraint_not_imported', where, `constraint ${named} is not imported: ${reason}`)
    return held(null)
  }
  return { ...held(null), constraint: { constraint_type: type, constraint_date: date } }
}

/**
 * The first day on which work can begin that must not begin before a moment: the next working day where the file begins it
 * then, and where nothing is left of its own at that moment, by the hour at which it begins and the length of a day.
 */
function firstDayFrom({ start, isMilestone }: RawTask, dateTime: string, context: ConstraintContext): string {
  const date = dateTime.slice(0, 10)
  const day = parseDay(date)
  if (day === null || isMilestone || start === null || !isAfterNoon(dateTime)) return date
  const next = nextWorkingDay(day, context)
  const isOver = minuteOf(dateTime) >= minuteOf(start) + context.minutesPerDay
  return isOver && next !== null && start.slice(0, 10) === next ? next : date
}

function nextWorkingDay(day: number, { isWorked }: ConstraintContext): string | null {
  for (let next = day + 1; next <= day + LONGEST_GAP_DAYS; next += 1) if (isWorked(next)) return formatCivilDay(next)
  return null
}

/**
 * The day of a local date-time. What must come at the end of a day and stands at the start of one stands on the next working
 * day, and what leads to it may go on until the end of the day that the file names.
 */
function dayOf(task: RawTask, dateTime: string | null, field: string, context: ConstraintContext): string | null {
  if (dateTime === null) return null
  const date = dateTime.slice(0, 10)
  const day = parseDay(date)
  if (day === null || !context.movesOn || !isAfterNoon(dateTime)) return date
  const moved = nextWorkingDay(day, context)
  if (moved === null) return date
  const text = `a milestone at the end of ${date} stands at the start of ${moved}`
  context.diagnostics.warn('milestone_date_moved', { uid: task.uid, field }, text)
  return moved
}
