import { quoted } from '../plan/diagnostics.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import type { CellFills } from './columns/filled-columns.ts'
import type { SheetTable } from './sheet-table.ts'

const NAMED_SHEETS = 5

export type NamedSheet = { readonly name: string; readonly isHidden: boolean }

/** A file of several sheets that can be read one after the other. */
export interface SheetBook {
  readonly format: 'xlsx' | 'xls' | 'ods'
  /** Whether its days count from 1904: a bare number of a day is 1462 less than elsewhere. */
  readonly is1904: boolean
  readonly all: readonly NamedSheet[]
  /** The sheets that people see, or all where they see none. */
  readonly visible: readonly NamedSheet[]
  /** Fills the table from one of its sheets. */
  fill(sheet: NamedSheet, table: SheetTable): void
  /** The colours of the sheet that was read last: few sheets are asked for them. */
  fillsOf(sheet: NamedSheet): CellFills
  /** The cells in one column of the sheet that was read last that are written in bold, in the shape of colours. */
  boldOf(sheet: NamedSheet, column: number): CellFills
}

export function visibleSheets<Sheet extends NamedSheet>(all: readonly Sheet[]): readonly Sheet[] {
  const visible = all.filter(({ isHidden }) => !isHidden)
  return visible.length === 0 ? all : visible
}

/** The sheets among which the plan is looked for: the one of that name, hidden or not, else those that people see. */
export function sheetsToTry({ all, visible }: SheetBook, wanted: string | undefined): readonly NamedSheet[] {
  if (wanted === undefined) return visible
  const plain = (name: string) => name.trim().toLowerCase()
  const found = all.find(({ name }) => name === wanted) ?? all.find(({ name }) => plain(name) === plain(wanted))
  if (found === undefined)
    throw new ImportRefusal('bad_option', `the workbook has no sheet ${quoted(wanted)}; it has ${listed(all)}`)
  return [found]
}

/** What to say about the sheets that are not read. */
export function otherSheets({ all }: SheetBook, read: NamedSheet, linksFrom: string | null): string[] {
  const others = all.filter((sheet) => sheet !== read && sheet.name !== linksFrom)
  if (others.length === 0) return []
  const first =
    read === all[0]
      ? 'Only the first sheet is read'
      : `Sheet ${quoted(read.name)} is read, the first that is visible and holds tasks`
  return [`${first}; ignored: ${listed(others)}.`]
}

/** The same where several are read as one. */
export function sheetsLeft({ all }: SheetBook, read: readonly NamedSheet[], linksFrom: string | null): string[] {
  const others = all.filter((sheet) => !read.includes(sheet) && sheet.name !== linksFrom)
  return others.length === 0 ? [] : [`Sheets that are not read: ${listed(others)}.`]
}

function listed(sheets: readonly NamedSheet[]): string {
  const named = sheets.slice(0, NAMED_SHEETS).map(({ name }) => quoted(name))
  const more = sheets.length > NAMED_SHEETS ? ` and ${sheets.length - NAMED_SHEETS} more` : ''
  return `${named.join(', ')}${more}`
}
