import type { Services } from '../../api/platform/context.ts'
import { findDueProjects } from '../../api/recurrence/find-due-projects.ts'
import { makeOccurrences } from '../../api/recurrence/make-occurrences.ts'

/** One transaction a project, so that none waits for all. */
export async function sweepRecurrenceBody(services: Services): Promise<void> {
  const projectIds = await services.systemContext((ctx) => findDueProjects(ctx))
  for (const projectId of projectIds) await services.systemContext((ctx) => makeOccurrences(ctx, projectId))
}
