import { type DateOrder, parseDate } from '../cells/parse-date.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import { parsePeriod, yearlessPeriod } from '../cells/parse-period.ts'
import { SOME_YEAR } from '../columns/chart-labels.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { CellFills } from '../columns/filled-columns.ts'
import { type ArrangedRow, isWork } from './arranged-row.ts'
import { hasOutline } from './coloured-heads.ts'

const FEWEST_HEADS = 2
const FEWEST_BELOW = 2
/** Looks are looked up in the sheet once more, which large ones are not asked for. */
const MOST_ROWS = 2_000
const MOST_HEADS = 0.5
const MOSTLY = 0.8
const WORKED = 0.5
/** Heads right below each other, of all heads: a part of the plan may have parts of its own. */
const MOST_EMPTY = 0.34
const SHORTEST_CAPITALS = 4
const SHADED = 'with a background of their own'
const IN_BOLD = 'in bold'
const NUMBERED = /^(?:\d{1,2}|[A-Z]|[IVX]{1,4})\s?[.):]\s+\p{L}/u

/** What a workbook says of how its cells look. */
export type CellLooks = { fills: (() => CellFills) | null; bold: ((column: number) => CellFills) | null }

/** Those of text. */
export const NO_LOOKS: CellLooks = { fills: null, bold: null }

/** Heads and how they look; or how many rows are in bold, where that proves nothing. */
export type HeadsByLook = { heads: ReadonlySet<ArrangedRow>; look: string } | { boldCount: number }

/**
 * Rows whose names look otherwise than those of the work below them: with a background, in bold, in capitals, or numbered where no other
 * row is. They have no time of their own, or theirs is around all that is below them. Two of them at least, hardly one without others
 * below it. Null where the sheet has an outline, or nothing of the kind.
 */
export function headsByLook(
  rows: readonly ArrangedRow[],
  columns: ColumnSet,
  { fills, bold }: CellLooks,
): HeadsByLook | null {
  const at = columns.index('name')
  if (at === undefined || rows.length > MOST_ROWS || hasOutline(rows, columns)) return null
  const named = rows.filter((row) => columns.cell(row, 'name').trim() !== '')
  const nameOf = (row: ArrangedRow) => columns.cell(row, 'name').trim()
  const looks: [look: string, of: () => (row: ArrangedRow) => unknown][] = [
    [SHADED, () => lookOf(fills?.(), at)],
    [IN_BOLD, () => lookOf(bold?.(at), at)],
    ['in capitals', () => (row) => isCapital(nameOf(row))],
    ['with a number before the name', () => (row) => NUMBERED.test(nameOf(row))],
  ]
  let boldCount = 0
  for (const [look, of] of looks) {
    const isOne = of()
    const first = named.map(isOne).find((found) => found !== undefined && found !== false)
    if (first === undefined) continue
    const idle = named.filter((row) => !isWork(row, columns)).map(isOne)
    const wanted = idle.find((found) => found !== undefined && found !== false) ?? first
    const heads = new Set(named.filter((row) => isOne(row) === wanted))
    if (areHeads(heads, named, columns, look === IN_BOLD || look === SHADED)) return { heads, look }
    if (look === IN_BOLD) boldCount = heads.size
  }
  return boldCount >= FEWEST_HEADS && boldCount <= MOST_HEADS * named.length ? { boldCount } : null
}

const lookOf =
  (looks: CellFills | undefined, at: number) =>
  ({ line }: ArrangedRow) =>
    looks?.get(line)?.get(at)

function areHeads(
  heads: ReadonlySet<ArrangedRow>,
  named: readonly ArrangedRow[],
  columns: ColumnSet,
  mayBeWhole: boolean,
): boolean {
  // One alone is the whole plan, or its only part.
  const isWhole = mayBeWhole && heads.size === 1 && heads.has(named[0] as ArrangedRow) && named.length > FEWEST_BELOW
  if ((heads.size < FEWEST_HEADS && !isWhole) || heads.size > MOST_HEADS * named.length) return false
  const others = named.filter((row) => !heads.has(row))
  const idle = [...heads].filter((row) => !isWork(row, columns))
  const areIdle = idle.length >= MOSTLY * heads.size
  const empty = named.filter(
    (row, at) => heads.has(row) && (named[at + 1] === undefined || heads.has(named[at + 1] as ArrangedRow)),
  )
  return (
    (areIdle || areAround(heads, named, columns)) &&
    others.filter((row) => isWork(row, columns)).length >= WORKED * others.length &&
    empty.length <= Math.max(1, MOST_EMPTY * heads.size)
  )
}

/** Whether the time of each head is around that of all that is below it: by days, or where there are none, by how long it takes. */
function areAround(heads: ReadonlySet<ArrangedRow>, named: readonly ArrangedRow[], columns: ColumnSet): boolean {
  if (!columns.has('start')) return columns.has('duration') && lastLonger(heads, named, columns)
  if (!columns.has('finish') && !(columns.has('duration') && lastLonger(heads, named, columns))) return false
  return (['dmy', 'mdy'] as const).some((order) => {
    const spanOf = (row: ArrangedRow): Span => {
      const [start, finish] = [columns.cell(row, 'start').trim(), columns.cell(row, 'finish').trim()]
      return { from: dayIn(start, order, 'first'), to: dayIn(finish, order, 'last') }
    }
    let around: Span = NO_SPAN
    let within = 0
    const liesWithin = (row: ArrangedRow) => {
      const own = spanOf(row)
      if (heads.has(row)) {
        around = own
        return own.from !== null && (own.to !== null || !columns.has('finish'))
      }
      if (around.from === null || own.from === null) return true
      within += 1
      return own.from >= around.from && (around.to === null || (own.to ?? own.from) <= around.to)
    }
    return named.every(liesWithin) && within >= heads.size
  })
}

type Span = { from: number | null; to: number | null }
const NO_SPAN: Span = { from: null, to: null }

/** A day with or without a year, or the first or last one of a week or a month. */
function dayIn(text: string, order: DateOrder, end: 'first' | 'last'): number | null {
  const period = parsePeriod(text) ?? yearlessPeriod(text, SOME_YEAR)
  return parseDate(text, order) ?? period?.[end] ?? null
}

/** Whether each head takes longer than everything below it, and some of that takes any time. */
function lastLonger(heads: ReadonlySet<ArrangedRow>, named: readonly ArrangedRow[], columns: ColumnSet): boolean {
  const daysOf = (row: ArrangedRow) => parseDuration(columns.cell(row, 'duration').trim())?.days ?? null
  let longest: number | null = null
  let within = 0
  const isShorter = (row: ArrangedRow) => {
    const days = daysOf(row)
    if (heads.has(row)) {
      longest = days
      return days !== null
    }
    if (longest === null || days === null) return true
    within += 1
    return days < longest
  }
  return named.every(isShorter) && within >= FEWEST_BELOW * heads.size
}

/** `BUILD`: a name that is written in capitals, and not just a short word for something. */
export function isCapital(name: string): boolean {
  const letters = name.replace(/[^\p{L}]/gu, '')
  return letters.length >= SHORTEST_CAPITALS && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
}
