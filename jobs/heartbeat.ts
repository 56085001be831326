import { upsertBeats } from '../api/operations/readiness.queries.ts'
import type { Services } from '../api/platform/context.ts'
import { LANES, type Lane } from '../api/platform/queue/define-job.ts'

/** Short enough that readiness can follow within five seconds. */
const beatEveryMs = 1_000
/** A database that is away this long makes a process unhealthy; a restart or a failover takes less. */
const longestGapMs = 15_000

/** When each lane of this process last reached the database, in `performance.now()`. */
const lastBeats = new Map<Lane, number>()

/** Whether all lanes of this process work and reach the database. */
export function areLanesBeating(): boolean {
  const gaps = [...lastBeats.values()].map((atMs) => performance.now() - atMs)
  return gaps.length > 0 && Math.max(...gaps) < longestGapMs
}

/** Writes down, by the database clock, that the workers of these lanes live and reach the database. */
export async function recordHeartbeat(services: Pick<Services, 'orm'>, lanes: readonly Lane[] = LANES): Promise<void> {
  await upsertBeats({ em: services.orm.em.fork() }, lanes)
}

/** Beats until closed. A beat that fails is only logged: the next one comes soon, and readiness shows the gap. */
export async function startHeartbeat(
  services: Pick<Services, 'orm' | 'log'>,
  lane: Lane,
): Promise<{ close(): Promise<void> }> {
  const beat = async () => {
    await recordHeartbeat(services, [lane])
    lastBeats.set(lane, performance.now())
  }
  let beating = beat()
  await beating
  const timer = setInterval(() => {
    beating = beating.then(beat).catch((error) => services.log.warn({ error }, 'heartbeat not written'))
  }, beatEveryMs)
  return {
    async close() {
      clearInterval(timer)
      await beating
    },
  }
}
