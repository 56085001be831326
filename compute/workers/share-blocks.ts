import type { Simulation } from '../simulation/prepare/simulation.ts'
import { gatherPlan } from '../simulation/result/gather-plan.ts'
import { gatherTasks } from '../simulation/result/gather-tasks.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import { blockCount, runBlocks } from '../simulation/run/run-blocks.ts'
import { chooseKernel } from '../wasm/choose-kernel.ts'
import { CONTROL, type SharedSimulation } from './protocol.ts'

/**
 * Takes blocks as long as there are any, then shares of the gathering. The leader waits for the others and returns
 * the result; a helper that comes too late finds nothing to do, and none is ever waited for that has not begun. Null for
 * helpers, and when the caller has stopped the simulation.
 */
export function shareBlocks(task: SharedSimulation, load: () => Simulation): SimulationResult | null {
  const { options, sinks, control, batch } = task
  const blocks = blockCount(options.runs)
  const isStopped = (): boolean => Atomics.load(control, CONTROL.isStopped) === 1
  const isLate = !task.leads && Atomics.load(control, CONTROL.nextBlock) >= blocks
  if (isLate || isStopped()) return null
  const simulation = load()
  const kernel = chooseKernel()
  let [begun, settled] = [0, 0]
  runBlocks(simulation, options, sinks, kernel, () => {
    if (begun > 0) report(control, CONTROL.doneBlocks, begun)
    settled += begun
    begun = 0
    if (isStopped()) return null
    const from = take(control, CONTROL.nextBlock, batch)
    if (from >= blocks) return null
    const to = Math.min(from + batch, blocks)
    begun = to - from
    return { from, to }
  })
  // Counts per task are in the sinks only now.
  report(control, CONTROL.settledBlocks, settled)
  if (!awaitCount(control, CONTROL.settledBlocks, blocks)) return null
  for (let gatherer = take(control, CONTROL.nextGatherer, 1); gatherer < sinks.gatherers; ) {
    gatherTasks(simulation, options, sinks, kernel, gatherer)
    report(control, CONTROL.doneGatherers, 1)
    gatherer = take(control, CONTROL.nextGatherer, 1)
  }
  if (!task.leads || !awaitCount(control, CONTROL.doneGatherers, sinks.gatherers)) return null
  return gatherPlan(simulation, options, sinks)
}

function take(control: Int32Array, cell: number, count: number): number {
  return Atomics.add(control, cell, count)
}

function report(control: Int32Array, cell: number, count: number): void {
  Atomics.add(control, cell, count)
  Atomics.notify(control, cell)
}

/** About 50 microseconds: threads end a block apart, and being woken takes longer than the rest of most waits. */
const SPINS = 5_000

/** Waits until a count is reached, awake at first; returns false when the simulation is stopped before. */
function awaitCount(control: Int32Array, cell: number, wanted: number): boolean {
  for (let spins = 0; ; spins++) {
    const count = Atomics.load(control, cell)
    if (count >= wanted) return true
    if (spins < SPINS) continue
    if (Atomics.load(control, CONTROL.isStopped) === 1) return false
    Atomics.wait(control, cell, count, 50)
  }
}
