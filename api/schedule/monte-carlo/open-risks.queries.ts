import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'

type OpenRisk = Pick<RowOf<'risks'>, 'id' | 'probability'> & {
  readonly delay: NonNullable<RowOf<'risks'>['delay']>
  readonly task_ids: string[]
}

/** Risks of the project that are open or being dealt with, have a delay and name tasks. */
export async function findOpenRisks({ scope, ...ctx }: Ctx<ProjectScope>): Promise<OpenRisk[]> {
  const rows = await tables(ctx)
    .selectFrom('risks as r')
    .innerJoin('risk_tasks as k', 'k.risk_id', 'r.id')
    .select(['r.id', 'r.probability', 'r.delay', sql<string[]>`array_agg(k.task_id order by k.task_id)`.as('task_ids')])
    .where('r.project_id', '=', scope.projectId)
    .where('r.is_deleted', '=', false)
    .where('r.status', 'in', ['OPEN', 'MITIGATING'])
    .where('r.delay', 'is not', null)
    .groupBy('r.id')
    .orderBy('r.number')
    .execute()
  return rows as OpenRisk[]
}
