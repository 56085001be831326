import { listLines } from '../rows/arrange-rows.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'
import { namesWork } from './general-names.ts'
import { placeOf } from './header-fields.ts'

const MOST_NUMBERS = 0.9
/** Sums are rounded. */
const SAME_SUM = 0.01
const MOST_FILLED = 0.5
const FEWEST_BEGINNINGS = 3
const MOST_STEPS = 0.5
const LONGEST_PERIOD = 7

type Work = { columns: number[][]; note: string }

const OF_TIME = /\s?(?:h|hrs?|hours?|std\.?|d|days?|md|pd|pt)$/i
const numberOf = (cell: string | undefined) =>
  Number((cell ?? '').trim().replace(OF_TIME, '').replace(',', '.') || Number.NaN)
const isSame = (sum: number, other: number) => Math.abs(sum - other) <= SAME_SUM * Math.abs(sum)

/**
 * Which columns of a chart each row has work in: numbers of hours or days, the sum of which a column beside the chart has; without such a
 * column it is a guess, where they stand below days or weeks and fill less than half of the cells. Lines of sums are left out. Null where
 * the numbers are anything else.
 */
export function readWork(table: SheetTable, { columns, dateRow }: Chart, saysTime: boolean): Work | null {
  const from = columns[0]?.index ?? 0
  const isNamed = ({ cells }: SheetRow) => cells.slice(0, from).some((cell) => cell.trim() !== '')
  const tasks = table.rows.filter((row) => row !== dateRow && isNamed(row))
  // Bars of heads may be called as these are.
  const isOwnName = (row: SheetRow, text: string) =>
    /\p{L}/u.test(text) && row.cells.slice(0, from).some((cell) => cell.trim() === text)
  const cells = tasks.flatMap((row) =>
    columns.map(({ index }) => (row.cells[index] ?? '').trim()).filter((text) => text === '' || !isOwnName(row, text)),
  )
  const filled = cells.filter((cell) => cell !== '')
  if (filled.filter((cell) => !Number.isNaN(numberOf(cell))).length < MOST_NUMBERS * filled.length) return null
  const workOf = (row: SheetRow) =>
    row === dateRow || !isNamed(row)
      ? []
      : columns.filter(({ index }) => numberOf(row.cells[index]) > 0).map(({ index }) => index)
  const worked = tasks.map((row) => ({ row, work: workOf(row) })).filter(({ work }) => work.length > 0)
  // Ones alone are marks.
  if (worked.length < 2 || filled.every((cell) => cell === '1')) return null
  const places = new Set(columns.map(({ index }) => index))
  const isSum = (place: number) =>
    !places.has(place) &&
    worked.every(({ row, work }) =>
      isSame(
        work.reduce((total, index) => total + numberOf(row.cells[index]), 0),
        numberOf(row.cells[place]),
      ),
    )
  if ((table.header?.cells ?? []).some((_, place) => isSum(place)))
    return {
      columns: table.rows.map(workOf),
      note: 'Numbers in these columns are work, whose sum another column has.',
    }
  const beginnings = new Set(worked.map(({ work }) => work[0]))
  const areShort = columns.every(({ first, last }) => last - first < LONGEST_PERIOD)
  const header = table.header?.cells[placeOf(table.header.cells, 'name')] ?? ''
  const isGuess = areShort && (table.namesBesideChart || namesWork(header))
  // Days of a month rise from one cell to the next.
  const steps = worked.flatMap(({ row, work }) =>
    work.slice(1).map((index, at) => numberOf(row.cells[index]) - numberOf(row.cells[work[at] ?? -1])),
  )
  const areDays = steps.length > 0 && steps.filter((step) => step === 1).length >= MOST_STEPS * steps.length
  if (
    saysTime ||
    !isGuess ||
    areDays ||
    filled.length >= MOST_FILLED * cells.length ||
    beginnings.size < FEWEST_BEGINNINGS
  )
    return null
  const sums = sumRows(worked, columns)
  table.leaveOut(sums)
  const left = sums.length === 0 ? '' : `; lines ${listLines(sums.map(({ line }) => line))} have their sums`
  return {
    columns: table.rows.map(workOf),
    note: `Numbers in these columns are guessed to be the work that is planned in them${left}.`,
  }
}

/** Rows whose numbers are the sums of those above them. */
function sumRows(worked: readonly { row: SheetRow; work: number[] }[], columns: Chart['columns']): SheetRow[] {
  const sums = new Map(columns.map(({ index }) => [index, 0]))
  return worked.flatMap(({ row, work }, at) => {
    const isSum =
      at > 1 && work.length > 1 && work.every((index) => isSame(sums.get(index) ?? 0, numberOf(row.cells[index])))
    if (isSum) return [row]
    for (const index of work) sums.set(index, (sums.get(index) ?? 0) + numberOf(row.cells[index]))
    return []
  })
}
