import type { SheetRow } from '../sheet-table.ts'

/** The cells of a column that are not blank, without the blanks around them. */
export function filledTexts(rows: readonly Pick<SheetRow, 'cells'>[], index: number): string[] {
  const texts: string[] = []
  for (const { cells } of rows) {
    const cell = cells[index]
    const text = cell === undefined || cell === '' ? '' : cell.trim()
    if (text !== '') texts.push(text)
  }
  return texts
}

/** Whether a row has anything but blanks in a column. */
export function isFilled({ cells }: Pick<SheetRow, 'cells'>, index: number): boolean {
  return (cells[index] ?? '').trim() !== ''
}
