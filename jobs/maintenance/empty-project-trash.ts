import type { Services } from '../../api/platform/context.ts'
import { sql } from '../../api/platform/db/sql.ts'
import { purgeTrashedProject } from '../../api/projects/lifecycle/purge-trashed-project.ts'

const DAY_MS = 86_400_000

/** One project a transaction, so that a large one neither holds up nor takes back the others. */
export async function emptyProjectTrashBody(services: Services): Promise<void> {
  const days = services.config.projectSoftDeleteRetentionDays
  if (days === null) return
  const before = new Date(services.clock.now().getTime() - days * DAY_MS)
  const expired = await sql<{ id: string }>(
    { em: services.orm.em.fork() },
    'select id from projects where is_deleted and deleted_at <= $1 order by deleted_at, id',
    [before],
  )
  for (const { id } of expired) await services.systemContext((ctx) => purgeTrashedProject(ctx, id, before))
}
