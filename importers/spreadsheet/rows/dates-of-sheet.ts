import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { remainingDays } from '../../../compute/plan/remaining-days.ts'
import type { WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import { quoted } from '../../plan/diagnostics.ts'
import type { PlanDependency } from '../../plan/imported-plan.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { ParsedRow } from './read-row.ts'

/** A row that differs most from what the sheet says, and how many do. */
type Differing = { count: number; line: number; days: number }

type PlannedRows = {
  rows: readonly ParsedRow[]
  /** Whole working days of each row. */
  durations: readonly number[]
  parents: Int32Array
  summaries: ReadonlySet<number>
  links: readonly PlanDependency[]
  /** Places of the rows that each link joins: predecessor and successor of the first, then of the second … */
  ends: readonly number[]
  counter: WorkingDayCounter
  columns: ColumnSet
  /** The day on which what waits for nothing begins. */
  firstDay: number
  /** Whether something was said already of dates on days off, and of durations that end on other days than the sheet has. */
  said: { daysOff: boolean; lengths: boolean }
}

/**
 * The last look at a plan: where its dates will not be those of the sheet, whatever rule read them. Days count as places among the
 * working days; a task ends before the place of its finish. Only what is certain without a schedule is said: tasks begin no earlier than
 * their own start and than what they wait for.
 */
export function differencesFromSheet(plan: PlannedRows): string[] {
  const { rows, durations, summaries, counter, columns, said } = plan
  const first = rows.find(({ startDay, finishDay }) => startDay !== null || finishDay !== null)
  if (first === undefined) return []
  const base = (first.startDay ?? first.finishDay ?? 0) - DAYS_BEFORE
  const known = new Int32Array(DAYS_KNOWN).fill(NEVER)
  const counted = (day: number) => (day < base ? -counter.count(day, base - 1) : counter.count(base, day - 1))
  const placeOf = (day: number) => {
    const at = day - base
    if (at < 0 || at >= DAYS_KNOWN) return counted(day)
    if (known[at] === NEVER) known[at] = counted(day)
    return known[at] ?? 0
  }
  const isOff = (day: number) => placeOf(day) === placeOf(day + 1)
  const starts = new Int32Array(rows.length)
  const lengths = durations.map((days, index) => (rows[index]?.isMilestone ? Math.max(1, days) : days))
  const [off, lengthened, shortened] = [none(), none(), none()]
  let offDay = 0
  let spans = 0
  for (const [index, row] of rows.entries()) {
    const { startDay, finishDay, line } = row
    starts[index] = placeOf(startDay ?? plan.firstDay)
    if (summaries.has(index) || hasHappened(row)) continue
    if (startDay !== null && isOff(startDay)) {
      if (off.count === 0) offDay = startDay
      note(off, line, 1)
    }
    if (finishDay !== null && isOff(finishDay)) {
      if (off.count === 0) offDay = finishDay
      note(off, line, 1)
    }
    // Of an export of ours the finish is that of another start, which was computed.
    if (startDay === null || finishDay === null || row.scheduledDay !== null) continue
    const length = lengths[index] ?? 1
    const left = isUnderWay(row) ? remainingDays(length, row.percent ?? 0) : length
    lengths[index] = left
    note(shortened, line, length - left)
    spans += 1
    const end = Math.max((starts[index] ?? 0) + 1, placeOf(finishDay + 1))
    note(lengthened, line, (starts[index] ?? 0) + length - end)
  }
  const notes: string[] = []
  if (off.count > 0 && !said.daysOff)
    notes.push(
      `${off.count} dates are on days off, such as ${formatCivilDay(offDay)} in line ${off.line}; what begins on one begins a working day later, and what ends on one ends before it.`,
    )
  if (lengthened.count > 0 && !said.lengths)
    notes.push(
      `${lengthened.count} of ${spans} dates in column ${quoted(columns.header('finish'))} are not those of the plan, which keeps starts and durations; ${worst(lengthened)}.`,
    )
  // Where links place the rows, the dates of a sheet are those of a schedule, and computed anew.
  if (shortened.count > 0 && plan.links.length === 0)
    notes.push(
      `${shortened.count} rows are partly done, and no data date says until when: what is left of them counts from their start, and they end before their dates in column ${quoted(columns.header('finish'))}; ${worst(shortened)}.`,
    )
  const places = earliestPlaces(plan, starts, lengths)
  const pushed = places === null ? none() : laterThanStated(plan, starts, places)
  if (pushed.count > 0)
    notes.push(
      `${pushed.count} rows begin later in the plan than in column ${quoted(columns.header('start'))}, because what they wait for ends after that; ${worst(pushed)}.`,
    )
  const heads = headsBeside(plan, placeOf, places ?? starts, lengths)
  if (heads.count > 0)
    notes.push(
      `${heads.count} rows that head others have other dates than the rows below them, which the plan goes by; ${worst(heads)}.`,
    )
  return notes
}
const DAYS_BEFORE = 7
/** Days of which the place is counted once: the same few stand in many rows. */
const DAYS_KNOWN = 2000
/** Before all places. */
const NEVER = -1_000_000_000

const none = (): Differing => ({ count: 0, line: 0, days: 0 })
const worst = ({ line, days }: Differing) =>
  `line ${line} by ${Math.abs(days)} working ${Math.abs(days) === 1 ? 'day' : 'days'}`

function note(found: Differing, line: number, days: number): void {
  if (days === 0) return
  if (Math.abs(days) > Math.abs(found.days)) [found.line, found.days] = [line, days]
  found.count += 1
}

/** What has begun or ended stands where it happened. */
const hasHappened = ({ actualStartDay, actualFinishDay }: ParsedRow) =>
  actualStartDay !== null || actualFinishDay !== null

/** The earliest place of every row that links lead to, in the order of the links; null where there are none. */
function earliestPlaces(
  { links, ends, rows }: PlannedRows,
  starts: Int32Array,
  lengths: readonly number[],
): Int32Array | null {
  if (links.length === 0) return null
  const places = starts.slice()
  const follow = (link: number) => {
    const [from, to] = [ends[2 * link] ?? 0, ends[2 * link + 1] ?? 0]
    const place = earliestBy(links[link] as PlanDependency, places[from] ?? 0, lengths[from] ?? 1, lengths[to] ?? 1)
    if (place > (places[to] ?? 0)) places[to] = place
  }
  if (goDown(ends)) {
    for (let link = 0; link < links.length; link += 1) follow(link)
    return places
  }
  const waiting = new Int32Array(rows.length)
  const following: (number[] | undefined)[] = []
  for (let link = 0; link < links.length; link += 1) {
    const [from, to] = [ends[2 * link] ?? 0, ends[2 * link + 1] ?? 0]
    waiting[to] = (waiting[to] ?? 0) + 1
    const others = following[from]
    if (others === undefined) following[from] = [link]
    else others.push(link)
  }
  const ready: number[] = []
  for (const [index, count] of waiting.entries()) if (count === 0) ready.push(index)
  for (let at = 0; at < ready.length; at += 1) {
    for (const link of following[ready[at] ?? 0] ?? []) {
      const to = ends[2 * link + 1] ?? 0
      follow(link)
      waiting[to] = (waiting[to] ?? 0) - 1
      if (waiting[to] === 0) ready.push(to)
    }
  }
  return places
}

/** Whether links stand in the order of their successors and all lead down, as in nearly every sheet: they are in order then. */
function goDown(ends: readonly number[]): boolean {
  for (let at = 0; at < ends.length; at += 2) {
    const to = ends[at + 1] ?? 0
    if ((ends[at] ?? 0) >= to || to < (ends[at - 1] ?? 0)) return false
  }
  return true
}

/** What one link asks of its successor; nothing where the days that a lag takes are not those of the calendar. */
function earliestBy(
  { dep_type, lag = 0, lag_unit }: PlanDependency,
  place: number,
  length: number,
  own: number,
): number {
  const days = lag_unit === 'elapsed' ? Math.min(0, lag) : lag
  if (dep_type === 'SS') return place + days
  if (dep_type === 'FF') return place + length + days - own
  return dep_type === 'SF' ? NEVER : place + length + days
}

const isUnderWay = ({ percent }: ParsedRow) => percent !== null && percent > 0 && percent < 100

function laterThanStated({ rows, summaries }: PlannedRows, starts: Int32Array, places: Int32Array): Differing {
  const found = none()
  // What is done, or has begun, waits for nothing any more.
  for (const [index, row] of rows.entries())
    if (row.startDay !== null && !summaries.has(index) && !hasHappened(row) && (row.percent ?? 0) === 0)
      note(found, row.line, (places[index] ?? 0) - (starts[index] ?? 0))
  return found
}

/** Heads whose own dates are not the first and the last of the rows in them. */
function headsBeside(
  { rows, parents, summaries }: PlannedRows,
  placeOf: (day: number) => number,
  places: Int32Array,
  lengths: readonly number[],
): Differing {
  const found = none()
  const heads = [...summaries].flatMap((index) => rows[index] ?? [])
  if (!heads.some(({ startDay, finishDay }) => startDay !== null || finishDay !== null)) return found
  const firsts = new Int32Array(rows.length).fill(-NEVER)
  const ends = new Int32Array(rows.length).fill(NEVER)
  for (let index = 0; index < rows.length; index += 1) {
    if (summaries.has(index)) continue
    const place = places[index] ?? 0
    const end = place + (lengths[index] ?? 1)
    for (let head = parents[index] ?? -1; head >= 0; head = parents[head] ?? -1) {
      firsts[head] = Math.min(firsts[head] ?? place, place)
      ends[head] = Math.max(ends[head] ?? end, end)
    }
  }
  for (const index of summaries) {
    const [first, end] = [firsts[index], ends[index]]
    if (first === undefined || end === undefined || first === -NEVER) continue
    const { startDay, finishDay, line } = rows[index] as ParsedRow
    const byStart = startDay === null ? 0 : placeOf(startDay) - first
    const byEnd = finishDay === null ? 0 : placeOf(finishDay + 1) - end
    note(found, line, Math.abs(byEnd) > Math.abs(byStart) ? byEnd : byStart)
  }
  return found
}
