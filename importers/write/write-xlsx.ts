import ExcelJS from 'exceljs'
import { parseDay } from '../plan/file-day.ts'
import type { ImportedPlan } from '../plan/imported-plan.ts'
import type { ScheduleDates } from './schedule-dates.ts'
import { defuseFormula, SHEET_OMISSIONS, type SheetCell, sheetCells, sheetHeaders } from './sheet-cells.ts'

export const XLSX_OMISSIONS: readonly string[] = SHEET_OMISSIONS

const MILLISECONDS_PER_DAY = 86_400_000
const COLUMN_WIDTHS = [8, 10, 44, 10, 12, 12, 11, 24, 18, 10, 20, 40, 12, 14, 14, 12]
const MAX_CELL_CHARACTERS = 32_767

/** Writes a plan as a workbook of one sheet, in the columns that the spreadsheet import reads. */
export async function writeXlsx(plan: ImportedPlan, dates?: ScheduleDates): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  const sheet = workbook.addWorksheet('Plan', { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = COLUMN_WIDTHS.map((width) => ({ width }))
  sheet.addRow(sheetHeaders(plan)).font = { bold: true }
  for (const cells of sheetCells(plan, dates)) {
    const row = sheet.addRow(cells.map(cellValue))
    cells.forEach((cell, index) => {
      if (typeof cell === 'object' && cell !== null) row.getCell(index + 1).numFmt = 'yyyy-mm-dd'
    })
  }
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}

function cellValue(cell: SheetCell): string | number | Date | null {
  // A cell that says nothing is left out of the file.
  if (cell === null || cell === '') return null
  if (typeof cell === 'number') return cell
  if (typeof cell === 'string') return defuseFormula(cell).slice(0, MAX_CELL_CHARACTERS)
  const day = parseDay(cell.date)
  // The library turns a Date into a serial number by its UTC fields, so midnight UTC is the day itself.
  return day === null ? cell.date : new Date(day * MILLISECONDS_PER_DAY)
}
