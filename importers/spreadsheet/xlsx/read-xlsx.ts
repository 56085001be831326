import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { SheetTable } from '../sheet-table.ts'
import type { CellContext } from './cell-text.ts'
import { readSheet } from './read-sheet.ts'
import { readNumberMeanings } from './read-styles.ts'
import { chooseSheet, readSharedStrings } from './read-workbook-parts.ts'
import { openZip } from './read-zip.ts'
import { scanSheet } from './scan/scan-sheet.ts'
import { scanStrings } from './scan/scan-strings.ts'

const NAMED_SHEETS = 5

/** Fills the table from the first worksheet of a workbook. Returns what the reader of the result should know. */
export function readXlsx(bytes: Uint8Array, maxInflatedBytes: number, table: SheetTable): string[] {
  const zip = openZip(bytes, maxInflatedBytes)
  const { sheetPart, otherSheetNames, is1904 } = chooseSheet(zip)
  const strings = zip.read('xl/sharedStrings.xml')
  const sharedStrings = strings === null ? [] : (scanStrings(strings) ?? readSharedStrings(strings))
  const meanings = readNumberMeanings(zip.read('xl/styles.xml'))
  const sheet = zip.read(sheetPart)
  if (sheet === null) throw new ImportRefusal('unreadable_file', 'the first worksheet is missing from the workbook')
  readRows(sheet, { sharedStrings, meanings, is1904 }, table)
  const notes = is1904
    ? [
        'The workbook counts its days from 1904; numbers in date columns without a date format come out four years early.',
      ]
    : []
  if (otherSheetNames.length === 0) return notes
  const named = otherSheetNames.slice(0, NAMED_SHEETS).map((name) => JSON.stringify(name.slice(0, 60)))
  const more = otherSheetNames.length > NAMED_SHEETS ? ` and ${otherSheetNames.length - NAMED_SHEETS} more` : ''
  return [...notes, `Only the first sheet is read; ignored: ${named.join(', ')}${more}.`]
}

/** Scanned where the sheet is written as programs write it, parsed where there is any doubt: the rows are the same. */
function readRows(sheet: Uint8Array, context: CellContext, table: SheetTable): void {
  const rows = scanSheet(sheet, context)
  if (rows === null) readSheet(sheet, context, (line, cells) => table.add(line, cells))
  else for (const { line, cells } of rows) table.add(line, cells)
}
