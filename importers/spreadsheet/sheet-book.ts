import type { CellFills } from './columns/filled-columns.ts'
import type { SheetTable } from './sheet-table.ts'

const NAMED_SHEETS = 5

export type NamedSheet = { readonly name: string; readonly isHidden: boolean }

/** A file of several sheets that can be read one after the other. */
export interface SheetBook {
  readonly format: 'xlsx' | 'ods'
  /** Whether its days count from 1904: a bare number of a day is 1462 less than elsewhere. */
  readonly is1904: boolean
  readonly all: readonly NamedSheet[]
  /** The sheets that people see, or all where they see none. */
  readonly visible: readonly NamedSheet[]
  /** Fills the table from a visible sheet. */
  fill(index: number, table: SheetTable): void
  /** The colours of the visible sheet that was read last: few sheets are asked for them. */
  fillsOf(index: number): CellFills
}

export function visibleSheets<Sheet extends NamedSheet>(all: readonly Sheet[]): readonly Sheet[] {
  const visible = all.filter(({ isHidden }) => !isHidden)
  return visible.length === 0 ? all : visible
}

/** What to say about the sheets that are not read. */
export function otherSheets({ all, visible }: SheetBook, index: number, linksFrom: string | null): string[] {
  const read = visible[index]
  const others = all.filter((sheet) => sheet !== read && sheet.name !== linksFrom)
  if (others.length === 0) return []
  const named = others.slice(0, NAMED_SHEETS).map(({ name }) => JSON.stringify(name.slice(0, 60)))
  const more = others.length > NAMED_SHEETS ? ` and ${others.length - NAMED_SHEETS} more` : ''
  const first =
    read === all[0]
      ? 'Only the first sheet is read'
      : `Sheet ${JSON.stringify(read?.name.slice(0, 60))} is read, the first that is visible and holds tasks`
  return [`${first}; ignored: ${named.join(', ')}${more}.`]
}
