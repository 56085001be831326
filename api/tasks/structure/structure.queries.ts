import { sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { HAS_STRUCTURAL_CHILD, NEXT_VERSION } from '../task.queries.ts'
import type { GovernanceClass } from '../task-values.ts'
import type { PathChange } from './outline.ts'
import { pathAfter } from './wbs-position.ts'

/** A row of a subtree, with what decides who may delete it. */
export type SubtreeRow = Readonly<Pick<RowOf<'tasks'>, 'id' | 'is_subtask' | 'assignee_id'>>

/** Every live row of a project as the outline knows it; rows outside the tree have no labels. */
export function loadOutlineRows(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'parent_id', 'wbs_order', 'is_subtask', 'is_milestone', 'assignee_id'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .execute()
}

/** A live row and everything that lives below it, the row first. */
export async function loadSubtree(db: Db, taskId: string): Promise<SubtreeRow[]> {
  const found = await sql<SubtreeRow>`with recursive subtree as (
       select id, is_subtask, assignee_id, 0 as depth from tasks where id = ${taskId} and not is_deleted
       union all
       select c.id, c.is_subtask, c.assignee_id, s.depth + 1
       from subtree s join tasks c on c.parent_id = s.id and not c.is_deleted
     ) select id, is_subtask, assignee_id from subtree order by depth, id`.execute(tables(db))
  return found.rows
}

/** How rows are governed, by id. */
export async function loadGovernance(db: Db, taskIds: readonly string[]): Promise<Map<string, GovernanceClass>> {
  if (taskIds.length === 0) return new Map()
  const rows = await tables(db)
    .selectFrom('tasks')
    .select(['id', 'governance_class'])
    .where('id', '=', anyOf(taskIds))
    .execute()
  return new Map(rows.map((row) => [row.id, row.governance_class as GovernanceClass]))
}

/** A live row of the project below which a new one is to stand. */
export function findParent(db: Db, projectId: string, parentId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .select(['t.is_subtask', 't.is_milestone', 't.wbs_order', 't.governance_class'])
    .select(HAS_STRUCTURAL_CHILD.as('has_structural_child'))
    .where('t.id', '=', parentId)
    .where('t.project_id', '=', projectId)
    .where('t.is_deleted', '=', false)
    .executeTakeFirst()
}

/**
 * One more than the highest label in use at a level, so that labels of deleted rows are not handed out again while
 * higher ones live. One index probe, whatever the number of siblings. `parentPath` empty: the top level.
 */
export async function nextLabel(db: Db, projectId: string, parentPath: readonly number[]): Promise<number> {
  const depth = parentPath.length
  let level = tables(db)
    .selectFrom('tasks')
    .select(sql<number>`wbs_order[${sql.lit(depth + 1)}]`.as('label'))
    .where('project_id', '=', projectId)
    // Spelled out, so that the plan which the server keeps may use the index of live rows.
    .where('is_deleted', '=', sql.lit(false))
    .where('wbs_order', 'is not', null)
  if (depth > 0) {
    // Paths below [1, 2] sort between [1, 2] and [1, 3].
    const [above, behind] = [[...parentPath], pathAfter(parentPath)]
    level = level.where(sql<boolean>`wbs_order > ${above}::int[]`).where(sql<boolean>`wbs_order < ${behind}::int[]`)
  }
  const last = await level.orderBy('wbs_order', 'desc').limit(sql.lit(1)).executeTakeFirst()
  return (last?.label ?? 0) + 1
}

/** Stores new places of rows. A row that a person named counts as edited. */
export async function storePlaces(
  ctx: Ctx<unknown>,
  projectId: string,
  changes: readonly PathChange[],
  named: readonly string[] = [],
): Promise<void> {
  if (changes.length === 0) return
  const ids = changes.map((change) => change.id)
  const parentIds = changes.map((change) => change.parentId)
  const paths = changes.map((change) => change.path.join('.'))
  const editedIds = actorId(ctx) === null ? [] : named
  await sql`update tasks t set parent_id = c.parent_id, wbs_order = string_to_array(c.path, '.')::int[],
       edited_at = case when t.id = any(${editedIds}::uuid[]) then ${ctx.services.clock.now().toISOString()}::timestamptz
         else t.edited_at end,
       server_version = t.server_version + 1, sync_seq = ${await lockProject(ctx, projectId)}
     from unnest(${ids}::uuid[], ${parentIds}::uuid[], ${paths}::text[]) as c(id, parent_id, path)
     where t.id = c.id`.execute(tables(ctx))
}

/**
 * Marks live rows as deleted. What one act deletes carries one time, later than that of any act before it, so that it
 * comes back together and nothing else with it; returns that time.
 */
export async function markDeleted(
  ctx: Ctx<unknown>,
  projectId: string,
  taskIds: readonly string[],
): Promise<{ deletedAt: string; parentIds: string[] }> {
  const deleted = await sql<{ parent_id: string | null; deleted_at: string }>`
    with act as (select clock_timestamp() as at)
     update tasks set is_deleted = true, deleted_at = act.at, server_version = server_version + 1,
       sync_seq = ${await lockProject(ctx, projectId)}
     from act where id = any(${taskIds}::uuid[]) and not is_deleted returning parent_id, deleted_at`.execute(
    tables(ctx),
  )
  const parentIds = [...new Set(deleted.rows.flatMap((row) => row.parent_id ?? []))]
  return { deletedAt: deleted.rows[0]?.deleted_at ?? ctx.services.clock.now().toISOString(), parentIds }
}

/** A subtask without its task is none: it goes on as work of its own. */
export async function releaseSubtasks(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): Promise<void> {
  await tables(ctx)
    .updateTable('tasks')
    .set({ is_subtask: false, server_version: NEXT_VERSION, sync_seq: await lockProject(ctx, projectId) })
    .where('id', '=', anyOf(taskIds))
    .where('is_subtask', '=', true)
    .execute()
}

/** Gives rows that gained their first structural child the state of a phase; returns those that had not had it. */
export async function parkWork(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]) {
  return tables(ctx)
    .updateTable('tasks as t')
    .set({
      own_status: sql`t.status`,
      own_estimate: sql`t.duration`,
      auto_container: sql`t.auto_container or t.structure_role = 'work'`,
      structure_role: sql`case when t.structure_role = 'work' then 'container' else t.structure_role end`,
      server_version: sql`t.server_version + 1`,
      sync_seq: await lockProject(ctx, projectId),
    })
    .where('t.id', '=', anyOf(taskIds))
    .where('t.is_deleted', '=', false)
    .where('t.is_subtask', '=', false)
    .where('t.own_status', 'is', null)
    .where('t.own_estimate', 'is', null)
    .where(HAS_STRUCTURAL_CHILD)
    .returning(['t.id', 't.server_version'])
    .execute()
}

