import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { isAfterNoon, parseDay } from '../plan/file-day.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../plan/imported-plan.ts'
import { isPercentUnit } from '../plan-file/duration-units.ts'

/** Why a date computed here can differ from the one in the file. */
export const DATE_REASONS = [
  'manual_task',
  'constraint',
  'progress',
  'lag_unit',
  'calendar',
  'sub_day_rounding',
  'split',
  'shifted_start',
  'other',
] as const
export type DateReason = (typeof DATE_REASONS)[number]

/** What a plan file says of one task's dates and what in it we treat differently; plain data that can be stored. */
export type FileDates = {
  task: string
  uid: number | null
  name: string
  start: string
  /** The last day worked. */
  finish: string
  /** A milestone at the end of a day whose plan says no moment: it may stand on the next working day as well. */
  next: string | null
  reasons: DateReason[]
  /** Tasks whose dates these follow: predecessors, those of the summaries around, what is inside a summary. */
  follows: string[]
}

const MINUTES_PER_ELAPSED_DAY = 1440
const MAX_LEVELS = 50
const MAX_FOLLOWED = 64
/** No calendar of people has a longer gap. */
const MAX_GAP_DAYS = 400

/** The dates of every task that the file gives any, with what could move them. */
export function fileDates(plan: ImportedPlan): FileDates[] {
  const facts = new PlanFacts(plan)
  return plan.tasks.flatMap((task) => {
    const start = task.source?.start ?? null
    const finish = task.source?.finish ?? start
    if (start === null || finish === null) return []
    return [
      {
        task: task.id,
        uid: task.source?.uid ?? null,
        name: (task.name ?? '').slice(0, 120),
        start: start.slice(0, 10),
        finish: lastDayWorked(start, finish),
        next: facts.nextDay(task, start),
        reasons: facts.reasonsOf(task),
        follows: facts.followedBy(task),
      },
    ]
  })
}

/** A finish at midnight is the end of the day before. */
function lastDayWorked(start: string, finish: string): string {
  const date = finish.slice(0, 10)
  const day = parseDay(date)
  const isMidnight = finish.slice(10).startsWith('T00:00') && date > start.slice(0, 10)
  return isMidnight && day !== null ? formatCivilDay(day - 1) : date
}

/**
 * Kinds that place a task here where they place it in the file. A latest date moves a task there and none here, and what
 * stands as late as possible takes up all its float there and what is free of it here.
 */
const HONOURED_ALIKE: ReadonlySet<string> = new Set(['ASAP', 'SNET', 'FNET', 'MSO', 'MFO', 'MANUAL'])

/** Whether the file holds the task to something that the plan does not. */
function isLost({ source, constraint_type: held, planned_start: plannedStart }: PlanTask): boolean {
  const type = source?.constraint_type ?? 'ASAP'
  return type !== 'ASAP' && held !== 'MANUAL' && (held ?? (plannedStart === null ? 'ASAP' : 'SNET')) !== type
}

class PlanFacts {
  readonly #plan: ImportedPlan
  readonly #minutesPerDay: number
  readonly #startTime: string
  readonly #tasks: ReadonlyMap<string, PlanTask>
  readonly #links = new Map<string, ImportedPlan['dependencies']>()
  readonly #children = new Map<string, string[]>()
  readonly #parents = new Map<string, string>()
  readonly #ownCalendars: ReadonlySet<string>
  readonly #milestones: ReadonlySet<string>
  /** Unique ids of tasks that the file interrupts. */
  readonly #split: ReadonlySet<number | undefined>
  readonly #counters = new Map<string | null, WorkingDayCounter>()

