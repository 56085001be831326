import { readCompoundFile } from '../../importers/binary/read-compound-file.ts'
import { SheetTable } from '../../importers/spreadsheet/sheet-table.ts'
import { OldWorkbook } from '../../importers/spreadsheet/xls/read-xls.ts'
import { makeXls, serial, type XlsCell, type XlsParts } from './make-xls.ts'

export const DAY = 1
export const SHARE = 2
export const styles = [{}, { format: 14 }, { format: 9 }]
export const day = (text: string): XlsCell => ({ value: serial(text), style: DAY })

export const ofRows = (...rows: XlsCell[][]): XlsParts => ({ sheets: [{ name: 'Plan', rows }], styles })

/** The cells of one sheet, line by line. */
export function cellsOf(parts: XlsParts | Buffer, name?: string) {
  const book = new OldWorkbook(readCompoundFile(Buffer.isBuffer(parts) ? parts : makeXls(parts)))
  const sheet = book.all.find((one) => one.name === name) ?? book.visible[0]
  const table = new SheetTable(5000)
  if (sheet !== undefined) book.fill(sheet, table)
  const fills = sheet === undefined ? new Map() : book.fillsOf(sheet)
  return { rows: table.all.map(({ line, cells }) => [line, ...cells]), table, fills, book }
}
