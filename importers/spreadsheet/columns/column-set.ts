import { type DurationUnit, unitOfHeader } from '../cells/duration-units.ts'
import type { SheetRow } from '../sheet-table.ts'
import type { ActualColumns } from './actual-columns.ts'
import type { SheetField } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'

const NONE: readonly string[] = []
const LETTER = /[([]\s*(\p{L}{1,2})\s*[)\]]/u

/** The columns of a sheet by what they hold. */
export class ColumnSet {
  readonly #columns = new Map<SheetField, ColumnMatch[]>()
  /** Where the first column of each field stands: asked for each field of each row. */
  readonly #places: Partial<Record<SheetField, number>> = {}
  readonly #units = new Map<SheetField, DurationUnit>()
  readonly #staggered: Partial<Record<SheetField, readonly number[]>>
  /** Places of the columns that name tasks, a level each; empty where one column names them all. */
  readonly levels: readonly number[]
  /** Where rows have ids beside those of the ID column, by which their parents are named; undefined where they have not. */
  otherIds: number | undefined = undefined
  /** Whether the column of names is headed as one of milestones. */
  namesMilestones = false
  /** Whether 0 is no length that anybody told. */
  zeroIsUntold = false
  /** Where a state or a day tells which rows were cancelled. */
  cancelled: number | undefined = undefined
  /** Where the sheet tells when work began and ended. */
  actual: ActualColumns = { start: undefined, finish: undefined }
  /** Whether the column of durations tells the work that a task takes, which may lie anywhere between its dates. */
  tellsEffort = false
  /** Whether rows with a start and a finish go on from one to the other, whatever their duration says. */
  datesDecide = false
  /** Whether codes or names step to the right by level. */
  readonly isStaggered: boolean

  /** `staggered` are the blank-headed columns that continue a field to the right, a level each. */
  constructor(
    matches: readonly ColumnMatch[],
    staggered: Partial<Record<SheetField, readonly number[]>> = {},
    levels: readonly number[] = [],
  ) {
    this.#staggered = staggered
    this.levels = levels
    this.isStaggered = Object.keys(staggered).length > 0
    for (const match of matches) {
      if (match.field === null) continue
      const columns = this.#columns.get(match.field)
      if (columns === undefined) {
        this.#columns.set(match.field, [match])
        this.#places[match.field] = match.index
      } else columns.push(match)
    }
  }

  /** The unit of a column's durations without one. */
  unitOf(field: 'duration' | 'optimistic' | 'most_likely' | 'pessimistic'): DurationUnit {
    let unit = this.#units.get(field)
    if (unit === undefined) {
      unit = (this.has(field) ? unitOfHeader(this.#withoutLetter(field)) : null) ?? 'day'
      this.#units.set(field, unit)
    }
    return unit
  }

  /** `Optimistic (a)`, `Most likely (m)`: letters that differ from estimate to estimate are those of a formula, and no unit. */
  #withoutLetter(field: SheetField): string {
    const letterOf = (other: SheetField) =>
      LETTER.exec(this.has(other) ? this.header(other) : '')?.[1]?.toLowerCase() ?? ''
    const differs = letterOf('optimistic') !== letterOf('most_likely')
    return field !== 'duration' && differs ? this.header(field).replace(LETTER, '') : this.header(field)
  }

  /** Says what the numbers of a column count where its header does not. */
  setUnit(field: 'duration', unit: DurationUnit): void {
    this.#units.set(field, unit)
  }

  /** Where the first column of a field stands. */
  index(field: SheetField): number | undefined {
    return this.#places[field]
  }

  has(field: SheetField): boolean {
    return this.#places[field] !== undefined
  }

  /** The header of a field's first column, as the file spells it; the field's own name when there is no column. */
  header(field: SheetField): string {
    return this.#columns.get(field)?.[0]?.header ?? field
  }

  /** The untrimmed cell of a field that stands in one column. */
  cell(row: SheetRow, field: SheetField): string {
    const index = this.#places[field]
    return index === undefined ? '' : (row.cells[index] ?? '')
  }

  /** The cell of a field that steps to the right by level, and how many steps it stands from its first column. */
  steppedCell(row: SheetRow, field: SheetField): { text: string; steps: number } {
    const text = this.cell(row, field)
    const further = this.#staggered[field]
    if (further === undefined || text.trim() !== '') return { text, steps: 0 }
    const at = further.findIndex((index) => (row.cells[index] ?? '').trim() !== '')
    return at < 0 ? { text, steps: 0 } : { text: row.cells[further[at] ?? 0] ?? '', steps: at + 1 }
  }

  /** The cells of a field that may stand in several columns. */
  cells(row: SheetRow, field: SheetField): readonly string[] {
    const at = this.#places[field]
    if (at === undefined) return NONE
    const columns = this.#columns.get(field) as readonly ColumnMatch[]
    return columns.length === 1 ? [row.cells[at] ?? ''] : columns.map(({ index }) => row.cells[index] ?? '')
  }
}
