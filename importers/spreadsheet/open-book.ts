import { ImportRefusal } from '../plan/import-refusal.ts'
import { OpenSpreadsheet } from './ods/read-ods.ts'
import type { SheetBook } from './sheet-book.ts'
import { Workbook } from './xlsx/read-xlsx.ts'
import { openZip } from './xlsx/read-zip.ts'

/** Opens a workbook or an OpenDocument spreadsheet, by the parts that its archive has. */
export function openBook(bytes: Uint8Array, maxInflatedBytes: number): SheetBook {
  const zip = openZip(bytes, maxInflatedBytes)
  if (zip.has('xl/workbook.xml')) return new Workbook(zip)
  if (zip.has('content.xml')) return new OpenSpreadsheet(zip)
  throw new ImportRefusal('unreadable_file', 'the file is no .xlsx workbook and no .ods spreadsheet')
}
