import { actorId, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { GovernanceClass } from '../task-values.ts'
import type { OutlineRow, PathChange } from './outline.ts'

/** A row of a subtree, with what decides who may delete it. */
export interface SubtreeRow {
  readonly id: string
  readonly is_subtask: boolean
  readonly assignee_id: string | null
}

/** Every live row of a project as the outline knows it; rows outside the tree have no labels. */
export function loadOutlineRows(
  ctx: Ctx<unknown>,
  projectId: string,
): Promise<(Omit<OutlineRow, 'wbs_order'> & { readonly wbs_order: number[] | null })[]> {
  return sql(
    ctx,
    `select id, parent_id, wbs_order, is_subtask, is_milestone, assignee_id from tasks
     where project_id = $1 and not is_deleted`,
    [projectId],
  )
}

/** A live row and everything that lives below it, the row first. */
export function loadSubtree(ctx: Ctx<unknown>, taskId: string): Promise<SubtreeRow[]> {
  return sql<SubtreeRow>(
    ctx,
    `with recursive subtree as (
       select id, is_subtask, assignee_id, 0 as depth from tasks where id = $1 and not is_deleted
       union all
       select c.id, c.is_subtask, c.assignee_id, s.depth + 1
       from subtree s join tasks c on c.parent_id = s.id and not c.is_deleted
     ) select id, is_subtask, assignee_id from subtree order by depth, id`,
    [taskId],
  )
}

/** How rows are governed, by id. */
export async function loadGovernance(
  ctx: Ctx<unknown>,
  taskIds: readonly string[],
): Promise<Map<string, GovernanceClass>> {
  if (taskIds.length === 0) return new Map()
  const rows = await sql<{ id: string; governance_class: GovernanceClass }>(
    ctx,
    'select id, governance_class from tasks where id = any($1::uuid[])',
    [taskIds],
  )
  return new Map(rows.map((row) => [row.id, row.governance_class]))
}

/** Stores new places of rows. A row that a person named counts as edited. */
export async function storePlaces(
  ctx: Ctx<unknown>,
  projectId: string,
  changes: readonly PathChange[],
  named: readonly string[] = [],
): Promise<void> {
  if (changes.length === 0) return
  await sql(
    ctx,
    `update tasks t set parent_id = c.parent_id, wbs_order = string_to_array(c.path, '.')::int[],
       edited_at = case when t.id = any($5::uuid[]) then $6::timestamptz else t.edited_at end,
       server_version = t.server_version + 1, sync_seq = $4
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as c(id, parent_id, path) where t.id = c.id`,
    [
      changes.map((change) => change.id),
      changes.map((change) => change.parentId),
      changes.map((change) => change.path.join('.')),
      await lockProject(ctx, projectId),
      actorId(ctx) === null ? [] : named,
      ctx.services.clock.now().toISOString(),
    ],
  )
}

/**
 * Marks live rows as deleted. What one act deletes carries one time, later than that of any act before it, so that it
 * comes back together and nothing else with it; answers that time.
 */
export async function markDeleted(
  ctx: Ctx<unknown>,
  projectId: string,
  taskIds: readonly string[],
): Promise<{ deletedAt: string; parentIds: string[] }> {
  const rows = await sql<{ parent_id: string | null; deleted_at: string }>(
    ctx,
    `with act as (select clock_timestamp() as at)
     update tasks set is_deleted = true, deleted_at = act.at, server_version = server_version + 1, sync_seq = $2
     from act where id = any($1::uuid[]) and not is_deleted returning parent_id, deleted_at`,
    [taskIds, await lockProject(ctx, projectId)],
  )
  const parentIds = [...new Set(rows.flatMap((row) => row.parent_id ?? []))]
  return { deletedAt: rows[0]?.deleted_at ?? ctx.services.clock.now().toISOString(), parentIds }
}

/** A subtask without its task is none: it goes on as work of its own. */
export async function releaseSubtasks(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): Promise<void> {
  await sql(
    ctx,
    `update tasks set is_subtask = false, server_version = server_version + 1, sync_seq = $2
     where id = any($1::uuid[]) and is_subtask`,
    [taskIds, await lockProject(ctx, projectId)],
  )
}

/** Condition on `tasks t`: somebody was put on the row later than it was written, which leaves its version as it is. */
export const ASSIGNED_SINCE =
  'exists (select 1 from task_resources later where later.task_id = t.id and later.created_at > t.created_at)'

/** Of some rows of a project those that may go: nothing that stays lives below them. */
export async function withoutHolders(
  ctx: Ctx<unknown>,
  projectId: string,
  taskIds: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `with recursive kept as (
       select t.parent_id from tasks t left join unnest($2::uuid[]) as gone(id) on gone.id = t.id
       where t.project_id = $1 and not t.is_deleted and gone.id is null
       union
       select above.parent_id from kept join tasks above on above.id = kept.parent_id)
     select t.id from tasks t where t.id = any($2::uuid[]) and t.project_id = $1 and not t.is_deleted
       and not exists (select 1 from kept where kept.parent_id = t.id)`,
    [projectId, taskIds],
  )
  return rows.map((row) => row.id)
}
