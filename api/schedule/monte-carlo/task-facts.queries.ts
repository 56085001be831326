import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** Outline code and label names of every live task of the projects, by its id. */
export async function loadTaskFacts(db: Db, projectIds: readonly string[]) {
  const rows = await tables(db)
    .selectFrom('tasks as t')
    .leftJoin('task_labels as k', 'k.task_id', 't.id')
    .leftJoin('labels as l', (join) => join.onRef('l.id', '=', 'k.label_id').on('l.is_deleted', '=', false))
    .select([
      't.id',
      sql<string | null>`array_to_string(t.wbs_order, '.')`.as('wbs'),
      sql<
        string[]
      >`coalesce(array_agg(l.name::text order by l.position, l.id) filter (where l.id is not null), '{}')`.as('labels'),
    ])
    .where('t.project_id', '=', anyOf(projectIds))
    .where('t.is_deleted', '=', false)
    .groupBy('t.id')
    .execute()
  return new Map(rows.map(({ id, wbs, labels }) => [id, { wbs, labels }]))
}
