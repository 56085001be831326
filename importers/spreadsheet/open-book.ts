import { isCompoundFile, readCompoundFile } from '../binary/read-compound-file.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import { OpenSpreadsheet } from './ods/read-ods.ts'
import type { SheetBook } from './sheet-book.ts'
import { OldWorkbook } from './xls/read-xls.ts'
import { Workbook } from './xlsx/read-xlsx.ts'
import { openZip } from './xlsx/read-zip.ts'

/** Opens a workbook or an OpenDocument spreadsheet: an old one is a compound file, of others the parts of the archive say which. */
export function openBook(bytes: Uint8Array, maxInflatedBytes: number): SheetBook {
  if (isCompoundFile(bytes)) return new OldWorkbook(readCompoundFile(bytes))
  const zip = openZip(bytes, maxInflatedBytes)
  if (zip.has('xl/workbook.xml')) return new Workbook(zip)
  if (zip.has('content.xml')) return new OpenSpreadsheet(zip)
  throw new ImportRefusal('unreadable_file', 'the file is no .xlsx workbook and no .ods spreadsheet')
}
