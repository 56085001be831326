import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { deleteEdgesOfTasks } from '../../dependencies/delete-dependency.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../schedule/request-recompute.ts'
import { unparkFormerPhases } from '../structure/park-phases.ts'
import { badRequest } from '../task.errors.ts'
import { tasksRestructured } from '../task.events.ts'
import { dropSchedules } from '../task.queries.ts'

/** The body names the project; an unknown one is missing rather than invalid here. */
export async function seededScope(ctx: Ctx, raw: RawInput): Promise<ProjectScope> {
  const projectId = (raw.body as { project?: unknown } | null | undefined)?.project
  refuseUnless(typeof projectId === 'string' && isUuid(projectId), () =>
    badRequest('project must be the UUID of a project.'),
  )
  const scope = await findProjectScope(ctx, projectId)
  refuseUnless(scope, notFound)
  return scope
}

/** Soft-deletes what a machine wrote and nobody has touched since; answers how many rows. */
export async function deleteUntouchedSeeded(ctx: Ctx<ProjectScope>): Promise<number> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const removed = await sql<{ id: string; parent_id: string | null }>(
    ctx,
    `update tasks set is_deleted = true, deleted_at = now(), server_version = server_version + 1, sync_seq = $2
     where project_id = $1 and not is_deleted and seeded_at is not null and edited_at is null returning id, parent_id`,
    [projectId, syncSeq],
  )
  if (removed.length === 0) return 0
  const ids = removed.map((row) => row.id)
  await adoptSurvivors(ctx, ids, syncSeq)
  await deleteEdgesOfTasks(ctx, ids)
  await dropSchedules(ctx, ids)
  await unparkFormerPhases(ctx, projectId, [...new Set(removed.flatMap((row) => row.parent_id ?? []))])
  emit(ctx, tasksRestructured, { projectId, payload: {} })
  requestRecompute(ctx, projectId)
  return removed.length
}

/** Rows below a deleted one that people have touched hang below the nearest live row, as work of their own. */
async function adoptSurvivors(ctx: Ctx<unknown>, deletedIds: readonly string[], syncSeq: number): Promise<void> {
  await sql(
    ctx,
    `with recursive climb as (
       select c.id, p.parent_id as at from tasks c join tasks p on p.id = c.parent_id
       where c.parent_id = any($1::uuid[]) and not c.is_deleted
       union all
       select b.id, t.parent_id from climb b join tasks t on t.id = b.at and t.is_deleted
     ), home as (
       select b.id, b.at from climb b left join tasks t on t.id = b.at where b.at is null or not t.is_deleted
     )
     update tasks t set parent_id = home.at, is_subtask = false, server_version = t.server_version + 1, sync_seq = $2
     from home where t.id = home.id`,
    [deletedIds, syncSeq],
  )
}
