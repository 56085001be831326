import { atLeast, ROLE } from '../../access/roles.ts'
import { Program } from '../../levels/program.entity.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { auditProject } from '../audit-project.ts'
import { lockProjectRow, touchProject } from '../lock-project-row.ts'
import type { Project } from '../project.entity.ts'
import { emitProject, projectRestored } from '../project.events.ts'
import { lockLinksOfRestored, restoreLinksOf } from './project.hooks.ts'
import { formerNeighbours, linkedProjects, restoreChildren } from './project-children.queries.ts'
import { listTrash } from './trash.ts'

/**
 * Takes a project out of the caller's trash. A program that is gone meanwhile is left, and so are links into other
 * projects that would close a cycle with what was drawn there since.
 */
export async function restoreProject(ctx: Ctx<unknown>, projectId: string): Promise<Project> {
  const trashed = (await listTrash(ctx)).find((each) => each.id === projectId.toLowerCase())
  if (!trashed) throw notFound()
  refuseUnless(atLeast(trashed.role, ROLE.owner), () => forbidden())
  await lockLinksOfRestored(ctx, {
    programId: trashed.program_id,
    projectIds: [trashed.id, ...(await formerNeighbours(ctx, trashed.id))],
  })
  const locked = await lockProjectRow(ctx, trashed.id, { whenArchived: 'allowed', whenDeleted: 'allowed' })
  const { project, syncSeq } = locked
  const { deleted_at: deletedAt } = project
  if (!project.is_deleted || !deletedAt) throw notFound()
  if (project.program_id && !(await ctx.em.findOne(Program, { id: project.program_id, is_deleted: false }))) {
    project.program_id = null
  }
  project.is_deleted = false
  project.deleted_at = null
  project.deleted_by_id = null
  touchProject(ctx, locked)
  await ctx.em.flush()
  await restoreChildren(ctx, { projectId: project.id, syncSeq, deletedAt })
  await restoreLinksOf(ctx, { projectId: project.id, deletedAt })
  for (const id of [project.id, ...(await linkedProjects(ctx, project.id))]) requestRecompute(ctx, id)
  await auditProject(ctx, 'project_restored', project)
  emitProject(ctx, projectRestored, project.id)
  return project
}
