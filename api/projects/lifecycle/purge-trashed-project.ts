import type { Ctx } from '../../platform/context.ts'
import { auditProject } from '../audit-project.ts'
import { Project } from '../project.entity.ts'
import { emitProject, projectHardDeleted } from '../project.events.ts'
import { lockProject } from '../project-lock.ts'
import { purgeProject } from './purge-project.queries.ts'

/** Removes a project for good that was put into the trash before a time and is there still. */
export async function purgeTrashedProject(ctx: Ctx<unknown>, projectId: string, before: Date): Promise<void> {
  // The lock of a project that is gone could not be taken: its counters name it.
  if ((await ctx.em.count(Project, { id: projectId })) === 0) return
  await lockProject(ctx, projectId)
  const project = await ctx.em.findOne(Project, { id: projectId }, { refresh: true })
  if (!project?.is_deleted || !project.deleted_at || project.deleted_at > before) return
  await auditProject(ctx, 'project_deleted', project, { mode: 'hard' })
  emitProject(ctx, projectHardDeleted, projectId)
  await purgeProject(ctx, projectId)
}
