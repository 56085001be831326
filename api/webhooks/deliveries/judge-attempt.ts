/** Waits before the second attempt and each further one, counted from the end of the one before. */
export const RETRY_WAITS_SECONDS = [30, 60, 120, 240] as const
export const MOST_ATTEMPTS = RETRY_WAITS_SECONDS.length + 1

/** What a receiver, or the way to it, did with one attempt. */
export type Answer =
  | { readonly kind: 'answered'; readonly status: number }
  /** Name, connection or time; the reason is one word. */
  | { readonly kind: 'unreachable'; readonly reason: string }
  /** The address may never be connected to. */
  | { readonly kind: 'refused' }
  /** There is no secret to sign with: it was sealed with another key, or damaged. */
  | { readonly kind: 'unsigned' }

/** Why a delivery ended badly. `inactive`: its webhook was switched off before its turn came. */
export type Failure = 'rejected' | 'exhausted' | 'blocked' | 'unsigned' | 'inactive'

export type Verdict =
  | { readonly end: 'success' }
  | { readonly end: 'again'; readonly waitSeconds: number }
  | { readonly end: 'failed'; readonly failure: Failure; readonly isCounted: boolean; readonly reason: string }

/** Statuses of the 4xx class that may pass. */
const PASSING = new Set([408, 425, 429])

/** What comes of an attempt, which is the `attempt`-th of its delivery. */
export function judgeAttempt(answer: Answer, attempt: number): Verdict {
  if (answer.kind === 'refused') return failed('blocked', 'address not allowed', false)
  if (answer.kind === 'unsigned') return failed('unsigned', 'secret cannot be read')
  if (answer.kind === 'answered') {
    const { status } = answer
    if (status >= 200 && status < 300) return { end: 'success' }
    if (status >= 400 && status < 500 && !PASSING.has(status)) return failed('rejected', `HTTP ${status}`)
  }
  const waitSeconds = RETRY_WAITS_SECONDS[attempt - 1]
  if (waitSeconds !== undefined) return { end: 'again', waitSeconds }
  return failed('exhausted', answer.kind === 'answered' ? `HTTP ${answer.status}` : answer.reason)
}

function failed(failure: Failure, reason: string, isCounted = true): Verdict {
  return { end: 'failed', failure, isCounted, reason }
}
