import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { auditProject } from '../audit-project.ts'
import { lockProjectRow, touchProject } from '../lock-project-row.ts'
import { emitProject, projectDeleted, projectHardDeleted } from '../project.events.ts'
import { linkedProjects, tombstoneChildren } from './project-children.queries.ts'
import { purgeProject } from './purge-project.queries.ts'

/**
 * Puts the project into the trash, or, when it is archived and `isForced`, removes it for good. Projects that were linked
 * to its tasks lose those links and are computed again.
 */
export async function deleteProject(ctx: Ctx<ProjectScope>, input: { isForced: boolean }): Promise<void> {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId, { whenArchived: 'allowed' })
  const { project, syncSeq } = locked
  refuseUnless(
    !input.isForced || project.is_archived,
    () => new Refusal(400, 'Only an archived project can be deleted for good.'),
  )
  await auditProject(ctx, 'project_deleted', project, { mode: input.isForced ? 'hard' : 'soft' })
  for (const neighbour of await linkedProjects(ctx, project.id)) requestRecompute(ctx, neighbour)
  if (input.isForced) {
    emitProject(ctx, projectHardDeleted, project.id)
    return purgeProject(ctx, project.id)
  }
  project.is_deleted = true
  project.deleted_at = ctx.services.clock.now()
  project.deleted_by_id = actorId(ctx)
  touchProject(ctx, locked)
  await ctx.em.flush()
  await tombstoneChildren(ctx, { projectId: project.id, syncSeq, deletedAt: project.deleted_at })
  emitProject(ctx, projectDeleted, project.id)
}
