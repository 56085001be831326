import type { Services } from '../../api/platform/context.ts'
import { makeOccurrences } from '../../api/recurrence/make-occurrences.ts'
import { findDueProjects } from '../../api/recurrence/recurrence.queries.ts'

const DAY_MS = 86_400_000

/** One transaction a project, so that none waits for all; a zone ahead of UTC is a day further already. */
export async function sweepRecurrenceBody(services: Services): Promise<void> {
  const ahead = (services.config.recurrenceHorizonDays + 1) * DAY_MS
  const through = new Date(services.clock.now().getTime() + ahead).toISOString().slice(0, 10)
  const projectIds = await services.systemContext((ctx) => findDueProjects(ctx, through))
  for (const projectId of projectIds) await services.systemContext((ctx) => makeOccurrences(ctx, projectId))
}
