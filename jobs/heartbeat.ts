import { upsertBeats } from '../api/operations/readiness.queries.ts'
import type { Services } from '../api/platform/context.ts'
import { LANES, type Lane } from '../api/platform/queue/define-job.ts'

/** Short enough that readiness can follow within five seconds. */
const beatEveryMs = 1_000

/** Writes down, by the database clock, that the workers of these lanes live and reach the database. */
export async function recordHeartbeat(services: Pick<Services, 'orm'>, lanes: readonly Lane[] = LANES): Promise<void> {
  await upsertBeats({ em: services.orm.em.fork() }, lanes)
}

/** Beats until closed. A beat that fails is only logged: the next one comes soon, and readiness shows the gap. */
export async function startHeartbeat(
  services: Pick<Services, 'orm' | 'log'>,
  lane: Lane,
): Promise<{ close(): Promise<void> }> {
  let beating = recordHeartbeat(services, [lane])
  await beating
  const timer = setInterval(() => {
    beating = beating
      .then(() => recordHeartbeat(services, [lane]))
      .catch((error) => services.log.warn({ error }, 'heartbeat not written'))
  }, beatEveryMs)
  return {
    async close() {
      clearInterval(timer)
      await beating
    },
  }
}
