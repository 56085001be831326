import { ComputeFailure } from '../../../compute/workers/failure.ts'
import { isDatabaseAwayOrBusy } from '../db/transaction.ts'
import { Refusal } from '../errors.ts'

/**
 * Whether a failure says nothing of the work itself: the database is away or busy, a pool is full, the process stops.
 * Accepted work is not ended by it.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status === 503
  if (error instanceof ComputeFailure) return error.kind === 'queue_full' || error.kind === 'aborted'
  if (error instanceof Error && error.name === 'AbortError') return true
  return isDatabaseAwayOrBusy(error)
}
