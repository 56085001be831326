import { sql } from 'kysely'
import { programMemberships, projectMemberships } from '../access/memberships.queries.ts'
import { datesOf } from '../access/task-dates.queries.ts'
import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'

/** A task as the end of a link, with what the caller is to its project and program. */
export type LinkEnd = Awaited<ReturnType<typeof selectLinkEnds>>[number]

/** Live tasks of live projects by id, whoever may see them. */
export async function findLinkEnds(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<Map<string, LinkEnd>> {
  return new Map((await selectLinkEnds(ctx, taskIds)).map((row) => [row.id, row]))
}

function selectLinkEnds(ctx: Ctx<unknown>, taskIds: readonly string[]) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .leftJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .leftJoin(programMemberships(ctx, actorId(ctx)), 'pm.program_id', 'p.program_id')
    .select(['t.id', 't.name', 't.number', 't.is_milestone', 't.project_id'])
    .select(sql<string>`coalesce(array_to_string(t.wbs_order, '.'), '')`.as('wbs'))
    .select(['p.code as project_code', 'p.name as project_name', 'p.program_id', 'p.is_archived'])
    .select(['m.role', 'pm.role as program_role'])
    .where('t.id', '=', anyOf(taskIds))
    .where('t.is_deleted', '=', false)
    .where('p.is_deleted', '=', false)
    .execute()
}

/** When the tasks are to happen, for those with a schedule. */
export async function findCardDates(ctx: Ctx<unknown>, taskIds: readonly string[]) {
  const rows = await tables(ctx)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id as task_id', 's.early_start', 's.early_finish', 's.is_critical'])
    .where('t.id', '=', anyOf(taskIds))
    .execute()
  return new Map(rows.map((row) => [row.task_id, row]))
}
