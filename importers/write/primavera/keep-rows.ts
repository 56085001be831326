import type { PlanTask } from '../../plan/imported-plan.ts'
import { workingDaysBetween } from '../../plan-file/build/days-between.ts'
import { rollUp } from '../../primavera/build/roll-up.ts'
import { KEPT_DATES, type Kept, MARKS } from '../../primavera/kept-fields.ts'
import type { PrimaveraActivity, PrimaveraModel } from '../../primavera/primavera-model.ts'
import { baselineFinish, heldDateTime, keptDateTime } from '../held-date-time.ts'
import type { OrderedTask } from '../order-tasks.ts'
import { startsByPlan } from '../own-starts.ts'
import { daysAsPlaced, isPlacedByHand, lastsByDates, mayBeElapsed } from '../placed-by-hand.ts'
import { keptLists } from './keep-lists.ts'
import type { CustomColumns } from './own-fields.ts'
import { at, daysOf, type WriteContext } from './write-context.ts'

type Dates = Partial<Record<(typeof KEPT_DATES)[number], string | null>>

/** Puts into fields of our own what the plan says of its rows and a file would lose otherwise. */
export function keepRows(model: PrimaveraModel, context: WriteContext, columns: CustomColumns): void {
  const { ordered, taskOf } = context.numbers
  const activities = new Map(model.activities.map((activity) => [activity.id, activity]))
  const codes = nodeCodes(model)
  const rowOf = rowsOf(ordered)
  const lists = keptLists(context, codes)
  const rolled = rollUp(
    ordered.map(({ task, level }) => ({ outlineLevel: level, ...scheduledDates(task) })),
    (index) => ordered[index]?.isSummary === true,
  )
  for (const [index, { task, isSummary }] of ordered.entries()) {
    const id = taskOf.get(task.id) ?? 0
    const activity = activities.get(id)
    const own = activity === undefined ? (rolled[index] ?? {}) : datesOf(activity)
    const kept: Kept = {
      ...text('row', rowOf(index)),
      ...text('wbs', otherThan(activity === undefined ? codes.get(id) : activity.code, task.source?.wbs)),
      ...text('marks', marksOf(task, isSummary, context).join(', ')),
      ...keptDates(task, own, isSummary, context),
      ...text('predecessors', lists.linksOf(task)),
      ...text('people', isSummary ? lists.workOf(task) : null),
      ...text('levelling', context.dates === undefined ? task.source?.levelling_minutes : null),
      ...(activity === undefined ? keptOfNode(task, context) : keptOfActivity(task, activity, context)),
    }
    columns.keep(isSummary ? 'PROJWBS' : 'TASK', id, kept)
  }
}

function text<Field extends keyof Kept>(field: Field, value: string | number | null | undefined): Kept {
  return value == null || value === '' ? {} : { [field]: String(value) }
}

function otherThan(written: string | null | undefined, stated: string | null | undefined): string | null {
  return stated == null || stated === written ? null : stated
}

/** Codes of nodes with those around them, as a reader puts them together. */
function nodeCodes({ wbs }: PrimaveraModel): Map<number, string> {
  const codes = new Map<number, string>()
  for (const { id, parentId, code, isProject } of wbs) {
    if (isProject || code === null) continue
    const around = parentId === null ? undefined : codes.get(parentId)
    codes.set(id, around === undefined ? code : `${around}.${code}`)
  }
  return codes
}

/**
 * Rows of the plan, where the planner would show other ones: it lists activities before the nodes beside them, and has
 * no blank rows.
 */
function rowsOf(ordered: readonly OrderedTask[]): (index: number) => number | null {
  const stated = ordered.map(({ task }) => task.source?.row ?? null)
  const isRising = stated.every((row, index) => row !== null && row > (stated[index - 1] ?? 0))
  const isDifferent = isRising && stated.some((row, index) => row !== index + 1)
  const isMixed = ordered.some(({ level, isSummary }, index) => !isSummary && followsNode(ordered, index, level))
  if (!isDifferent && !isMixed) return () => null
  return (index) => (isRising ? (stated[index] ?? null) : index + 1)
}

/** Whether a summary stands before the row at its own level: then the row before it lies deeper. */
function followsNode(ordered: readonly OrderedTask[], index: number, level: number): boolean {
  return (ordered[index - 1]?.level ?? 0) > level
}

function marksOf(task: PlanTask, isSummary: boolean, context: WriteContext): string[] {
  const { source } = task
  return [
    isPlacedByHand(task) ? MARKS.byHand : '',
    source?.active === false ? MARKS.inactive : '',
    !isSummary && source?.summary === true ? MARKS.summary : '',
    isSummary && source?.milestone === true ? MARKS.milestone : '',
    isStillElapsed(task, context) ? MARKS.elapsed : '',
    startsByPlan(task) ? MARKS.ownStart : '',
    !isSummary && namesPlanCalendar(task, context) ? MARKS.calendar : '',
  ].filter((mark) => mark !== '')
}

function namesPlanCalendar({ calendar }: PlanTask, { numbers }: WriteContext): boolean {
  return calendar !== null && numbers.calendarOf.get(calendar) === numbers.planCalendar
}

function scheduledDates({ source }: PlanTask) {
  return {
    start: source?.start ?? null,
    finish: source?.finish ?? null,
    earlyStart: source?.early_start ?? null,
    earlyFinish: source?.early_finish ?? null,
    lateStart: source?.late_start ?? null,
    lateFinish: source?.late_finish ?? null,
  }
}

