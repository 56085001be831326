import type { ScheduleColumns } from '../model/schedule-columns.ts'
import { BoundedCache } from './bounded-cache.ts'

/** Which state of which project some columns hold. The caller decides what makes a version; equal ones are the same plan. */
export interface PlanVersion {
  projectId: string
  version: string | number
}

/** Columns kept under project and version, one version a project, within a budget of bytes. */
export class PlanStore {
  readonly #plans: BoundedCache<string, { version: string | number; columns: ScheduleColumns }>

  constructor(budgetBytes: number) {
    this.#plans = new BoundedCache(budgetBytes)
  }

  get size(): number {
    return this.#plans.size
  }

  get bytes(): number {
    return this.#plans.bytes
  }

  keep({ projectId, version }: PlanVersion, columns: ScheduleColumns): void {
    this.#plans.set(projectId, { version, columns }, columns.idRank.buffer.byteLength)
  }

  find({ projectId, version }: PlanVersion): ScheduleColumns | null {
    const kept = this.#plans.get(projectId)
    return kept === undefined || kept.version !== version ? null : kept.columns
  }
}