/** Gives phases that lost their last structural child their own work back; returns those that changed. */
export async function unparkWork(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]) {
  return tables(ctx)
    .updateTable('tasks as t')
    .set({
      status: sql`coalesce(t.own_status, t.status)`,
      duration: sql`coalesce(t.own_estimate, t.duration)`,
      status_changed_at: sql`case when coalesce(t.own_status, t.status) = t.status then t.status_changed_at else now() end`,
      structure_role: sql`case when t.auto_container then 'work' else t.structure_role end`,
      auto_container: false,
      own_status: null,
      own_estimate: null,
      server_version: sql`t.server_version + 1`,
      sync_seq: await lockProject(ctx, projectId),
    })
    .where('t.id', '=', anyOf(taskIds))
    .where('t.is_deleted', '=', false)
    .where((eb) => eb.or([eb('t.auto_container', '=', true), eb('t.own_status', 'is not', null)]))
    .where((eb) => eb.not(HAS_STRUCTURAL_CHILD))
    .returning(['t.id', 't.server_version'])
    .execute()
}

/** Links that begin or end at a row, in the order of their ids. */
export async function linkIdsOf(db: Db, taskId: string): Promise<string[]> {
  const links = await tables(db)
    .selectFrom('dependencies')
    .select('id')
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([eb('predecessor_id', '=', taskId), eb('successor_id', '=', taskId)]))
    .orderBy('id')
    .execute()
  return links.map((link) => link.id)
}

/** The condition on `tasks t`: somebody was put on the row later than it was written, which leaves its version as it is. */
export const ASSIGNED_SINCE = sql<boolean>`exists (
  select 1 from task_resources later where later.task_id = t.id and later.created_at > t.created_at)`

/** Of some rows of a project those that may go: nothing that stays lives below them. */
export async function withoutHolders(db: Db, projectId: string, taskIds: readonly string[]): Promise<string[]> {
  const found = await sql<{ id: string }>`with recursive kept as (
       select t.parent_id from tasks t left join unnest(${taskIds}::uuid[]) as gone(id) on gone.id = t.id
       where t.project_id = ${projectId} and not t.is_deleted and gone.id is null
       union
       select above.parent_id from kept join tasks above on above.id = kept.parent_id)
     select t.id from tasks t where t.id = any(${taskIds}::uuid[]) and t.project_id = ${projectId} and not t.is_deleted
       and not exists (select 1 from kept where kept.parent_id = t.id)`.execute(tables(db))
  return found.rows.map((row) => row.id)
}
