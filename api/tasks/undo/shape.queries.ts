import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { MAY_HAVE_RELATIVES } from '../task-relatives.ts'
import type { CreatedRow, RowShape } from './snapshots.ts'

/** Rows as they stand, deleted ones too, in order of id. */
export function loadShapes(ctx: Ctx<unknown>, ids: readonly string[]): Promise<RowShape[]> {
  return sql<RowShape>(
    ctx,
    `select id, parent_id, array_to_string(wbs_order, '.') as path, is_deleted, edited_at, status, duration, structure_role,
       auto_container, own_status, own_estimate from tasks where id = any($1::uuid[]) order by id`,
    [ids],
  )
}

/** Gives rows their place and their work; deleted ones live again. */
export async function storeShapes(ctx: Ctx<unknown>, projectId: string, rows: readonly RowShape[]): Promise<void> {
  await sql(
    ctx,
    `update tasks t set parent_id = b.parent_id, wbs_order = string_to_array(b.path, '.')::int[],
       is_deleted = false, deleted_at = null, edited_at = b.edited_at, status = b.status, duration = b.duration,
       structure_role = b.structure_role, auto_container = b.auto_container, own_status = b.own_status,
       own_estimate = b.own_estimate, server_version = t.server_version + 1, sync_seq = $2
     from jsonb_to_recordset($1::jsonb) as b(id uuid, parent_id uuid, path text, edited_at timestamptz, status text,
       duration int, structure_role text, auto_container boolean, own_status text, own_estimate int)
     where t.id = b.id`,
    [JSON.stringify(rows), await lockProject(ctx, projectId)],
  )
}

/** Whether a row that a change does not know hangs below one of its rows, or stands on one of the paths. */
export async function hasStranger(
  ctx: Ctx<unknown>,
  projectId: string,
  facts: { knownIds: readonly string[]; parentIds: readonly string[]; paths: readonly string[] },
): Promise<boolean> {
  const stranger = await sqlOne(
    ctx,
    `select 1 from tasks where project_id = $1 and not is_deleted and id <> all($2::uuid[])
       and (parent_id = any($3::uuid[]) or array_to_string(wbs_order, '.') = any($4::text[])) limit 1`,
    [projectId, facts.knownIds, facts.parentIds, facts.paths],
  )
  return stranger !== undefined
}

/** Whether rows that a change made are gone, or carry anything that somebody gave them since. */
export async function isCreatedChanged(ctx: Ctx<unknown>, created: readonly CreatedRow[]): Promise<boolean> {
  const changed = await sqlOne(
    ctx,
    `select 1 from unnest($1::uuid[], $2::timestamptz[]) as made(id, edited_at) join tasks t on t.id = made.id
     where t.is_deleted or t.edited_at is distinct from made.edited_at or ${MAY_HAVE_RELATIVES}
       or exists (select 1 from dependencies d where not d.is_deleted and t.id in (d.predecessor_id, d.successor_id))
     limit 1`,
    [created.map((row) => row.id), created.map((row) => row.edited_at)],
  )
  return changed !== undefined
}

/** Whether each of the rows lives and may have children. */
export async function canAllHold(ctx: Ctx<unknown>, ids: readonly string[]): Promise<boolean> {
  const unfit = await sqlOne(
    ctx,
    'select 1 from tasks where id = any($1::uuid[]) and (is_deleted or is_milestone or is_subtask) limit 1',
    [ids],
  )
  return unfit === undefined
}

/** Whether a newer change of the tree than the one at this cursor still stands. */
export async function hasNewerStructural(ctx: Ctx<unknown>, projectId: string, syncSeq: string): Promise<boolean> {
  const newer = await sqlOne(
    ctx,
    `select 1 from task_operations
     where project_id = $1 and kind = 'structural' and status = 'active' and sync_seq > $2 limit 1`,
    [projectId, syncSeq],
  )
  return newer !== undefined
}

export async function markUndone(ctx: Ctx<unknown>, operationId: string): Promise<void> {
  await sql(ctx, "update task_operations set status = 'undone', undone_at = now() where id = $1", [operationId])
}
