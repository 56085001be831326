import type { Services } from '../../api/platform/context.ts'
import type { Db } from '../../api/platform/db/db.ts'
import { type DueDelivery, endUnwanted, loadDueDeliveries } from '../../api/webhooks/deliveries/due.queries.ts'
import type { Answer } from '../../api/webhooks/deliveries/judge-attempt.ts'
import type { Attempted } from '../../api/webhooks/deliveries/record-attempts.ts'
import { PING } from '../../api/webhooks/webhook-events.ts'

const ROWS_PER_READ = 32
/** What was read longer ago may be of a webhook that was changed, switched off or removed since. */
const FRESH_MS = 1_000

/** The due deliveries of one webhook under way. */
export interface Lane {
  /** There may be more to send. */
  stir(): void
  /** Begins nothing more; what is in flight ends. */
  retire(): void
  /** Resolves when nothing is due or in flight any more. */
  readonly ended: Promise<void>
  readonly openedMs: number
}

export interface LaneDoors {
  readonly services: Services
  attempt(delivery: DueDelivery, sentAtMs: number): Promise<Answer>
  record(attempted: Attempted): Promise<void>
  /** Attempts of one webhook at a time. */
  mostInFlight(): number
}

interface Read {
  readonly rows: DueDelivery[]
  readonly readMs: number
}

const NOTHING: Read = { rows: [], readMs: 0 }

export function openLane(webhookId: string, { services, attempt, record, mostInFlight }: LaneDoors): Lane {
  const inHand = new Set<string>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const openedMs = performance.now()
  let read = NOTHING
  let reading: Promise<boolean> | null = null
  let workers = 0
  let isRetired = false
  let hasEnded = false

  function finish(): void {
    hasEnded = true
    end()
  }

  /** Reads what is due; false when nothing is. */
  async function readOn(): Promise<boolean> {
    const db: Db = { em: services.orm.em.fork() }
    const held = [...inHand]
    const found = await loadDueDeliveries(db, webhookId, held, ROWS_PER_READ)
    const isActive = found[0]?.is_active ?? true
    if (!isActive) await endUnwanted(db, webhookId, held)
    const rows = isActive ? found : found.filter((delivery) => delivery.event_type === PING)
    read = { rows, readMs: performance.now() }
    return found.length > 0
  }

  async function next(): Promise<DueDelivery | null> {
    while (!isRetired) {
      const isFresh = performance.now() - read.readMs < FRESH_MS
      const delivery = isFresh ? read.rows.shift() : undefined
      if (delivery) {
        inHand.add(delivery.id)
        return delivery
      }
      reading ??= readOn().finally(() => {
        reading = null
      })
      if (!(await reading)) return null
    }
    return null
  }

  async function work(): Promise<void> {
    for (let delivery = await next(); delivery !== null; delivery = await next()) {
      try {
        const sentAtMs = delivery.read_at_ms + (performance.now() - read.readMs)
        await record({ delivery, answer: await attempt(delivery, sentAtMs) })
      } finally {
        inHand.delete(delivery.id)
      }
    }
  }

  function stir(): void {
    while (workers < mostInFlight() && !isRetired && !hasEnded) {
      workers++
      work()
        .catch((error) => services.log.warn({ webhook: webhookId, error }, 'deliveries of a webhook are interrupted'))
        .finally(() => {
          workers--
          if (workers === 0) finish()
        })
    }
  }

  return {
    stir,
    retire() {
      isRetired = true
      if (workers === 0) finish()
    },
    ended,
    openedMs,
  }
}
