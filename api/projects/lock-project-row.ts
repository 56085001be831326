import type { Ctx } from '../platform/context.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import { Project } from './project.entity.ts'
import { lockProject } from './project-lock.ts'

export interface LockedProject {
  readonly project: Project
  readonly syncSeq: number
}

/**
 * The project under its write lock, as it is now: it may have been archived or deleted since the scope was loaded.
 */
export async function lockProjectRow(
  ctx: Ctx<unknown>,
  projectId: string,
  options: { whenArchived?: 'allowed'; whenDeleted?: 'allowed' } = {},
): Promise<LockedProject> {
  const syncSeq = await lockProject(ctx, projectId)
  const project = await ctx.em.findOne(Project, { id: projectId }, { refresh: true })
  if (!project || (project.is_deleted && options.whenDeleted !== 'allowed')) throw notFound()
  if (project.is_archived && options.whenArchived !== 'allowed') {
    throw forbidden('This project is archived and cannot be changed.')
  }
  return { project, syncSeq }
}

/** Counts one save of the project row. */
export function touchProject(ctx: Ctx<unknown>, { project, syncSeq }: LockedProject): void {
  project.server_version += 1
  project.sync_seq = syncSeq
  project.updated_at = ctx.services.clock.now()
}
