import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'

export interface SealedColumn {
  readonly table: string
  readonly column: string
}

/** How many of the kinds of background work showed within the last seconds that they live, by the database's clock. */
export async function countBeating(db: Db, names: readonly string[], withinSeconds: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('job_heartbeats')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where(sql<boolean>`beat_at > now() - make_interval(secs => ${withinSeconds})`)
    .executeTakeFirstOrThrow()
  return count
}

/** Every column that holds sealed text: it is named so, and none has to be listed here. */
export async function findSealedColumns(db: Db): Promise<SealedColumn[]> {
  const found = await sql<SealedColumn>`
    select c.relname as "table", a.attname as "column"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attname like 'sealed\\_%'
      and not a.attisdropped`.execute(tables(db))
  return found.rows
}

/** Whether one of the columns holds a text that does not begin with the prefix. */
export async function hasForeignText(db: Db, columns: readonly SealedColumn[], prefix: string): Promise<boolean> {
  if (columns.length === 0) return false
  const searches = columns.map(
    ({ table, column }) =>
      sql`(select 1 from ${sql.table(table)} where ${sql.ref(column)} not like ${`${prefix}%`} limit 1)`,
  )
  const found = await sql`${sql.join(searches, sql` union all `)}`.execute(tables(db))
  return found.rows.length > 0
}

/** Writes down, by the database's clock, that these kinds of background work live. */
export async function upsertBeats(db: Db, names: readonly string[]): Promise<void> {
  await tables(db)
    .insertInto('job_heartbeats')
    .columns(['name', 'beat_at'])
    .expression(sql`select name, now() from unnest(${names}::text[]) as beating(name)`)
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ beat_at: eb.ref('excluded.beat_at') })))
    .execute()
}
