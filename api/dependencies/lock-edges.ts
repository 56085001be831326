import type { Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { lockProject } from '../projects/project-lock.ts'
import { hasCrossLinks, liveProjectsOfProgram } from './edge.queries.ts'

/**
 * Takes the locks a write of links needs and returns the projects whose links can lie on one cycle with them: the
 * project alone, or all of its program once a link crosses projects there. Links of one program are then decided one
 * writer at a time, because a cycle can run through projects that no single writer touches.
 */
export async function lockEdgeProjects(
  ctx: Ctx<unknown>,
  link: { programId: string | null; projectIds: readonly string[] },
): Promise<string[]> {
  const projectIds = [...new Set(link.projectIds)].sort()
  const { programId } = link
  const isProgramWide = programId !== null && (projectIds.length > 1 || (await hasCrossLinks(ctx, programId)))
  if (programId !== null && isProgramWide) await lockByName(ctx, 'linksOfProgram', programId)
  for (const projectId of projectIds) await lockProject(ctx, projectId)
  if (programId === null || !(isProgramWide || (await hasCrossLinks(ctx, programId)))) return projectIds
  return liveProjectsOfProgram(ctx, programId)
}
