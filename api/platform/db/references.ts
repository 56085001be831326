/** Why the columns written by the ten thousand have no foreign key: measured with an import of 20,000 tasks and its purge. */
export const HOT_PATH =
  'the keys of links and parents cost an import of 20,000 tasks more CPU and multiply that of its purge'

/** What the database does with a row when the row that it names is deleted. */
export type Fate = 'delete' | 'forget' | 'refuse'

export type Reference =
  | { readonly table: string; readonly column: string; readonly fate: Fate; readonly isChecked: true }
  | { readonly isChecked: false; readonly because: string }

const declared = new Map<string, Readonly<Record<string, Reference>>>()

/** The row belongs to the one that it names and goes with it. */
export const ownedBy = (table: string, column = 'id'): Reference => ({ table, column, fate: 'delete', isChecked: true })

/** The row names another and stands without it. */
export const mayName = (table: string, column = 'id'): Reference => ({ table, column, fate: 'forget', isChecked: true })

/** The other row cannot be deleted while this one names it. */
export const holds = (table: string, column = 'id'): Reference => ({ table, column, fate: 'refuse', isChecked: true })

/** No foreign key, and why. */
export const unchecked = (because: string): Reference => ({ isChecked: false, because })

/** When the keys of a table are checked: with each statement, or once when the transaction ends. */
export type CheckedAt = 'statement' | 'commit'

const checkTimes = new Map<string, CheckedAt>()

/**
 * Says of each column of an entity that ends in `_id` which row it names. Foreign keys stand beside the entity instead of
 * in it as relations, so that columns stay plain values everywhere and a table may name one of a higher floor without
 * importing it. The schema generator makes the constraints and, where no index of the entity serves, an index of each. A
 * table that is written by the unit of work, which orders its inserts without knowing of these keys, or together with the
 * rows that it names has them checked at commit.
 */
export function references<Columns extends object>(
  entity: { readonly tableName: string; readonly properties: Columns },
  keys: Readonly<Record<Extract<keyof Columns, `${string}_id`>, Reference>> &
    Readonly<Partial<Record<Extract<keyof Columns, string>, Reference>>>,
  checkedAt: CheckedAt = 'statement',
): void {
  declared.set(entity.tableName, keys)
  checkTimes.set(entity.tableName, checkedAt)
}

/** Column and reference, for every column of a table that was declared. */
export function referencesOf(table: string): [string, Reference][] {
  return Object.entries(declared.get(table) ?? {})
}

export function checkTimeOf(table: string): CheckedAt {
  return checkTimes.get(table) ?? 'statement'
}

/** Tables of which it was said what their columns name. */
export function declaredTables(): string[] {
  return [...declared.keys()]
}
