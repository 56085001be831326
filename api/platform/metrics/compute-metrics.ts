import { Gauge } from 'prom-client'
import type { ComputePool, ComputePoolStats } from '../../../compute/workers/compute-pool.ts'
import type { PlanStore, PlanStoreStats } from '../plan-store.ts'
import { metrics } from './metrics.ts'

/** The pool of this process, once it has one: asking for figures must not start threads. */
let watched: ComputePool | null = null

/** Shows a pool's figures with those of the process. */
export function watchCompute(pool: ComputePool): void {
  watched = pool
}

/** Plans that this process keeps between computations. */
let kept: PlanStore | null = null

/** Shows the figures of kept plans with those of the process. */
export function watchPlans(plans: PlanStore): void {
  kept = plans
}

function planGauge(name: string, help: string, read: (stats: PlanStoreStats) => number): void {
  gaugeOf(name, help, () => (kept === null ? 0 : read(kept.stats())))
}

function gauge(name: string, help: string, read: (stats: ComputePoolStats) => number): void {
  gaugeOf(name, help, () => (watched === null ? 0 : read(watched.stats())))
}

function gaugeOf(name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [metrics],
    collect() {
      this.set(read())
    },
  })
}

gauge('svc_compute_jobs', 'Computations taken and not finished', (stats) => stats.activeJobs)
gauge('svc_compute_queue', 'Pieces of computations that wait for a thread', (stats) => stats.queueSize)
planGauge('svc_compute_resident_plans', 'Plans kept in memory between computations', (stats) => stats.plans)
planGauge('svc_compute_resident_bytes', 'Memory of plans kept between computations', (stats) => stats.bytes)
planGauge('svc_compute_resident_hits', 'Plans asked for that were in memory', (stats) => stats.hits)
planGauge('svc_compute_resident_misses', 'Plans asked for that were not in memory', (stats) => stats.misses)

const kernel = new Gauge({
  name: 'svc_compute_kernel',
  help: 'Which kernel computes: 1 for the one in use',
  labelNames: ['kernel'],
  registers: [metrics],
  collect() {
    if (watched !== null) kernel.set({ kernel: watched.stats().kernel }, 1)
  },
})
