import type { Services } from '../../api/platform/context.ts'
import { purgeTrashedProject } from '../../api/projects/lifecycle/purge-trashed-project.ts'
import { findExpiredTrash } from '../../api/projects/lifecycle/trash.queries.ts'

const DAY_MS = 86_400_000

/** One project a transaction, so that a large one neither holds up nor takes back the others. */
export async function emptyProjectTrashBody(services: Services): Promise<void> {
  const days = services.config.projectSoftDeleteRetentionDays
  if (days === null) return
  const before = new Date(services.clock.now().getTime() - days * DAY_MS)
  const expired = await findExpiredTrash({ em: services.orm.em.fork() }, before)
  for (const { id } of expired) await services.systemContext((ctx) => purgeTrashedProject(ctx, id, before))
}
