import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { auditProject } from '../audit-project.ts'
import { lockProjectRow, touchProject } from '../lock-project-row.ts'
import type { Project } from '../project.entity.ts'
import { emitProject, projectArchived, projectUnarchived } from '../project.events.ts'

/** Makes the project read-only. Repeating it changes nothing. */
export function archiveProject(ctx: Ctx<ProjectScope>): Promise<Project> {
  return setArchived(ctx, true)
}

export function unarchiveProject(ctx: Ctx<ProjectScope>): Promise<Project> {
  return setArchived(ctx, false)
}

async function setArchived(ctx: Ctx<ProjectScope>, isArchived: boolean): Promise<Project> {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId, { whenArchived: 'allowed' })
  const { project } = locked
  if (project.is_archived === isArchived) return project
  project.is_archived = isArchived
  project.archived_at = isArchived ? ctx.services.clock.now() : null
  project.archived_by_id = isArchived ? actorId(ctx) : null
  touchProject(ctx, locked)
  await ctx.em.flush()
  await auditProject(ctx, isArchived ? 'project_archived' : 'project_unarchived', project)
  emitProject(ctx, isArchived ? projectArchived : projectUnarchived, project.id)
  return project
}
