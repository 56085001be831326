import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

/** Outline code and label names of every live task of the project, by its id. */
export async function loadTaskFacts({ scope, ...ctx }: Ctx<ProjectScope>) {
  const rows = await tables(ctx)
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
    .where('t.project_id', '=', scope.projectId)
    .where('t.is_deleted', '=', false)
    .groupBy('t.id')
    .execute()
  return new Map(rows.map(({ id, wbs, labels }) => [id, { wbs, labels }]))
}
