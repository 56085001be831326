import { setTimeout as sleep } from 'node:timers/promises'

/** How long balancers get to see that this process is going before it stops listening. */
const NOTICE_MS = 3_000
/** Whoever has not asked for readiness this long is not waiting for it to change. */
const WATCHED_MS = 60_000

let lastAskedAtMs = Number.NEGATIVE_INFINITY
let leaving = false

/** Somebody watches the readiness of this process. */
export function noteReadinessAsked(): void {
  lastAskedAtMs = performance.now()
}

export function isLeaving(): boolean {
  return leaving
}

/** From now on not ready; resolves when those who watch have had time to notice. Without any there is nothing to wait for. */
export async function leave(): Promise<void> {
  leaving = true
  if (performance.now() - lastAskedAtMs < WATCHED_MS) await sleep(NOTICE_MS)
}
