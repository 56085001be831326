import type { PlanField, PlanFieldValue } from '../../../plan/imported-plan.ts'
import { PLANNER_FIELDS, type PlannerField } from '../../planner-fields.ts'
import type { ProjectStore } from '../container/project-store.ts'
import type { VarData } from '../rows/read-var-data.ts'
import type { TableRecord } from '../rows/record.ts'
import { openVarData } from '../rows/task-table.ts'
import { int32, utf16Text } from '../values/read-bytes.ts'

/** A text can point to a list of values instead of being one: two bytes say so, four name the row. */
const LOOKUP_LENGTH = 6
const LOOKUP_MARK = 0x0700

/** The text of a row of the lists that texts are chosen from. */
export type ListedTexts = (row: number) => string | null

const LISTS = 'TBkndOutlCode'
const LISTED_VALUE = 22

/** The lists of a plan since 2007; before, a chosen text is written out in its task. Opened where a task points to one. */
export function readListedTexts(store: ProjectStore): ListedTexts {
  let values: VarData | null = null
  return (row) => {
    if (store.version.format === 'mpp9' || store.stream(LISTS, 'VarMeta').length === 0) return null
    values ??= openVarData(store, LISTS)
    const bytes = values.bytes(row, LISTED_VALUE)
    return bytes === null ? null : utf16Text(bytes).trim() || null
  }
}

const COLUMNS = PLANNER_FIELDS.filter(({ type }) => type !== 'BOOLEAN')
/** Yes and no are bits beside the rows, which the map of columns does not tell. */
const FLAGS = PLANNER_FIELDS.filter(({ type }) => type === 'BOOLEAN')

/** What tasks have in the columns that the planner leaves to its people. */
export class OwnFields {
  readonly #used = new Set<PlannerField>()
  readonly #listedText: ListedTexts

  constructor(listedText: ListedTexts = () => null) {
    this.#listedText = listedText
  }

  /** Undefined where the task has nothing in them. */
  valuesOf(record: TableRecord, isFlagged: (index: number) => boolean): Record<string, PlanFieldValue> | undefined {
    let values: Record<string, PlanFieldValue> | undefined
    const keep = (field: PlannerField, value: PlanFieldValue | null) => {
      if (value === null) return
      values ??= {}
      values[field.id] = value
      this.#used.add(field)
    }
    for (const field of COLUMNS) keep(field, readValue(record, field, this.#listedText))
    // No is what every task says that nobody marked.
    for (const [index, field] of FLAGS.entries()) keep(field, isFlagged(index) || null)
    return values
  }

  /** Those that a task has something in, under the names that the plan gives them. */
  inUse(names: ReadonlyMap<number, string>): PlanField[] {
    return PLANNER_FIELDS.filter((field) => this.#used.has(field)).map(({ id, name, type, column }) => ({
      id,
      name: names.get(column) ?? name,
      field_type: type,
    }))
  }
}

function readValue(
  record: TableRecord,
  { type, column }: PlannerField,
  listedText: ListedTexts,
): PlanFieldValue | null {
  if (type === 'DATE') return record.timestamp(column)?.slice(0, 10) ?? null
  // The planner shows nothing where a number is zero.
  if (type === 'NUMBER') return record.float64(column) || null
  const bytes = record.bytes(column)
  if (bytes === null) return null
  if (bytes.length === LOOKUP_LENGTH && (int32(bytes, 0) & 0xff00) === LOOKUP_MARK) return listedText(int32(bytes, 2))
  return record.text(column)?.trim() || null
}
