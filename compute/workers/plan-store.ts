import { BoundedCache } from './bounded-cache.ts'

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

/** Plans within a budget of bytes, one a key. */
export class PlanStore {
  readonly #plans: BoundedCache<string, KeptPlan>
  #hits = 0
  #misses = 0

  constructor(budgetBytes: number) {
    this.#plans = new BoundedCache(budgetBytes)
  }

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
