import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { parseDay } from '../../plan/file-day.ts'
import { isYear } from '../cells/year-parts.ts'
import { listLines } from '../rows/arrange-rows.ts'
import { onlyCell } from '../rows/arranged-row.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import type { Chart } from './chart-columns.ts'

const FEWEST_YEARS = 2

/** Of a chart whose months have no year: rows that name one, `2025` and `2026`, each above the rows of that year. */
export interface YearsOfRows {
  /** The text of a day of the chart in the year of a row. */
  readonly dayOf: (day: number, row: SheetRow) => string
  readonly rows: readonly SheetRow[]
  readonly note: string
}

/** Null where the chart says its year, or rows do not name theirs from the first on, each later than the one before. */
export function yearsBetweenRows({ rows }: SheetTable, { columns, isUndated }: Chart): YearsOfRows | null {
  const yearsOf = (row: SheetRow, only: string | null) =>
    only !== null && isYear(only) ? [[row, Number(only)] as const] : []
  const years = new Map(rows.flatMap((row) => yearsOf(row, onlyCell(row))))
  const values = [...years.values()]
  const areInTurn = values.every((year, at) => at === 0 || year > (values[at - 1] ?? 0))
  const spans = (columns.at(-1)?.last ?? 0) - (columns[0]?.first ?? 0)
  if (isUndated !== true || years.size < FEWEST_YEARS || !areInTurn || spans > DAYS_OF_YEAR) return null
  if (rows[0] === undefined || !years.has(rows[0])) return null
  const yearOf = new Map<SheetRow, number>()
  let current = 0
  for (const row of rows) {
    current = years.get(row) ?? current
    yearOf.set(row, current)
  }
  const dayOf = (day: number, row: SheetRow) => {
    const year = yearOf.get(row) ?? current
    const text = `${year}${formatCivilDay(day).slice(4)}`
    return parseDay(text) === null ? `${year}-02-28` : text
  }
  const named = [...years.keys()]
  return { dayOf, rows: named, note: `, in the years that lines ${listLines(named.map(({ line }) => line))} name` }
}
const DAYS_OF_YEAR = 366
