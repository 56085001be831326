import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import type { StaleBecause } from './stale-because.ts'

/** How tasks are called now; those deleted since are left off. */
export function findCalledTasks(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .select([
      't.id',
      't.name',
      sql<string>`coalesce(array_to_string(t.wbs_order, '.'), '')`.as('wbs'),
      sql<string>`p.code || '-T-' || t.number`.as('short_id'),
    ])
    .where('t.id', '=', anyOf(ids))
    .where('t.is_deleted', '=', false)
    .execute()
}

/** The marks of those of the projects whose dates are stale, the oldest first. */
export function findStaleMarks(db: Db, projectIds: readonly string[], limit: number) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'dates_stale_since', 'dates_stale_because'])
    .where('id', '=', anyOf(projectIds))
    .where('dates_stale_since', 'is not', null)
    .orderBy('dates_stale_since')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/**
 * A mark for each of the projects; null clears it. One that was there keeps its beginning. Returns the projects whose
 * people have not been told of what their mark says.
 */
export async function saveStaleMarks(
  db: Db,
  projectIds: readonly string[],
  marks: readonly (StaleBecause | null)[],
  at: Date,
): Promise<string[]> {
  const saved = await sql<{ id: string; is_news: boolean }>`
    update projects p set dates_stale_because = m.because,
      dates_stale_since = case when m.because is null then null else coalesce(p.dates_stale_since, ${at}::timestamptz) end
    from unnest(${projectIds}::uuid[], ${marks.map((mark) => mark && JSON.stringify(mark))}::text[]) as mark(id, text)
      join projects before on before.id = mark.id
      cross join lateral (select mark.text::jsonb as because) m
    where p.id = mark.id
    returning p.id, m.because is not null and before.dates_stale_because is distinct from m.because as is_news`.execute(
    tables(db),
  )
  return saved.rows.filter((row) => row.is_news).map((row) => row.id)
}