function datesOf(activity: PrimaveraActivity): Dates {
  const { actualStart, actualFinish, earlyStart, earlyFinish, lateStart, lateFinish } = activity
  return { actualStart, actualFinish, earlyStart, earlyFinish, lateStart, lateFinish }
}

/** Dates of the file that a reader would not find; those of its schedule hold until another one is computed. */
function keptDates(task: PlanTask, written: Dates, isSummary: boolean, { dates }: WriteContext): Kept {
  const { source } = task
  const stated: Dates = {
    ...(dates === undefined ? scheduledDates(task) : {}),
    actualStart: actual(task.actual_start, source?.actual_start),
    actualFinish: actual(task.actual_finish, source?.actual_finish),
  }
  const kept: Kept = {}
  for (const field of KEPT_DATES) {
    const own = written[field] ?? null
    const date = stated[field] ?? null
    // An activity that says another date than the file did has moved, and says the dates at which it stands anyway.
    const isEnd = field === 'start' || field === 'finish'
    const isLost = isSummary ? date !== own : isEnd ? isLastingMilestone(task) : own === null
    if (date !== null && isLost) kept[field] = date
  }
  return kept
}

/** One to which its file gives a length, and two dates; an activity of that kind has one. */
function isLastingMilestone({ is_milestone, source }: PlanTask): boolean {
  return is_milestone && (source?.duration_minutes ?? 0) > 0
}

/** The plan's own date, with the hour of the file; and what the file had and the plan has set aside. */
function actual(day: string | null, stated: string | null | undefined): string | null {
  return day === null ? (stated ?? null) : keptDateTime(day, stated, '08:00:00')
}

function keptOfNode(task: PlanTask, context: WriteContext): Kept {
  const { dates } = context
  const { source, baseline } = task
  return {
    ...text('minutes', dates === undefined ? source?.duration_minutes : null),
    ...text('percent', task.percent_complete || source?.percent_complete || null),
    ...text('constraint', constraintOfNode(task)),
    ...text('notBefore', at(task.planned_start, '08:00:00')),
    ...text('deadline', keptDateTime(task.deadline ?? null, source?.deadline, '17:00:00')),
    ...text('baselineStart', at(baseline?.start, '08:00:00')),
    ...text(
      'baselineFinish',
      baseline === undefined ? null : baselineFinish(baseline, daysOf(context, task).countDays),
    ),
  }
}

/** What holds a summary; and a kind of its file that cannot hold one, or a date without a kind. */
function constraintOfNode({ constraint_type: type, constraint_date: date, source }: PlanTask): string | null {
  if (type != null && type !== 'ASAP') {
    const stated = source?.constraint_type === type ? source.constraint_date : null
    return words(type, keptDateTime(date ?? null, stated, type === 'FNLT' ? '17:00:00' : '08:00:00'))
  }
  const isHeldHere = source?.constraint_type === 'SNET' || source?.constraint_type === 'FNLT'
  return source === undefined || isHeldHere ? null : words(source.constraint_type, source.constraint_date)
}

function words(type: string | undefined, date: string | null): string | null {
  if (type === undefined || (type === 'ASAP' && date === null)) return null
  return date === null ? type : `${type} ${date}`
}

function keptOfActivity(
  task: PlanTask,
  { plannedMinutes, constraints }: PrimaveraActivity,
  context: WriteContext,
): Kept {
  const { source, deadline = null } = task
  const isDue = constraints.some(({ code }) => code === 'CS_MEOB' || code === 'CS_MEO')
  const { countDays } = daysOf(context, task)
  const due = isDue ? null : heldDateTime(task, deadline, source?.deadline, { time: '17:00:00', countDays })
  if (source === undefined) return text('deadline', due)
  const isPlaced = isPlacedByHand(task) && daysAsPlaced(task, daysOf(context, task)) === task.duration
  const isLost =
    isLastingMilestone(task) ||
    isStillElapsed(task, context) ||
    lastsByDates(task, daysOf(context, task)) ||
    (isPlaced && source.duration_minutes !== plannedMinutes)
  return {
    ...text('deadline', due),
    ...text('minutes', isLost ? source.duration_minutes : null),
    ...text('constraint', holdsNothing(task) ? words(source.constraint_type, source.constraint_date) : null),
  }
}

/** Whether what its file says of a constraint moves nothing: a task stands by hand, or the kind takes no date. */
function holdsNothing(task: PlanTask): boolean {
  const { planned_start: start, source } = task
  const type = task.constraint_type === 'ASAP' ? null : (task.constraint_type ?? null)
  if (isPlacedByHand(task)) return true
  // What the file holds a task to where the plan has it begin later.
  if (startsByPlan(task) && type === null && source?.constraint_type === 'SNET')
    return (source.constraint_date?.slice(0, 10) ?? '') < (start ?? '')
  const isDateless = source?.constraint_type === 'ASAP' || source?.constraint_type === 'ALAP'
  return isDateless && source.constraint_date !== null && (type ?? 'ASAP') === source.constraint_type
}

/** Elapsed time became the days of work between two dates, and still is these. */
function isStillElapsed(task: PlanTask, context: WriteContext): boolean {
  const { source, duration } = task
  if (source?.duration_elapsed !== true) return false
  const days = context.dates === undefined ? workingDaysBetween(source, daysOf(context, task).countDays) : null
  return days === null ? mayBeElapsed(duration, source.duration_minutes ?? 0) : Math.max(1, days) === duration
}
