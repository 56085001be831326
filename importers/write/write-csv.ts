import type { ImportedPlan } from '../plan/imported-plan.ts'
import { csvCell } from './csv-cell.ts'
import type { ScheduleDates } from './schedule-dates.ts'
import { SHEET_OMISSIONS, sheetCells, sheetHeaders } from './sheet-cells.ts'

export const CSV_OMISSIONS: readonly string[] = SHEET_OMISSIONS

// Spreadsheet programs take CSV for UTF-8 only when it begins with this mark.
const BYTE_ORDER_MARK = '\ufeff'

/** Writes a plan as CSV with links, in the columns that the spreadsheet import reads. */
export function writeCsv(plan: ImportedPlan, dates?: ScheduleDates): string {
  const lines = [sheetHeaders(plan), ...sheetCells(plan, dates)].map((cells) => cells.map(csvCell).join(','))
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`
}
