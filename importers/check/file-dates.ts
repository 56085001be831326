import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { isAfterNoon, LONGEST_GAP_DAYS, parseDay } from '../plan/file-day.ts'
import type { ImportedPlan, PlanCalendar, PlanTask } from '../plan/imported-plan.ts'
import { wholeDays } from '../plan-file/build/convert-duration.ts'
import { isPercentUnit } from '../plan-file/duration-units.ts'
import type { DateReason } from './date-reasons.ts'
import { hasOwnDays } from './own-days.ts'
import { daysAfter, minuteOf, timeOf } from './times-in-file.ts'

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
  /** By how many days the file's own links put the task later than it has it. */
  against_links_days?: number
  /** Tasks whose dates these follow: predecessors, those of the summaries around, what is inside a summary. */
  follows: string[]
}

const MINUTES_PER_ELAPSED_DAY = 1440
const MAX_LEVELS = 50
const MAX_FOLLOWED = 64

/** The dates of every task that the file gives any, with what could move them. */
export function fileDates(plan: ImportedPlan): FileDates[] {
  const facts = new PlanFacts(plan)
  return plan.tasks.flatMap((task) => {
    const start = task.source?.start ?? null
    const finish = task.source?.finish ?? start
    if (start === null || finish === null) return []
    const againstLinks = facts.daysAgainstLinks(task)
    return [
      {
        task: task.id,
        uid: task.source?.uid ?? null,
        name: (task.name ?? '').slice(0, 120),
        start: start.slice(0, 10),
        finish: facts.lastDayWorked(task, start, finish),
        next: facts.nextDay(task, start),
        reasons: facts.reasonsOf(task),
        follows: facts.followedBy(task),
        ...(againstLinks > 0 ? { against_links_days: againstLinks } : {}),
      },
    ]
  })
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

/** The file has the task where what holds it there does not allow: it was not computed again. */
function isAgainstItsHold({ source, planned_start: planned, constraint_type: held, constraint_date: date }: PlanTask) {
  const start = source?.start?.slice(0, 10) ?? null
  const finish = source?.finish?.slice(0, 10) ?? null
  if (start === null || finish === null || source?.actual_start != null) return false
  if (planned !== null && start < planned) return true
  if (date == null) return false
  return (held === 'FNET' && finish < date) || (held === 'MSO' && start !== date) || (held === 'MFO' && finish !== date)
}

/** Where work was recorded the file begins the task with it; a record of another day is none of its dates. */
function standsOnItsRecord({ actual_start: recorded, start }: NonNullable<PlanTask['source']>): boolean {
  return recorded !== null && (start === null || recorded.slice(0, 10) === start.slice(0, 10))
}

/** What the receipt says of links that the plan has not. */
const OF_LOST_LINKS: ReadonlySet<string> = new Set(['cross_project_link', 'unknown_predecessor', 'link_to_own_summary'])

class PlanFacts {
  readonly #plan: ImportedPlan
  readonly #minutesPerDay: number
  readonly #startTime: string
  readonly #tasks: ReadonlyMap<string, PlanTask>
  readonly #links = new Map<string, ImportedPlan['dependencies']>()
  readonly #children = new Map<string, string[]>()
  readonly #parents = new Map<string, string>()
  /** Tasks whose people work other days or hours, with the calendars of these. */
  readonly #peoplesCalendars = new Map<string, (string | null)[]>()
  readonly #isFromFinish: boolean
  /** Unique ids of tasks that the file interrupts. */
  readonly #split: ReadonlySet<number | undefined>
  /** Unique ids of tasks whose dates lie otherwise than their work takes. */
  readonly #laid: ReadonlySet<number | undefined>
  /** Unique ids of tasks that wait for something that is not in the plan. */
  readonly #lostLinks: ReadonlySet<number | undefined>
  readonly #counters = new Map<string | null, WorkingDayCounter>()

  constructor(plan: ImportedPlan) {
    this.#plan = plan
    this.#minutesPerDay = plan.source?.minutes_per_day ?? 480
    this.#startTime = timeOf(plan.source?.start ?? null) ?? 'T08:00:00'
    const said = (test: (code: string) => boolean) =>
      new Set(plan.receipt.filter(({ code }) => test(code)).map(({ where }) => where.uid))
    this.#split = said((code) => code === 'task_split')
    this.#laid = said((code) => code === 'task_split' || code === 'task_condensed')
    this.#lostLinks = said((code) => OF_LOST_LINKS.has(code))
    this.#isFromFinish = plan.receipt.some(({ code }) => code === 'schedule_from_finish')
    this.#tasks = new Map(plan.tasks.map((task) => [task.id, task]))
    for (const link of plan.dependencies) addTo(this.#links, link.successor, link)
    for (const { id, parent } of plan.tasks) {
      if (parent === null) continue
      addTo(this.#children, parent, id)
      this.#parents.set(id, parent)
    }
    // A resource calendar that is the plan's own by name of its parent moves nothing here; one with exceptions does.
    const isSpecial = hasOwnDays(plan)
    const special = new Set(plan.resources.filter(isSpecial).map(({ id }) => id))
    const people = new Map(plan.resources.filter(({ type }) => type === 'work').map((person) => [person.id, person]))
    for (const { task, resource } of plan.assignments) {
      const person = resource === null ? undefined : people.get(resource)
      // A planner works a task that has a calendar of its own only while that and its people's do.
      const own = this.#tasks.get(task)?.calendar ?? null
      if (person !== undefined && (special.has(person.id) || (own !== null && own !== person.calendar)))
        addTo(this.#peoplesCalendars, task, person.calendar)
    }
  }

  reasonsOf(task: PlanTask): DateReason[] {
    const { source } = task
    if (source === undefined) return []
    const links = this.#links.get(task.id) ?? []
    const isSpread = source.uid !== null && this.#split.has(source.uid) && !this.#lastsByDates(task)
    const tests: [DateReason, boolean][] = [
      ['manual_task', source.mode === 'manual'],
      [
        'constraint',
        !HONOURED_ALIKE.has(task.constraint_type ?? source.constraint_type) || isLost(task) || isAgainstItsHold(task),
      ],
      ['progress', source.percent_complete > 0 || standsOnItsRecord(source)],
      ['lag_unit', links.some((link) => link.lag_unit === 'elapsed' || isPercentUnit(link.source?.lag_format ?? null))],
      ['calendar', this.#peoplesCalendars.has(task.id) || this.#hasUnknownHours(task)],
      [
        'sub_day_rounding',
        this.#isRounded(task) || links.some((link) => this.#isRoundedLink(link)) || this.#holdsMilestone(task),
      ],
      ['split', (isSpread || this.#isSpread(task)) && !this.#isSpreadByPeople(task)],
      ['shifted_start', this.#isFreeElsewhere(task)],
      ['from_finish', this.#isFromFinish],
      ['inactive_task', !source.active || links.some((link) => this.#isInactive(link.predecessor))],
      ['data_date', this.#isBeforeDataDate(task)],
      ['levelling', (source.levelling_minutes ?? 0) > 0],
      ['day_off', this.#isOnDayOff(task)],
      ['elapsed_duration', source.duration_elapsed === true],
      ['minutes_per_day', this.#hasOtherHours(task)],
      ['lost_link', source.uid !== null && this.#lostLinks.has(source.uid)],
      ['against_links', this.daysAgainstLinks(task) > 0],
      ['milestone_duration', task.is_milestone && (source.duration_minutes ?? 0) > 0],
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

  #isInactive(id: string): boolean {
    return this.#tasks.get(id)?.source?.active === false
  }

  /**
   * The file starts the task before what it waits for has ended there, or ends a summary before what is inside: its dates
   * are not those of its links. By how many days these put it later, at least; 0 where they agree.
   */
  daysAgainstLinks({ id, source }: PlanTask): number {
    const start = source?.start ?? null
    if (start === null || source?.mode === 'manual') return 0
    let days = daysAfter(source?.finish ?? null, this.#lastFinishInside(id))
    for (const { dep_type: type, predecessor, lag, source: file } of this.#linksInto(id)) {
      const finish = this.#tasks.get(predecessor)?.source?.finish ?? null
      if (type !== 'FS' || (file?.lag_minutes ?? lag) < 0 || finish === null || finish <= start) continue
      days = Math.max(days, daysAfter(start, finish) + 1 + lag)
    }
    return days
  }

  #lastFinishInside(id: string): string | null {
    let last: string | null = null
    for (const child of this.#children.get(id) ?? []) {
      const finish = this.#tasks.get(child)?.source?.finish ?? null
      if (finish !== null && (last === null || finish > last)) last = finish
    }
    return last
  }

  /** Links of the task and of the summaries around it, which hold what is inside of them. */
  #linksInto(id: string): ImportedPlan['dependencies'] {
    const links: ImportedPlan['dependencies'] = []
    let at: string | undefined = id
    for (let level = 0; at !== undefined && level < MAX_LEVELS; level += 1, at = this.#parents.get(at))
      for (const link of this.#links.get(at) ?? []) links.push(link)
    return links
  }

  /** What has not begun starts no earlier than the data date here, wherever the file has it. */
  #isBeforeDataDate({ source, percent_complete: percent }: PlanTask): boolean {
    const dataDate = this.#plan.status_date
    if (source === undefined || dataDate === null || source.summary || percent > 0 || source.start === null)
      return false
    return source.actual_start === null && source.start.slice(0, 10) < dataDate
  }

  /** In the file it begins or ends on a day on which its calendar does not work, as milestones and elapsed time may. */
  #isOnDayOff(task: PlanTask): boolean {
    const { source } = task
    if (source === undefined || source.summary || source.start === null || this.#peoplesCalendars.has(task.id))
      return false
    const last = this.lastDayWorked(task, source.start, source.finish ?? source.start)
    return [source.start.slice(0, 10), last].some((date) => {
      const day = parseDay(date)
      return day !== null && this.#counterOf(task.calendar).count(day, day) === 0
    })
  }

  #calendarOf({ calendar }: Pick<PlanTask, 'calendar'>): PlanCalendar {
    const key = calendar ?? this.#plan.source?.default_calendar ?? null
    return (key === null ? undefined : this.#plan.calendars[key]) ?? this.#plan.calendar
  }

  /** The file counts its days by other minutes than the calendar works in one. */
  #hasOtherHours(task: PlanTask): boolean {
    const worked = this.#calendarOf(task).source?.worked_minutes
    return worked !== undefined && worked !== this.#minutesPerDay && task.source?.summary === false
  }

  /** Days of a calendar of its own are those of the file here; its hours, where the file does not say them, may not be. */
  #hasUnknownHours(task: PlanTask): boolean {
    return task.calendar !== null && this.#calendarOf(task).source?.worked_minutes === undefined
  }

  /** Whole days of the usual hours, from the beginning of a day on, lie further apart than they take: by a single day too. */
  #isSpread(task: PlanTask): boolean {
    const { source, duration } = task
    if (source === undefined || source.summary || duration === 0 || this.#lastsByDates(task)) return false
    if (this.#isRounded(task) || this.#hasOtherHours(task)) return false
    return (this.#daysBetweenEnds(task, task.calendar) ?? 0) > duration
  }

  /** The import has it last from one date of the file to the other, and not as long as its work. */
  #lastsByDates(task: PlanTask): boolean {
    const { source, duration } = task
    if (source?.uid == null || source.duration_minutes === null || !this.#laid.has(source.uid)) return false
    return wholeDays(source.duration_minutes, this.#minutesOf(task)) !== duration
  }

  /** The days off of its people explain the days between: on the calendar of one of them it lasts as long as it takes. */
  #isSpreadByPeople(task: PlanTask): boolean {
    const keys = this.#peoplesCalendars.get(task.id) ?? []
    return keys.some((key) => (this.#daysBetweenEnds(task, key) ?? Number.POSITIVE_INFINITY) <= task.duration + 1)
  }

  /** Days that a calendar works from the day on which the file begins a task to the one on which it ends it. */
  #daysBetweenEnds({ source }: PlanTask, calendar: string | null): number | null {
    const from = parseDay((source?.start ?? '').slice(0, 10))
    const to = parseDay((source?.finish ?? '').slice(0, 10))
    return from === null || to === null ? null : this.#counterOf(calendar).count(from, to)
  }

  #isRounded(task: PlanTask): boolean {
    const { source, duration } = task
    if (source === undefined || source.summary) return false
    const minutes = source.duration_minutes
    if (minutes !== null && minutes !== duration * this.#minutesOf(task) && !this.#lastsByDates(task)) return true
    const time = timeOf(source.start)
    if (time === null) return false
    const { day_starts: begins, worked_minutes: worked } = this.#calendarOf(task).source ?? {}
    const dayStart = begins === undefined ? this.#startTime : `T${begins}:00`
    if (task.is_milestone && task.milestone_at === 'end_of_day') {
      // Breaks only make a day longer: an hour before it can be over is one within it.
      return worked !== undefined && minuteOf(time) < minuteOf(dayStart) + worked
    }
    return time !== dayStart
  }

  /** In whole days a milestone that says no moment takes the day it stands on, a start to finish link the day before. */
  #isRoundedLink(link: ImportedPlan['dependencies'][number]): boolean {
    const before = this.#tasks.get(link.predecessor)
    if (link.dep_type === 'SF' || (before !== undefined && fillsItsDay(before))) return true
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
  #holdsMilestone({ id, source }: PlanTask): boolean {
    return (this.#children.get(id) ?? []).some((inside) => {
      const child = this.#tasks.get(inside)
      const isAtEnd = source?.finish != null && child?.source?.start?.slice(0, 10) === source.finish.slice(0, 10)
      return fillsItsDay(child) || (child?.is_milestone === true && isAtEnd)
    })
  }

  /** A finish at midnight, or at the hour at which its days begin, is the end of the last day worked before. */
  lastDayWorked(task: PlanTask, start: string, finish: string): string {
    const date = finish.slice(0, 10)
    const day = parseDay(date)
    if (day === null || date <= start.slice(0, 10)) return date
    const time = finish.slice(10)
    if (time.startsWith('T00:00')) return formatCivilDay(day - 1)
    const begins = this.#calendarOf(task).source?.day_starts
    // A recorded finish is the day that was recorded, on both sides.
    if (this.#endsAsRecorded(task) || task.is_milestone || begins === undefined || this.#peoplesCalendars.has(task.id))
      return date
    if (time.slice(1, 6) > begins) return date
    const counter = this.#counterOf(task.calendar)
    const first = parseDay(start.slice(0, 10)) ?? day
    for (let before = day - 1; before >= first; before -= 1)
      if (counter.count(before, before) === 1) return formatCivilDay(before)
    return date
  }

  /** It has a recorded finish, or what ends a summary has. */
  #endsAsRecorded(task: PlanTask): boolean {
    if (task.actual_finish !== null) return true
    return (this.#children.get(task.id) ?? []).some((id) => {
      const child = this.#tasks.get(id)
      return child?.source?.finish === task.source?.finish && child !== undefined && this.#endsAsRecorded(child)
    })
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
    for (let next = day + 1; next <= day + LONGEST_GAP_DAYS; next += 1)
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

/** A milestone without a moment: what it waits for and what waits for it keep to other days. */
function fillsItsDay(task: PlanTask | undefined): boolean {
  return task?.is_milestone === true && (task.milestone_at ?? null) === null
}

function addTo<V>(groups: Map<string, V[]>, key: string, value: V): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [value])
  else group.push(value)
}
