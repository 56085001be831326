import type { SheetRow } from '../sheet-table.ts'
import type { SheetField } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'

const NONE: readonly string[] = []

/** The columns of a sheet by what they hold. */
export class ColumnSet {
  readonly #columns = new Map<SheetField, ColumnMatch[]>()

  constructor(matches: readonly ColumnMatch[]) {
    for (const match of matches) {
      if (match.field === null) continue
      const columns = this.#columns.get(match.field)
      if (columns === undefined) this.#columns.set(match.field, [match])
      else columns.push(match)
    }
  }

  has(field: SheetField): boolean {
    return this.#columns.has(field)
  }

  /** The header of a field's first column, as the file spells it; the field's own name when there is no column. */
  header(field: SheetField): string {
    return this.#columns.get(field)?.[0]?.header ?? field
  }

  /** The untrimmed cell of a field that stands in one column. */
  cell(row: SheetRow, field: SheetField): string {
    const index = this.#columns.get(field)?.[0]?.index
    return index === undefined ? '' : (row.cells[index] ?? '')
  }

  /** The cells of a field that may stand in several columns. */
  cells(row: SheetRow, field: SheetField): readonly string[] {
    const columns = this.#columns.get(field)
    return columns === undefined ? NONE : columns.map((column) => row.cells[column.index] ?? '')
  }
}
