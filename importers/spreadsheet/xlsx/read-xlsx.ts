import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { SheetTable } from '../sheet-table.ts'
import { readSheet } from './read-sheet.ts'
import { readNumberMeanings } from './read-styles.ts'
import { chooseSheet, readSharedStrings } from './read-workbook-parts.ts'
import { openZip } from './read-zip.ts'

const NAMED_SHEETS = 5

/** Fills the table from the first worksheet of a workbook. Returns what the reader of the result should know. */
export function readXlsx(bytes: Uint8Array, maxInflatedBytes: number, table: SheetTable): string[] {
  const zip = openZip(bytes, maxInflatedBytes)
  const { sheetPart, otherSheetNames, is1904 } = chooseSheet(zip)
  const sharedStrings = readSharedStrings(zip.read('xl/sharedStrings.xml'))
  const meanings = readNumberMeanings(zip.read('xl/styles.xml'))
  const sheet = zip.read(sheetPart)
  if (sheet === null) throw new ImportRefusal('unreadable_file', 'the first worksheet is missing from the workbook')
  readSheet(sheet, { sharedStrings, meanings, is1904 }, (line, cells) => table.add(line, cells))
  if (otherSheetNames.length === 0) return []
  const named = otherSheetNames.slice(0, NAMED_SHEETS).map((name) => JSON.stringify(name.slice(0, 60)))
  const more = otherSheetNames.length > NAMED_SHEETS ? ` and ${otherSheetNames.length - NAMED_SHEETS} more` : ''
  return [`Only the first sheet is read; ignored: ${named.join(', ')}${more}.`]
}
