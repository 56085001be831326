import { runCpm } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { allocateRows, runBlock } from '../../compute/simulation/prepare/forward-block.ts'
import { prepareNetwork } from '../../compute/simulation/prepare/prepare-network.ts'
import { completionDay } from '../../compute/simulation/result/finish-day.ts'
import { percentile } from '../../compute/simulation/result/percentiles.ts'
import { BLOCK_RUNS } from '../../compute/simulation/run/sample-durations.ts'

export interface ReplayResult {
  /** Per run, in the order of the matrix: the completion as an offset of working days. */
  completions: Float64Array
  /** Ascending. */
  finishDays: Int32Array
  p50Day: number
  p80Day: number
  p95Day: number
}

/**
 * Runs given durations instead of sampled ones, for checking the network and the percentiles exactly. `days[task]` are
 * the sampled durations of a task in all runs, before the elapsed part is taken off; null keeps the fixed duration.
 */
export function replayDurations(
  graph: ScheduleGraph,
  days: readonly (ArrayLike<number> | null)[],
  runs: number,
): ReplayResult {
  const network = prepareNetwork(graph, runCpm(graph))
  const rows = allocateRows(graph.nodeCount, BLOCK_RUNS)
  const completions = new Float64Array(runs)
  for (let firstRun = 0; firstRun < runs; firstRun += BLOCK_RUNS) {
    const runCount = Math.min(BLOCK_RUNS, runs - firstRun)
    for (let node = 0; node < graph.nodeCount; node++) {
      const given = graph.isSummaryStart[node] === 1 ? null : days[graph.taskOfNode[node] as number]
      for (let run = 0; run < BLOCK_RUNS; run++) {
        const source = firstRun + Math.min(run, runCount - 1)
        rows.days[node * BLOCK_RUNS + run] = given?.[source] ?? (network.sampling.fixedDays[node] as number)
      }
    }
    runBlock(network, rows)
    completions.set(rows.completion.subarray(0, runCount), firstRun)
  }
  const sorted = completions.slice().sort()
  return {
    completions,
    finishDays: Int32Array.from(sorted, (completion) => completionDay(network, completion)),
    p50Day: completionDay(network, percentile(sorted, 0.5)),
    p80Day: completionDay(network, percentile(sorted, 0.8)),
    p95Day: completionDay(network, percentile(sorted, 0.95)),
  }
}
