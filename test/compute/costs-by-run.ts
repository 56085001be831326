import type { CheckedOptions } from '../../compute/simulation/input/simulation-options.ts'
import type { Simulation } from '../../compute/simulation/prepare/simulation.ts'
import { CostedRisks } from '../../compute/simulation/run/costed-risks.ts'
import { openBlocks } from '../../compute/simulation/run/open-blocks.ts'
import { BLOCK_RUNS } from '../../compute/simulation/run/sample-durations.ts'
import type { Kernel } from '../../compute/wasm/choose-kernel.ts'

/** What each risk costs every run, in units, a row a risk. */
export function costsByRun(simulation: Simulation, { runs, seed }: CheckedOptions, kernel: Kernel): number[][] {
  const rows = (simulation.causes?.risks ?? []).map(() => new Array<number>(runs).fill(0))
  const runner = openBlocks(simulation, seed, kernel)
  const completions = new Float64Array(BLOCK_RUNS)
  for (let block = 0; block * BLOCK_RUNS < runs; block++) {
    const first = block * BLOCK_RUNS
    const count = Math.min(BLOCK_RUNS, runs - first)
    const costs = new CostedRisks(simulation, runner)
    const happens = runner.sample(block)
    runner.forward(completions, false, costs.needsTrace)
    if (costs.needsTrace) runner.trace(count)
    const found = costs.find(happens, completions, count)
    for (let at = 0; at < found.count; at++) {
      ;(rows[found.risks[at] as number] as number[])[first + (found.runs[at] as number)] = found.units[at] as number
    }
  }
  return rows
}
