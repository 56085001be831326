import type { Services } from '../../api/platform/context.ts'
import { deleteUnusedQueues } from '../../api/platform/queue/job.queries.ts'

export async function cleanQueueBody(services: Services): Promise<void> {
  await deleteUnusedQueues({ em: services.orm.em.fork() })
}
