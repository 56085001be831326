import { sql } from 'kysely'
import { agentMayRead } from '../../access/agent-consent.queries.ts'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { personName } from '../../access/person-name.queries.ts'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'

/** Flagged tasks of a sprint, those that have waited longest first; never what their reasons say. */
export function listBlocked(
  db: Db,
  sprintId: string,
  filter: { blockerType: string | undefined; before: Date | null; limit: number },
) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .leftJoin('accounts as a', 'a.id', 't.assignee_id')
    .select(['t.id', sql<string>`p.code || '-T-' || t.number`.as('short_id'), 't.name', 't.status', 't.assignee_id'])
    .select([personName('a').as('assignee_name'), 't.blocker_type', 't.blocking_task_id', 't.blocked_since'])
    .where('t.sprint_id', '=', sprintId)
    .where('t.is_deleted', '=', false)
    .where('t.blocked_reason', '<>', '')
    .$if(filter.blockerType !== undefined, (rows) => rows.where('t.blocker_type', '=', filter.blockerType ?? ''))
    .$if(filter.before !== null, (rows) => rows.where(sql<boolean>`t.blocked_since <= ${filter.before}`))
    .orderBy('t.blocked_since')
    .orderBy('t.id')
    .limit(filter.limit)
    .execute()
}

/** What earlier sprints handed on to a sprint when they were closed. */
export function listCarriedInto(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('sprint_task_outcomes as o')
    .innerJoin('sprints as s', 's.id', 'o.sprint_id')
    .leftJoin('tasks as t', (join) => join.onRef('t.id', '=', 'o.task_id').on('t.is_deleted', '=', false))
    .select(['o.task_id', 'o.task_short_id', 'o.task_title', 'o.story_points', 'o.final_status', 'o.was_pending'])
    .select(['s.id as from_sprint_id', 's.name as from_sprint_name', 't.status as current_status'])
    .select(sql<boolean>`t.sprint_id is not distinct from ${sprintId}::uuid`.as('is_still_here'))
    .where('o.next_sprint_id', '=', sprintId)
    .where('s.is_deleted', '=', false)
    .orderBy('s.closed_at', 'desc')
    .orderBy(sql`length(o.task_short_id)`)
    .orderBy('o.task_short_id')
    .execute()
}

/** The projects in use of the caller with a sprint under way, the one that ends first before the others. */
export function listActiveSprintProjects(ctx: Ctx, limit: number) {
  return tables(ctx)
    .selectFrom('projects as p')
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .innerJoin('sprints as s', (join) =>
      join.onRef('s.project_id', '=', 'p.id').on('s.is_deleted', '=', false).on('s.state', '=', 'ACTIVE'),
    )
    .select(['p.id', 'p.name', 'p.code', 'p.program_id', 'p.is_archived', 'm.role', 's.id as sprint_id'])
    .where('p.is_deleted', '=', false)
    .where('p.is_archived', '=', false)
    .where(agentMayRead(ctx, 'p'))
    .orderBy('s.finish_date')
    .orderBy('p.name')
    .orderBy('p.id')
    .limit(limit)
    .execute()
}

/** What is odd about how a project's work lies in sprints. */
export async function countSprintSignals(db: Db, projectId: string) {
  const found = await sql<{ orphan: number; phase_span: number; summary_in_sprint: number; active: boolean }>`
    with live as (select t.*, exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted) as has_children
      from tasks t where t.project_id = ${projectId} and not t.is_deleted),
    active as (select id from sprints where project_id = ${projectId} and state = 'ACTIVE' and not is_deleted)
    select (select count(*)::int from live where parent_id is null and not has_children and not is_milestone
        and sprint_id is null and type <> 'epic' and not is_recurring and status <> 'COMPLETE') as orphan,
      (select count(distinct l.wbs_order[1])::int from live l join active on active.id = l.sprint_id
        where cardinality(l.wbs_order) > 1) as phase_span,
      (select count(*)::int from live l join active on active.id = l.sprint_id where l.has_children) as summary_in_sprint,
      exists (select 1 from active) as active`.execute(tables(db))
  return found.rows[0] ?? { orphan: 0, phase_span: 0, summary_in_sprint: 0, active: false }
}
