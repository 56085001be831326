/** Terminal failures in a row that switch a webhook off. */
export const MOST_FAILURES = 5

/** What is kept of how a webhook does. */
export interface Health {
  readonly is_active: boolean
  readonly consecutive_failures: number
  readonly last_failure_at: Date | string | null
  readonly last_failure_reason: string
  readonly disabled_at: Date | string | null
  readonly disabled_reason: string
}

/** The end of one delivery as its webhook sees it; null is a success. */
export interface Ended {
  readonly reason: string | null
  /** Failed pings and refused addresses are noted and not counted. */
  readonly isCounted: boolean
}

/** The health of a webhook after one more delivery has ended. */
export function healthAfter(health: Health, { reason, isCounted }: Ended, now: Date): Health {
  if (reason === null) return health.consecutive_failures === 0 ? health : { ...health, consecutive_failures: 0 }
  const noted = { ...health, last_failure_at: now, last_failure_reason: reason }
  if (!isCounted) return noted
  const consecutive_failures = health.consecutive_failures + 1
  if (consecutive_failures < MOST_FAILURES || !health.is_active) return { ...noted, consecutive_failures }
  return {
    ...noted,
    consecutive_failures,
    is_active: false,
    disabled_at: now,
    disabled_reason: `${consecutive_failures} deliveries in a row failed; the last one: ${reason}`,
  }
}
