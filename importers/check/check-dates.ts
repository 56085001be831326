import { parseDay } from '../plan/file-day.ts'
import type { ScheduleDates } from '../write/schedule-dates.ts'
import { DATE_REASONS, type DateReason } from './date-reasons.ts'
import type { FileDates } from './file-dates.ts'

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
const BEFORE_INHERITED: readonly DateReason[] = [
  'milestone_duration',
  'manual_task',
  'from_finish',
  'constraint',
  'progress',
  'inactive_task',
  'data_date',
  'levelling',
  'day_off',
]
const AFTER_INHERITED: readonly DateReason[] = [
  'lag_unit',
  'sub_day_rounding',
  'elapsed_duration',
  'calendar',
  'minutes_per_day',
  'lost_link',
  'against_links',
  'shifted_start',
]
const OF_LENGTH: readonly DateReason[] = [
  'milestone_duration',
  'progress',
  'elapsed_duration',
  'split',
  'sub_day_rounding',
  'calendar',
  'day_off',
  'minutes_per_day',
  'manual_task',
  'from_finish',
  'constraint',
  // A summary that its file ends before what is inside.
  'against_links',
]
/** Parts of a day make at most a working day where they begin, and a day off at most the days off around it. */
const MOST_DAYS: Partial<Record<DateReason, number>> = { sub_day_rounding: 7, day_off: 14 }
/** What comes from a predecessor may grow on the way by a day of rounding and the days off that it then meets. */
const MOST_DAYS_MORE = 7

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
      const start = isSameStart ? 0 : daysBetween(facts.start, dates.start)
      differing.set(facts.task, { facts, start, finish: isSameFinish ? 0 : daysBetween(facts.finish, dates.finish) })
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

/** A task whose dates differ, and by how many days each of them does. */
type Differing = { facts: FileDates; start: number; finish: number }

/** A reason explains no more than it can cause. */
function mayCause(facts: FileDates, reason: DateReason, days: number): boolean {
  // Links that the file does not keep to make the task later here, by their days and the days off on the way.
  if (reason === 'against_links') return days > 0 && days <= (facts.against_links_days ?? 0) + MOST_DAYS_MORE
  return Math.abs(days) <= (MOST_DAYS[reason] ?? Number.POSITIVE_INFINITY)
}

/** How much of a difference another one leaves unexplained; all of it where they point in different directions. */
function leftBy(other: Differing, days: number): number {
  const same = [other.start, other.finish].filter((shift) => Math.sign(shift) === Math.sign(days))
  return Math.max(0, Math.abs(days) - Math.max(0, ...same.map(Math.abs)))
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
    const { facts, start, finish } = entry
    if (isLengthened(entry)) return null
    const [own, days] = start === 0 ? [OF_LENGTH, finish] : [BEFORE_INHERITED, start]
    if (own.some((reason) => facts.reasons.includes(reason) && mayCause(facts, reason, days))) return null
    const isBehind = (other: string) => {
      const before = this.#differing.get(other)
      return before !== undefined && leftBy(before, days) <= MOST_DAYS_MORE
    }
    return facts.follows.find(isBehind) ?? null
  }

  /** What nothing before it explains: a predecessor's difference may still account for a part. */
  #own(task: string): DateReason | null {
    const entry = this.#differing.get(task)
    if (entry === undefined) return null
    const { facts, start, finish } = entry
    const isOfLength = start === 0 || isLengthened(entry)
    const order = isOfLength ? OF_LENGTH : [...BEFORE_INHERITED, ...AFTER_INHERITED]
    const days = isOfLength ? finish - start : start
    let left = Math.abs(days)
    for (const other of isOfLength ? [] : facts.follows) {
      const before = this.#differing.get(other)
      if (before !== undefined) left = Math.min(left, leftBy(before, days))
    }
    return (
      order.find((reason) => facts.reasons.includes(reason) && mayCause(facts, reason, left * Math.sign(days))) ?? null
    )
  }
}

/** It also lasts longer or shorter, by more than its new place makes, and has a reason of its own for that. */
function isLengthened({ facts, start, finish }: Differing): boolean {
  const days = finish - start
  if (start === 0 || Math.abs(days) <= MOST_DAYS_MORE) return false
  return OF_LENGTH.some((reason) => facts.reasons.includes(reason) && mayCause(facts, reason, days))
}
