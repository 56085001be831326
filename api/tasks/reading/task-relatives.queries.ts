import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** Where records stand that speak of tasks, each with its `task_id` or the column named. */
export interface NamingTable {
  readonly table: string
  readonly column?: string
}

/** Those of the tables in which a row names any of the tasks. `idList` is the text of a uuid array. */
export async function findTablesNaming(
  db: Db,
  named: readonly NamingTable[],
  idList: string,
): Promise<ReadonlySet<string>> {
  const looks = named.map(
    ({ table, column = 'task_id' }) => sql`case when exists (select from ${sql.table(table)} r
      where ${sql.ref(`r.${column}`)} = any(${idList}::uuid[])) then ${sql.lit(table)} end`,
  )
  const found = await sql<{ tables: string[] }>`
    select array_remove(array[${sql.join(looks)}], null) as tables`.execute(tables(db))
  return new Set(found.rows[0]?.tables)
}

/** Condition on `tasks t`: whether it has an assignee or is named in any of the tables. */
export function carriesRecords(named: readonly NamingTable[]): RawBuilder<boolean> {
  const anyIn = ({ table, column = 'task_id' }: NamingTable) =>
    sql`(select true from ${sql.table(table)} r where ${sql.ref(`r.${column}`)} = t.id limit 1) is not null`
  return sql<boolean>`(t.assignee_id is not null or ${sql.join(named.map(anyIn), sql` or `)})`
}
