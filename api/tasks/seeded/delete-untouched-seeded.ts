import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { liftSurvivors, removeRows } from '../structure/remove-rows.ts'
import { badRequest } from '../task.errors.ts'
import { tasksRestructured } from '../task.events.ts'
import { findUntouchedSeeded } from './seeded.queries.ts'

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

/**
 * Soft-deletes what a machine wrote and nobody has touched since; returns how many rows. Touched rows below them stay and
 * move up.
 */
export async function deleteUntouchedSeeded(ctx: Ctx<ProjectScope>): Promise<number> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const ids = await findUntouchedSeeded(ctx)
  if (ids.length === 0) return 0
  await liftSurvivors(ctx, projectId, ids)
  await removeRows(ctx, projectId, ids)
  emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
  return ids.length
}