  constructor(plan: ImportedPlan) {
    this.#plan = plan
    this.#minutesPerDay = plan.source?.minutes_per_day ?? 480
    this.#startTime = timeOf(plan.source?.start ?? null) ?? 'T08:00:00'
    this.#split = new Set(plan.receipt.filter(({ code }) => code === 'task_split').map(({ where }) => where.uid))
    this.#tasks = new Map(plan.tasks.map((task) => [task.id, task]))
    this.#milestones = new Set(plan.tasks.filter((task) => task.is_milestone).map((task) => task.id))
    for (const link of plan.dependencies) addTo(this.#links, link.successor, link)
    for (const { id, parent } of plan.tasks) {
      if (parent === null) continue
      addTo(this.#children, parent, id)
      this.#parents.set(id, parent)
    }
    // A resource calendar that is the plan's own by name of its parent moves nothing here; one with exceptions does.
    const special = new Set(plan.resources.filter(hasOwnDays(plan)).map((resource) => resource.id))
    this.#ownCalendars = new Set(
      plan.assignments.filter(({ resource }) => resource !== null && special.has(resource)).map(({ task }) => task),
    )
  }

  reasonsOf(task: PlanTask): DateReason[] {
    const { source } = task
    if (source === undefined) return []
    const links = this.#links.get(task.id) ?? []
    const tests: [DateReason, boolean][] = [
      ['manual_task', source.mode === 'manual'],
      ['constraint', !HONOURED_ALIKE.has(task.constraint_type ?? source.constraint_type) || isLost(task)],
      ['progress', source.percent_complete > 0 || source.actual_start !== null],
      ['lag_unit', links.some((link) => link.lag_unit === 'elapsed' || isPercentUnit(link.source?.lag_format ?? null))],
      ['calendar', task.calendar !== null || this.#ownCalendars.has(task.id)],
      [
        'sub_day_rounding',
        this.#isRounded(task) || links.some((link) => this.#isRoundedLink(link)) || this.#holdsMilestone(task),
      ],
      ['split', source.uid !== null && this.#split.has(source.uid)],
      ['shifted_start', this.#isFreeElsewhere(task)],
    ]
    return tests.filter(([, applies]) => applies).map(([reason]) => reason)
  }

  /** Nothing holds it and nothing comes before it, and yet the file does not start it with the project. */
  #isFreeElsewhere(task: PlanTask): boolean {
    const { source, planned_start: planned, constraint_type: held } = task
    if (source === undefined || source.summary || source.start === null || planned !== null) return false
    const isHeld = (held ?? source.constraint_type) !== 'ASAP' || source.mode === 'manual'
    return !isHeld && this.followedBy(task).length === 0 && !source.start.startsWith(this.#plan.start_date)
  }

  #isRounded(task: PlanTask): boolean {
    const { source, duration } = task
    if (source === undefined || source.summary) return false
    const minutes = source.duration_minutes
    const isPart = minutes !== null && minutes !== duration * this.#minutesOf(task)
    const time = timeOf(source.start)
    return isPart || (time !== null && time !== this.#startTime)
  }

  /** In whole days a milestone takes the day it stands on, a start to finish link the day before, and a lag no part of one. */
  #isRoundedLink(link: ImportedPlan['dependencies'][number]): boolean {
    if (link.dep_type === 'SF' || this.#milestones.has(link.predecessor)) return true
    const before = this.#tasks.get(link.predecessor)
    const perDay = link.lag_unit === 'elapsed' ? MINUTES_PER_ELAPSED_DAY : this.#minutesOf(before)
    return link.source !== undefined && link.source.lag_minutes !== link.lag * perDay
  }

  /** Some planners' calendars have hours of their own, by which they count durations and the lags after them. */
  #minutesOf(task: PlanTask | undefined): number {
    const key = task?.calendar ?? null
    const own = key === null ? undefined : this.#plan.calendars[key]?.source?.minutes_per_day
    return own ?? this.#minutesPerDay
  }

  /** A summary ends with its last milestone, here perhaps on the next day. */
  #holdsMilestone(task: PlanTask): boolean {
    return (this.#children.get(task.id) ?? []).some((child) => this.#milestones.has(child))
  }

  followedBy(task: PlanTask): string[] {
    const inside = this.#children.get(task.id)
    if (inside !== undefined) return inside
    const follows = (this.#links.get(task.id) ?? []).map((link) => link.predecessor)
    let above = this.#parents.get(task.id)
    for (let level = 0; above !== undefined && level < MAX_LEVELS && follows.length < MAX_FOLLOWED; level += 1) {
      for (const link of this.#links.get(above) ?? []) follows.push(link.predecessor)
      above = this.#parents.get(above)
    }
    return follows.slice(0, MAX_FOLLOWED)
  }

  /** The working day after a milestone that stands past noon. */
  nextDay(task: PlanTask, start: string): string | null {
    const day = parseDay(start.slice(0, 10))
    const isAtItsEnd = task.milestone_at === 'end_of_day'
    if (!task.is_milestone || isAtItsEnd || day === null || !isAfterNoon(start)) return null
    const counter = this.#counterOf(task.calendar)
    for (let next = day + 1; next <= day + MAX_GAP_DAYS; next += 1)
      if (counter.count(next, next) === 1) return formatCivilDay(next)
    return null
  }

  #counterOf(key: string | null): WorkingDayCounter {
    const known = this.#counters.get(key)
    if (known !== undefined) return known
    const calendar: PlanCalendar = (key === null ? undefined : this.#plan.calendars[key]) ?? this.#plan.calendar
    const counter = new WorkingDayCounter(calendar)
    this.#counters.set(key, counter)
    return counter
  }
}

function hasOwnDays(plan: ImportedPlan) {
  const planExceptions = JSON.stringify(plan.calendar.exceptions)
  const planWeek = plan.calendar.working_days.join()
  return ({ calendar }: { calendar: string | null }) => {
    const own = calendar === null ? undefined : plan.calendars[calendar]
    return (
      own !== undefined && (own.working_days.join() !== planWeek || JSON.stringify(own.exceptions) !== planExceptions)
    )
  }
}

function timeOf(dateTime: string | null): string | null {
  return dateTime === null || dateTime.length <= 10 ? null : dateTime.slice(10)
}

function addTo<V>(groups: Map<string, V[]>, key: string, value: V): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}
