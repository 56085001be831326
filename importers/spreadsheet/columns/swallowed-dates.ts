import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { parseDate, slashParts } from '../cells/parse-date.ts'
import { type DateOrderSetting, provenOrder } from '../cells/resolve-date-order.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import type { ColumnSet } from './column-set.ts'

const LAST_MONTH = 12
const FEWEST_TEXTS = 2
/** How much nearer to their neighbours dates must be the other way round where some of them cannot have been turned. */
const MUCH_NEARER = 0.5

type Cell = { row: SheetRow; at: number; written: number; turned: number | null; isTaken: boolean }

/**
 * A spreadsheet program that expects the other order of day and month takes `03/07/2020` for the seventh of March and leaves
 * `15/07/2020` as text: where all texts prove one order with a part above 12, and all real dates could be turned, those are turned
 * back if that brings them nearer to the dates around them. Where it does not, that is said.
 */
export function turnSwallowedDates(
  { rows }: SheetTable,
  columns: ColumnSet,
  { places, setting }: { places: readonly (number | undefined)[]; setting: DateOrderSetting },
): string[] {
  const used = [...new Set(places)].filter((at) => at !== undefined)
  const texts = rows.flatMap(({ cells }) =>
    used.map((at) => cells[at] ?? '').filter((cell) => slashParts(cell) !== null),
  )
  const order = provenOrder(texts)
  if (order === null || texts.length < FEWEST_TEXTS || (setting !== 'auto' && setting !== order)) return []
  const cells = rows.flatMap((row) => used.flatMap((at) => cellOf(row, at, order) ?? []))
  const turnable = cells.filter(({ written, turned }) => turned !== null && turned !== written)
  const first = turnable[0]
  if (first === undefined || first.turned === null) return []
  const isPure =
    cells.every(({ isTaken, turned }) => !isTaken || turned !== null) &&
    texts.every((text) => provenOrder([text]) !== null)
  const [asWritten, asTurned] = [distances(cells, false), distances(cells, true)]
  const isNearer = asTurned < asWritten * (isPure ? 1 : MUCH_NEARER)
  const sample = `${formatCivilDay(first.written)} in line ${first.row.line}`
  const shown = order === 'dmy' ? 'day' : 'month'
  if (!isNearer || reversed(rows, columns, cells, true) > reversed(rows, columns, cells, false)) {
    if (!isPure) return []
    return [
      `Texts in columns of dates have the ${shown} first and a day above 12, real dates have none above 12; a spreadsheet program may have changed day and month of these, such as ${sample}. They are read as they are.`,
    ]
  }
  for (const { row, at, turned } of turnable) if (turned !== null) row.cells[at] = formatCivilDay(turned)
  return [
    `${turnable.length} dates are guessed to have day and month changed by a spreadsheet program, and turned back, such as ${sample} to ${formatCivilDay(first.turned)}: dates that stayed text have the ${shown} first, and so these are nearer to them.`,
  ]
}

const REAL_DATE = /^(\d{4})-(\d{2})-(\d{2})(?=$|[ T])/

/** What is a date in every order may have been taken for one by a program. */
function cellOf(row: SheetRow, at: number, order: 'dmy' | 'mdy'): Cell | null {
  const text = (row.cells[at] ?? '').trim()
  const written = parseDate(text, order)
  if (written === null) return null
  const [, year, month, day] = REAL_DATE.exec(text) ?? []
  const isTaken = year !== undefined
  const turned = isTaken && Number(day) <= LAST_MONTH ? dayNumber(Number(year), Number(day), Number(month)) : null
  return { row, at, written, turned, isTaken }
}

/** How far dates that could be turned are from the nearer of the two certain ones around them, all together. */
function distances(cells: readonly Cell[], areTurned: boolean): number {
  const isCertain = ({ turned }: Cell) => turned === null
  let before: number | null = null
  const nearest = cells.map((cell) => {
    if (isCertain(cell)) before = cell.written
    return before
  })
  let after: number | null = null
  let sum = 0
  for (const [back, cell] of cells.toReversed().entries()) {
    if (isCertain(cell)) {
      after = cell.written
      continue
    }
    const day = areTurned ? (cell.turned ?? cell.written) : cell.written
    const around = [nearest[cells.length - 1 - back] ?? null, after].filter((other) => other !== null)
    sum += Math.min(...around.map((other) => Math.abs(other - day)))
  }
  return sum
}

/** How many rows end before they start. */
function reversed(rows: readonly SheetRow[], columns: ColumnSet, cells: readonly Cell[], areTurned: boolean): number {
  const dayOf = new Map(rows.map((row) => [row, new Map<number, number>()]))
  for (const { row, at, written, turned } of cells) dayOf.get(row)?.set(at, areTurned ? (turned ?? written) : written)
  const pairs = [
    [columns.index('start'), columns.index('finish')],
    [columns.actual.start, columns.actual.finish],
  ]
  let count = 0
  for (const days of dayOf.values())
    for (const [start, finish] of pairs) {
      const [from, to] = [days.get(start ?? -1), days.get(finish ?? -1)]
      if (from !== undefined && to !== undefined && to < from) count += 1
    }
  return count
}
