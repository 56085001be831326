import type { SheetRow } from '../sheet-table.ts'

/** The cells of a column that are not blank, without the blanks around them. */
export function filledTexts(rows: readonly Pick<SheetRow, 'cells'>[], index: number): string[] {
  return rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((text) => text !== '')
}
