import { BoundedCache } from '../../compute/workers/bounded-cache.ts'

/** What a caller keeps of a plan between two computations. It knows itself of which state it is. */
export interface KeptPlan {
  /** Memory it takes. */
  readonly bytes: number
}

export interface PlanStoreStats {
  plans: number
  bytes: number
  /** Plans asked for that were here, and that were not. */
  hits: number
  misses: number
}

const BUDGET_BYTES = 256 * 2 ** 20

/** Plans within a budget of bytes, one a key: those not asked for the longest time go when memory is short. */
export class PlanStore {
  readonly #plans: BoundedCache<string, KeptPlan>
  #hits = 0
  #misses = 0

  constructor(budgetBytes = BUDGET_BYTES) {
    this.#plans = new BoundedCache(budgetBytes)
  }

  /** Keeps a plan in place of an earlier one. */
  keep(key: string, plan: KeptPlan): void {
    this.#plans.set(key, plan, plan.bytes)
  }

  find(key: string): KeptPlan | null {
    const plan = this.#plans.get(key) ?? null
    if (plan === null) this.#misses++
    else this.#hits++
    return plan
  }

  drop(key: string): void {
    this.#plans.delete(key)
  }

  stats(): PlanStoreStats {
    return { plans: this.#plans.size, bytes: this.#plans.bytes, hits: this.#hits, misses: this.#misses }
  }
}
