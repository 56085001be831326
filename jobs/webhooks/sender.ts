import type { Services } from '../../api/platform/context.ts'
import type { Config } from '../../api/platform/settings/config.ts'
import { findDueWebhooks } from '../../api/webhooks/deliveries/due.queries.ts'
import type { Attempted } from '../../api/webhooks/deliveries/record-attempts.ts'
import { WAKE_TOPIC } from '../../api/webhooks/deliveries/wake-senders.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type Lane, type LaneDoors, openLane } from './lane.ts'
import { openLaneLocks } from './lane-locks.ts'
import { recordingInBatches } from './record-in-batches.ts'

/** Webhooks that one process sends for at a time; four attempts of each may hang for ten seconds. */
const MOST_LANES = 250
/** A lane gives its place up after this long when others wait for one. */
const LANE_MS = 20_000
const LOOK_EVERY_MS = 1_000
/** Attempts of one webhook at a time, so that a receiver that hangs holds up nobody else. */
const IN_FLIGHT = 4
/**
 * As many until this process has recorded one: what is in flight when it dies is sent again, and one that is started only to
 * die would send as much again each time.
 */
const IN_FLIGHT_AT_FIRST = 1

export interface SenderOptions {
  readonly attempt?: LaneDoors['attempt']
  readonly mostLanes?: number
}

export interface Sender {
  /** Begins nothing more and waits for what is in flight, at most ten seconds. */
  close(): Promise<void>
}

/**
 * Sends the deliveries that are due. Rows say what is to be sent, and a process keeps nothing that matters: what was in
 * flight when it died is due still, and the next one sends it again under the same id.
 */
export async function startSender(services: Services, config: Config, options: SenderOptions = {}): Promise<Sender> {
  const { attempt = (delivery, sentAtMs) => attemptDelivery(services, delivery, sentAtMs), mostLanes = MOST_LANES } =
    options
  const lanes = new Map<string, Lane>()
  const closing = new AbortController()
  const recordInBatch = recordingInBatches(services, closing.signal)
  let hasRecorded = false
  const doors: LaneDoors = {
    services,
    attempt,
    record,
    mostInFlight: () => (hasRecorded ? IN_FLIGHT : IN_FLIGHT_AT_FIRST),
  }
  const locks = openLaneLocks(config.databaseUrl!, retireAll)
  let looking: Promise<void> | null = null
  let isAsked = false

  function retireAll(): void {
    for (const lane of lanes.values()) lane.retire()
  }

  async function record(attempted: Attempted): Promise<void> {
    await recordInBatch(attempted)
    if (hasRecorded) return
    hasRecorded = true
    for (const lane of lanes.values()) lane.stir()
  }

  function open(webhookId: string): void {
    const lane = openLane(webhookId, doors)
    lanes.set(webhookId, lane)
    lane.ended.then(() => {
      lanes.delete(webhookId)
      return locks.release(webhookId)
    })
    lane.stir()
  }

  async function look(): Promise<void> {
    const due = await findDueWebhooks({ em: services.orm.em.fork() })
    for (const webhookId of due) lanes.get(webhookId)?.stir()
    const waiting = shuffled(due.filter((webhookId) => !lanes.has(webhookId)))
    const places = Math.max(0, mostLanes - lanes.size)
    if (waiting.length > places) retireOld()
    for (const webhookId of await locks.take(waiting.slice(0, places))) {
      if (closing.signal.aborted) await locks.release(webhookId)
      else open(webhookId)
    }
  }

  function retireOld(): void {
    for (const lane of lanes.values()) if (performance.now() - lane.openedMs > LANE_MS) lane.retire()
  }

  /** One look a time; a call during one asks for another. */
  function ask(): void {
    isAsked = true
    looking ??= lookOn().finally(() => {
      looking = null
    })
  }

  async function lookOn(): Promise<void> {
    while (isAsked && !closing.signal.aborted) {
      isAsked = false
      await look().catch((error) => services.log.warn({ error }, 'deliveries of webhooks are not looked for'))
    }
  }

  const timer = setInterval(ask, LOOK_EVERY_MS)
  await services.fanout
    .listen({
      onNotice() {},
      onFrame() {},
      onMessage: (topic) => (topic === WAKE_TOPIC ? ask() : undefined),
      onResumed: ask,
    })
    .catch((error) => services.log.warn({ error }, 'nobody wakes the sender of webhooks; it looks by itself'))
  ask()

  return {
    async close() {
      clearInterval(timer)
      closing.abort()
      await looking
      retireAll()
      await Promise.all([...lanes.values()].map(({ ended }) => ended))
      await locks.close()
    },
  }
}

/** So that no webhook always comes last where there are more than places. */
function shuffled(ids: readonly string[]): string[] {
  return ids
    .map((id) => [Math.random(), id] as const)
    .sort(([one], [other]) => one - other)
    .map(([, id]) => id)
}
