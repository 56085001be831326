import { parseDay } from '../plan/file-day.ts'
import type { ScheduleDates } from '../write/schedule-dates.ts'
import { DATE_REASONS, type DateReason, type FileDates } from './file-dates.ts'

/** One task whose dates here are not those of its file. */
export type DateDifference = {
  task: string
  uid: number | null
  name: string
  file_start: string
  file_finish: string
  start: string
  finish: string
  /** Calendar days by which ours is later; negative is earlier. */
  start_days: number
  finish_days: number
  reason: DateReason
  /** The task that the difference came from, when it did not begin here. */
  inherited_from: string | null
}

export type DateCheck = {
  /** Tasks with dates on both sides. */
  compared: number
  equal: number
  differing: number
  /** Tasks the file gives dates and the schedule does not. */
  unscheduled: number
  by_reason: Record<DateReason, number>
  /** In the order of the file; the first ones only. */
  tasks: DateDifference[]
  omitted: number
}

const MAX_LISTED = 1_000

/** Reasons that explain a moved start before anything inherited does, and those that do after. */
const BEFORE_INHERITED: readonly DateReason[] = ['manual_task', 'constraint', 'progress']
const AFTER_INHERITED: readonly DateReason[] = ['sub_day_rounding', 'lag_unit', 'calendar', 'shifted_start']
/** Parts of a day make at most a working day where they begin, across a long weekend. */
const MOST_DAYS_OF_ROUNDING = 7
const OF_LENGTH: readonly DateReason[] = [
  'progress',
  'split',
  'sub_day_rounding',
  'calendar',
  'manual_task',
  'constraint',
]

/** Compares the file's dates with ours task by task and says of each difference where it came from. */
export function checkDates(file: readonly FileDates[], ours: ScheduleDates): DateCheck {
  const check: DateCheck = {
    compared: 0,
    equal: 0,
    differing: 0,
    unscheduled: 0,
    by_reason: Object.fromEntries(DATE_REASONS.map((reason) => [reason, 0])) as Record<DateReason, number>,
    tasks: [],
    omitted: 0,
  }
  const differing = new Map<string, Differing>()
  for (const facts of file) {
    const dates = ours.get(facts.task)
    if (dates === undefined) {
      check.unscheduled += 1
      continue
    }
    check.compared += 1
    const isSameStart = dates.start === facts.start || dates.start === facts.next
    const isSameFinish = dates.finish === facts.finish || dates.finish === facts.next
    if (isSameStart && isSameFinish) check.equal += 1
    else {
      const [here, there] = isSameStart ? [dates.finish, facts.finish] : [dates.start, facts.start]
      differing.set(facts.task, { facts, start: !isSameStart, days: Math.abs(daysBetween(there, here)) })
    }
  }
  const causes = new Causes(differing)
  for (const { facts } of differing.values()) {
    const { reason, from } = causes.of(facts.task)
    check.differing += 1
    check.by_reason[reason] += 1
    if (check.tasks.length >= MAX_LISTED) check.omitted += 1
    else check.tasks.push(differenceOf(facts, ours.get(facts.task) ?? facts, { reason, from }))
  }
  return check
}

function differenceOf(
  facts: FileDates,
  dates: { start: string; finish: string },
  { reason, from }: Cause,
): DateDifference {
  return {
    task: facts.task,
    uid: facts.uid,
    name: facts.name,
    file_start: facts.start,
    file_finish: facts.finish,
    start: dates.start,
    finish: dates.finish,
    start_days: daysBetween(facts.start, dates.start),
    finish_days: daysBetween(facts.finish, dates.finish),
    reason,
    inherited_from: from === facts.task ? null : from,
  }
}

function daysBetween(from: string, to: string): number {
  return (parseDay(to) ?? 0) - (parseDay(from) ?? 0)
}

type Cause = { reason: DateReason; from: string }

/** A task whose dates differ: whether its start does, and by how many days that, or else its finish. */
type Differing = { facts: FileDates; start: boolean; days: number }

/** A reason explains no more than it can cause. */
function mayCause(reason: DateReason, days: number): boolean {
  return reason !== 'sub_day_rounding' || days <= MOST_DAYS_OF_ROUNDING
}

/** Follows differences back to where they began. Each task is settled once; a walk that meets itself ends as `other`. */
class Causes {
  readonly #differing: ReadonlyMap<string, Differing>
  readonly #settled = new Map<string, Cause>()

  constructor(differing: ReadonlyMap<string, Differing>) {
    this.#differing = differing
  }

  of(task: string): Cause {
    const path: string[] = []
    const onPath = new Set<string>()
    let at: string | null = task
    while (at !== null && !this.#settled.has(at) && !onPath.has(at)) {
      path.push(at)
      onPath.add(at)
      at = this.#earlier(at)
    }
    const last = path.at(-1)
    let cause: Cause | undefined = at === null ? undefined : this.#settled.get(at)
    if (cause === undefined && last !== undefined) cause = { reason: this.#own(last) ?? 'other', from: last }
    for (const passed of path.reverse()) {
      if (cause === undefined) break
      this.#settled.set(passed, cause)
    }
    return this.#settled.get(task) ?? { reason: 'other', from: task }
  }

  /** The task before on the way back; null where the difference began. */
  #earlier(task: string): string | null {
    const entry = this.#differing.get(task)
    if (entry === undefined) return null
    const { facts, start, days } = entry
    const own = start ? BEFORE_INHERITED : OF_LENGTH
    if (own.some((reason) => facts.reasons.includes(reason) && mayCause(reason, days))) return null
    return facts.follows.find((other) => this.#differing.has(other)) ?? null
  }

  #own(task: string): DateReason | null {
    const entry = this.#differing.get(task)
    if (entry === undefined) return null
    const order = entry.start ? [...BEFORE_INHERITED, ...AFTER_INHERITED] : OF_LENGTH
    return order.find((reason) => entry.facts.reasons.includes(reason) && mayCause(reason, entry.days)) ?? null
  }
}
