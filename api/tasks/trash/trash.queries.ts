import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { SubtreeRow } from '../structure/structure.queries.ts'

export interface DeletedRow {
  readonly id: string
  readonly parent_id: string | null
  readonly is_subtask: boolean
  readonly wbs_order: number[] | null
  readonly deleted_at: string
}

export interface LiveParent {
  readonly id: string
  readonly wbs_order: number[]
}

export function findDeletedRow(ctx: Ctx<unknown>, projectId: string, taskId: string): Promise<DeletedRow | undefined> {
  return sqlOne<DeletedRow>(
    ctx,
    'select id, parent_id, is_subtask, wbs_order, deleted_at from tasks where id = $1 and project_id = $2 and is_deleted',
    [taskId, projectId],
  )
}

/** A deleted row and everything below it that went with it. */
const GONE_TOGETHER = `
  select t.id, t.is_subtask, t.assignee_id, t.deleted_at from tasks t where t.id = $1 and t.is_deleted
  union all
  select c.id, c.is_subtask, c.assignee_id, c.deleted_at
  from gone g join tasks c on c.parent_id = g.id and c.is_deleted and c.deleted_at = g.deleted_at`

export function loadGoneTogether(ctx: Ctx<unknown>, taskId: string): Promise<SubtreeRow[]> {
  return sql<SubtreeRow>(
    ctx,
    `with recursive gone as (${GONE_TOGETHER}) select id, is_subtask, assignee_id from gone`,
    [taskId],
  )
}

/** Projects that deleted links of a task, or of what went with it, reach into. */
export async function linkedProjects(ctx: Ctx<unknown>, taskId: string): Promise<string[]> {
  const rows = await sql<{ project_id: string }>(
    ctx,
    `with recursive gone as (${GONE_TOGETHER})
     select distinct unnest(array[d.predecessor_project_id, d.successor_project_id]) as project_id
     from gone g join dependencies d on d.is_deleted and g.id in (d.predecessor_id, d.successor_id)`,
    [taskId],
  )
  return rows.map((row) => row.project_id)
}

/** The nearest row above a deleted one that lives and may have children. */
export function nearestLiveParent(
  ctx: Ctx<unknown>,
  projectId: string,
  parentId: string | null,
): Promise<LiveParent | undefined> {
  return sqlOne<LiveParent>(
    ctx,
    `with recursive above as (
       select t.*, 1 as distance from tasks t where t.id = $2 and t.project_id = $1
       union all
       select t.*, a.distance + 1 from above a join tasks t on t.id = a.parent_id
     )
     select a.id, a.wbs_order from above a where not a.is_deleted and not a.is_milestone and not a.is_subtask and a.wbs_order is not null
     order by a.distance limit 1`,
    [projectId, parentId],
  )
}

export async function isPathFree(ctx: Ctx<unknown>, projectId: string, path: readonly number[]): Promise<boolean> {
  const taken = await sqlOne(
    ctx,
    'select 1 from tasks where project_id = $1 and not is_deleted and wbs_order = $2::int[]',
    [projectId, path],
  )
  return taken === undefined
}

/** Brings a deleted row back to a place with everything that went with it, each below its own parent. */
export async function reviveSubtree(
  ctx: Ctx<unknown>,
  projectId: string,
  place: { taskId: string; parentId: string | null; isSubtask: boolean; wbsOrder: readonly number[] | null },
): Promise<void> {
  await sql(
    ctx,
    `with recursive back as (
       select t.id, $3::uuid as parent_id, $4::boolean as is_subtask, $5::int[] as path, t.deleted_at
       from tasks t where t.id = $1
       union all
       select c.id, c.parent_id, c.is_subtask,
         case when c.wbs_order is not null then b.path || c.wbs_order[cardinality(c.wbs_order):] end, c.deleted_at
       from back b join tasks c on c.parent_id = b.id and c.is_deleted and c.deleted_at = b.deleted_at
     )
     update tasks t set is_deleted = false, deleted_at = null, parent_id = back.parent_id, is_subtask = back.is_subtask,
       wbs_order = back.path, server_version = t.server_version + 1, sync_seq = $2
     from back where t.id = back.id`,
    [place.taskId, await lockProject(ctx, projectId), place.parentId, place.isSubtask, place.wbsOrder],
  )
}
