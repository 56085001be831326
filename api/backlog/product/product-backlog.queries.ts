import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { TaskScope } from '../../tasks/task-scope.ts'

export type StoryRow = Awaited<ReturnType<typeof listStories>>[number]

/** What may be planned into a sprint next, in its order: not begun, in no sprint, and no epic. */
export function listStories(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('acceptance_criteria as c')
          .innerJoin('tasks as o', 'o.id', 'c.task_id')
          .where('o.project_id', '=', projectId)
          .where('c.is_deleted', '=', false)
          .groupBy('c.task_id')
          .select(['c.task_id', sql<number>`count(*)::int`.as('total')])
          .select(sql<number>`(count(*) filter (where c.met))::int`.as('met'))
          .as('n'),
      (join) => join.onRef('n.task_id', '=', 't.id'),
    )
    .select(['t.id', sql<string>`p.code || '-T-' || t.number`.as('short_id'), 't.name', 't.type', 't.status'])
    .select(['t.story_points', 't.priority_rank', 't.dor', 't.parent_epic_id', 't.assignee_id', 't.server_version'])
    .select(['t.business_value', 't.time_criticality', 't.risk_reduction', 't.job_size', 't.reach', 't.impact'])
    .select(['t.confidence', 't.effort', 't.value', 't.effort_estimate', 'p.prioritization_model'])
    .select([
      sql<number>`coalesce(n.total, 0)`.as('criteria_total'),
      sql<number>`coalesce(n.met, 0)`.as('criteria_met'),
    ])
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
    .where('t.status', '=', 'BACKLOG')
    .where('t.sprint_id', 'is', null)
    .where('t.type', '<>', 'epic')
    .orderBy(sql`t.priority_rank nulls last`)
    .orderBy('t.number')
    .execute()
}

/** The epics of a project, and what all their stories count, those that are done and those in sprints too. */
export function listEpics(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .leftJoin('tasks as t', (join) =>
      join.onRef('t.parent_epic_id', '=', 'e.id').on('t.is_deleted', '=', false).on('t.type', '<>', 'epic'),
    )
    .select(['e.id', sql<string>`p.code || '-T-' || e.number`.as('short_id'), 'e.name', 'e.status'])
    .select(['e.priority_rank', 'e.server_version', sql<number>`count(t.id)::int`.as('story_count')])
    .select(sql<number>`coalesce(sum(t.story_points), 0)::int`.as('points_total'))
    .select(sql<number>`coalesce(sum(t.story_points) filter (where t.status = 'COMPLETE'), 0)::int`.as('points_done'))
    .where('e.project_id', '=', projectId)
    .where('e.is_deleted', '=', false)
    .where('e.type', '=', 'epic')
    .groupBy(['e.id', 'p.code'])
    .orderBy(sql`e.priority_rank nulls last`)
    .orderBy('e.name')
    .orderBy('e.id')
    .execute()
}

/** The model by which the project scores its tasks, and what the sprint under way can take. */
export function findBacklogFacts(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('projects as p')
    .leftJoin('sprints as s', (join) =>
      join.onRef('s.project_id', '=', 'p.id').on('s.state', '=', 'ACTIVE').on('s.is_deleted', '=', false),
    )
    .select(['p.prioritization_model', 's.capacity_points'])
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow()
}

/** Live tasks of the project among these, with what decides whether they stand in the queue. */
export function findQueued(ctx: Ctx<ProjectScope>, ids: readonly string[]) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .select(['t.id', 't.status', 't.server_version', 't.priority_rank'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('tasks as c')
            .select('c.id')
            .whereRef('c.parent_id', '=', 't.id')
            .where('c.is_deleted', '=', false),
        )
        .as('has_children'),
    )
    .where('t.id', '=', anyOf(ids))
    .where('t.project_id', '=', ctx.scope.projectId)
    .where('t.is_deleted', '=', false)
    .execute()
}

/** The column of the board that a task stands in, in its order; what is on hold waits with the backlog. */
export async function listColumn(ctx: Ctx<TaskScope>, taskId: string) {
  const column = (alias: string) =>
    sql`case ${sql.ref(`${alias}.status`)} when 'ON_HOLD' then 'BACKLOG' else ${sql.ref(`${alias}.status`)} end`
  return await tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('tasks as own', (join) => join.on('own.id', '=', taskId).onRef('own.project_id', '=', 't.project_id'))
    .select(['t.id', 't.priority_rank'])
    .where('t.project_id', '=', ctx.scope.projectId)
    .where('t.is_deleted', '=', false)
    .where(sql<boolean>`${column('t')} = ${column('own')}`)
    .orderBy(sql`t.priority_rank nulls last`)
    .orderBy('t.number')
    .execute()
}

/** Ranks of rows by steps, in the order of their ids. */
export function rankedBy(step: number, ids: readonly string[]): RankedId[] {
  return ids.map((id, index) => ({ id, priority_rank: (index + 1) * step }))
}

interface RankedId {
  readonly id: string
  readonly priority_rank: number
}

/** Gives tasks these ranks; those that have them already are left alone. */
export async function saveRanks(ctx: Ctx<ProjectScope>, rows: readonly RankedId[]): Promise<number> {
  const { projectId } = ctx.scope
  const [ids, ranks] = [rows.map(({ id }) => id), rows.map(({ priority_rank }) => priority_rank)]
  const saved = await sql`update tasks t set priority_rank = placed.rank,
      sync_seq = ${await lockProject(ctx, projectId)}, server_version = server_version + 1
    from unnest(${ids}::uuid[], ${ranks}::int[]) as placed(id, rank)
    where t.id = placed.id and t.project_id = ${projectId} and t.priority_rank is distinct from placed.rank
    returning 1`.execute(tables(ctx))
  return saved.rows.length
}
