import { dayInAnyOrder } from '../cells/parse-date.ts'
import { endsIn } from '../cells/two-ends.ts'
import type { SheetRow } from '../sheet-table.ts'
import { isPeriod } from './chart-headers.ts'

const FEWEST_ROWS = 3
const MOSTLY = 0.8
const SAMPLED_ROWS = 50

/**
 * Headers for a table that has none: words that differ from row to row, and two columns of dates beside them from the first row on,
 * a start and an end; or nothing but stretches of time and what is done in them. Null where the first row is none like the others.
 */
export function headersOfBare(rows: readonly SheetRow[]): string[] | null {
  // Heads say nothing but their names.
  const sample = rows
    .slice(0, SAMPLED_ROWS)
    .filter(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1)
  const [first] = sample
  if (first === undefined || sample.length < FEWEST_ROWS) return null
  const width = first.cells.length
  const isDate = (cell: string) => /\d/.test(cell) && dayInAnyOrder(cell) !== null
  const holds = (at: number, fits: (cell: string) => boolean) => {
    const cells = sample.map(({ cells }) => (cells[at] ?? '').trim())
    return fits(cells[0] ?? '') && cells.filter(fits).length >= MOSTLY * cells.length
  }
  const places = Array.from({ length: width }, (_, at) => at)
  // Bare numbers may be anything.
  const dates = places.filter((at) => holds(at, (cell) => isDate(cell) && !/^\d+(?:\.\d+)?$/.test(cell)))
  const names = places.find(
    (at) =>
      !dates.includes(at) &&
      holds(at, (cell) => /\p{L}{2}/u.test(cell) && !isDate(cell)) &&
      new Set(sample.map(({ cells }) => cells[at])).size >= MOSTLY * sample.length,
  )
  const headers = places.map(() => '')
  const listed = listedPeriods(sample)
  if (listed !== null) {
    headers[listed.periods] = 'Period'
    headers[listed.names] = 'Task'
    return headers
  }
  if (names === undefined || dates.length !== 2) return null
  headers[names] = 'Task'
  for (const [index, at] of dates.entries()) headers[at] = index === 0 ? 'Start' : 'End'
  return headers
}

/** `January - February | Chapter 1`: times in every row, some of them from one to another, and one column of words that are all different. */
function listedPeriods(sample: readonly SheetRow[]): { periods: number; names: number } | null {
  const places = [
    ...new Set(sample.flatMap(({ cells }) => cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [at])))),
  ]
  if (places.length !== 2) return null
  const textsOf = (at: number) => sample.map(({ cells }) => (cells[at] ?? '').trim())
  const periods = places.find((at) => textsOf(at).every(saysTime))
  const names = places.find((at) => at !== periods)
  if (periods === undefined || names === undefined || !textsOf(periods).some(isStretch)) return null
  const areNames =
    new Set(textsOf(names)).size === sample.length && textsOf(names).every((cell) => /\p{L}{2}/u.test(cell))
  return areNames ? { periods, names } : null
}

/** `March`, `Week 2 March - Week 4 April`: a time or a stretch of it, and nothing else. */
export const saysTime = (cell: string) => isPeriod(cell) || isStretch(cell)

const isStretch = (cell: string) => [...endsIn(cell, () => false)].some((ends) => ends.every(isPeriod))
