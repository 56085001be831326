import type { PlanRefusal } from '../model/refusal.ts'

export type ComputeFailureKind = 'queue_full' | 'deadline' | 'aborted' | 'worker_died' | 'refused'

/** Why a job of the compute pool gave no result. A `refused` one carries the refusal, worded with ids. */
export class ComputeFailure extends Error {
  readonly kind: ComputeFailureKind
  readonly refusal?: PlanRefusal

  constructor(kind: ComputeFailureKind, message: string, options: { refusal?: PlanRefusal; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'ComputeFailure'
    this.kind = kind
    if (options.refusal !== undefined) this.refusal = options.refusal
  }
}
