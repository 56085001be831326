import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { markReshaped } from '../rollup/roll-up-phases.ts'
import { emitTouched } from '../task.events.ts'

const HAS_STRUCTURAL_CHILD = `exists (
  select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask)`

interface SavedRow {
  id: string
  server_version: number
}

/**
 * Rows that gained their first structural child become phases: their own status and duration are put aside, and plain
 * work turns into a container until the last child is gone.
 */
export async function parkNewPhases(ctx: Ctx<unknown>, projectId: string, parentIds: readonly string[]): Promise<void> {
  if (parentIds.length === 0) return
  const syncSeq = await lockProject(ctx, projectId)
  const parked = await sql<SavedRow>(
    ctx,
    `update tasks t set own_status = t.status, own_estimate = t.duration,
       auto_container = t.auto_container or t.structure_role = 'work',
       structure_role = case when t.structure_role = 'work' then 'container' else t.structure_role end,
       server_version = t.server_version + 1, sync_seq = $2
     where t.id = any($1::uuid[]) and not t.is_deleted and not t.is_subtask
       and t.own_status is null and t.own_estimate is null and ${HAS_STRUCTURAL_CHILD}
     returning t.id, t.server_version`,
    [parentIds, syncSeq],
  )
  markReshaped(
    ctx,
    projectId,
    parked.map((row) => row.id),
  )
  emitTouched(ctx, projectId, parked, ['structure_role', 'own_status', 'own_estimate', 'is_summary', 'is_phase'])
}

/**
 * Rows that lost their last structural child are work again, unless somebody declared them containers; either way they
 * have their own status and duration back.
 */
export async function unparkFormerPhases(
  ctx: Ctx<unknown>,
  projectId: string,
  parentIds: readonly string[],
): Promise<void> {
  if (parentIds.length === 0) return
  markReshaped(ctx, projectId, parentIds)
  const syncSeq = await lockProject(ctx, projectId)
  const restored = await sql<SavedRow>(
    ctx,
    `update tasks t set status = coalesce(t.own_status, t.status), duration = coalesce(t.own_estimate, t.duration),
       status_changed_at = case when coalesce(t.own_status, t.status) = t.status then t.status_changed_at else now() end,
       structure_role = case when t.auto_container then 'work' else t.structure_role end, auto_container = false,
       own_status = null, own_estimate = null,
       server_version = t.server_version + 1, sync_seq = $2
     where t.id = any($1::uuid[]) and not t.is_deleted and (t.auto_container or t.own_status is not null)
       and not ${HAS_STRUCTURAL_CHILD}
     returning t.id, t.server_version`,
    [parentIds, syncSeq],
  )
  emitTouched(ctx, projectId, restored, ['structure_role', 'own_status', 'own_estimate', 'status', 'duration'])
}
