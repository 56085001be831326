import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { datesOf } from '../../access/task-dates.queries.ts'
import { tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { schedulable } from '../../tasks/schedulable.queries.ts'

/** The live milestones of the project by date, and whether a sprint works towards each. */
export async function findMilestones(ctx: Ctx<ProjectScope>, isUnboundAlone: boolean) {
  const isBound = sql<boolean>`exists (select from sprints s where s.target_milestone_id = t.id and not s.is_deleted)`
  return tables(ctx)
    .selectFrom('tasks as t')
    .leftJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id', 't.name', sql<string>`coalesce(array_to_string(t.wbs_order, '.'), '')`.as('wbs_path')])
    .select([sql<string | null>`case when ${schedulable} then s.early_finish end`.as('early_finish')])
    .select(isBound.as('is_bound'))
    .where('t.project_id', '=', ctx.scope.projectId)
    .where('t.is_deleted', '=', false)
    .where('t.is_milestone', '=', true)
    .$if(isUnboundAlone, (some) => some.where(sql<boolean>`not ${isBound}`))
    .orderBy(sql`early_finish nulls last`)
    .orderBy('t.name')
    .orderBy('t.id')
    .execute()
}
