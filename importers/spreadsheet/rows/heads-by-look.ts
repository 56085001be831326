import { parseDate } from '../cells/parse-date.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { CellFills } from '../columns/filled-columns.ts'
import { type ArrangedRow, isWork } from './arranged-row.ts'
import { hasOutline } from './coloured-heads.ts'

const FEWEST_HEADS = 2
/** Looks are looked up in the sheet once more, which large ones are not asked for. */
const MOST_ROWS = 2_000
const MOST_HEADS = 0.5
const MOSTLY = 0.8
const WORKED = 0.6
/** Heads right below each other, of all heads: a part of the plan may have parts of its own. */
const MOST_EMPTY = 0.34
const SHORTEST_CAPITALS = 4
const NUMBERED = /^(?:\d{1,2}|[A-Z]|[IVX]{1,4})\s?[.):]\s+\p{L}/u

/** What a workbook says of how its cells look. */
export type CellLooks = { fills: (() => CellFills) | null; bold: (() => CellFills) | null }

/** Those of text. */
export const NO_LOOKS: CellLooks = { fills: null, bold: null }

export type HeadsByLook = { heads: ReadonlySet<ArrangedRow>; look: string }

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
    ['with a background of their own', () => lookOf(fills, at)],
    ['in bold', () => lookOf(bold, at)],
    ['in capitals', () => (row) => isCapital(nameOf(row))],
    ['with a number before the name', () => (row) => NUMBERED.test(nameOf(row))],
  ]
  for (const [look, of] of looks) {
    const isOne = of()
    const first = named.map(isOne).find((found) => found !== undefined && found !== false)
    if (first === undefined) continue
    const idle = named.filter((row) => !isWork(row, columns)).map(isOne)
    const wanted = idle.find((found) => found !== undefined && found !== false) ?? first
    const heads = new Set(named.filter((row) => isOne(row) === wanted))
    if (areHeads(heads, named, columns, isOne)) return { heads, look }
  }
  return null
}

const lookOf = (found: (() => CellFills) | null, at: number) => {
  const looks = found?.()
  return ({ line }: ArrangedRow) => looks?.get(line)?.get(at)
}

function areHeads(
  heads: ReadonlySet<ArrangedRow>,
  named: readonly ArrangedRow[],
  columns: ColumnSet,
  lookOf: (row: ArrangedRow) => unknown,
): boolean {
  if (heads.size < FEWEST_HEADS || heads.size > MOST_HEADS * named.length) return false
  const others = named.filter((row) => !heads.has(row))
  const first = named.findIndex((row) => heads.has(row))
  const below = others.filter((row) => named.indexOf(row) > first)
  const idle = [...heads].filter((row) => !isWork(row, columns))
  const areIdle = idle.length >= MOSTLY * heads.size
  const empty = named.filter(
    (row, at) => heads.has(row) && (named[at + 1] === undefined || heads.has(named[at + 1] as ArrangedRow)),
  )
  return (
    (areIdle || areAround(heads, named, columns)) &&
    others.filter((row) => isWork(row, columns)).length >= WORKED * others.length &&
    empty.length <= Math.max(1, MOST_EMPTY * heads.size) &&
    // What looks like a head is one: hardly any other row does.
    below.every((row) => lookOf(row) !== lookOf([...heads][0] as ArrangedRow))
  )
}

/** Whether what has a time below each head has it between the first and the last day of that, in one of the orders of day and month. */
function areAround(heads: ReadonlySet<ArrangedRow>, named: readonly ArrangedRow[], columns: ColumnSet): boolean {
  return (['dmy', 'mdy'] as const).some((order) => {
    const daysOf = (row: ArrangedRow) =>
      (['start', 'finish'] as const).map((field) => parseDate(columns.cell(row, field).trim(), order))
    let around: readonly (number | null)[] = []
    let within = 0
    return (
      named.every((row) => {
        const [start = null, finish = null] = daysOf(row)
        if (heads.has(row)) {
          around = [start, finish]
          return start !== null && finish !== null
        }
        const [first = null, last = null] = around
        if (first === null || last === null || start === null) return true
        within += 1
        return start >= first && (finish ?? start) <= last
      }) && within >= heads.size
    )
  })
}

function isCapital(name: string): boolean {
  const letters = name.replace(/[^\p{L}]/gu, '')
  return letters.length >= SHORTEST_CAPITALS && letters === letters.toUpperCase() && letters !== letters.toLowerCase()
}
