import type { CheckedOptions } from '../input/simulation-options.ts'
import type { Simulation } from '../prepare/simulation.ts'
import type { SimulationSinks } from '../run/simulation-sinks.ts'
import { completionDay } from './finish-day.ts'
import { gatherCauses } from './gather-causes.ts'
import { gatherProjects } from './gather-projects.ts'
import { gatherSensitivities } from './gather-tasks.ts'
import { histogramBuckets } from './histogram.ts'
import { percentile, percentileError, sortUnits } from './percentiles.ts'
import type { SimulationResult } from './simulation-result.ts'

/** The result of all blocks: percentiles and the distribution of the finish, beside what the tasks gathered. */
export function gatherPlan(simulation: Simulation, options: CheckedOptions, sinks: SimulationSinks): SimulationResult {
  const { network } = simulation
  gatherSensitivities(simulation, sinks)
  const sorted = sortUnits(sinks.completions, simulation.tables.unitsPerDay)
  const finishDays = new Int32Array(sorted.length)
  for (let run = 0; run < sorted.length; run++) {
    finishDays[run] = sorted[run] === sorted[run - 1] ? finishDays[run - 1] : completionDay(network, sorted[run])
  }
  const { criticality } = sinks.tasks
  for (let task = 0; task < criticality.length; task++) criticality[task] = sinks.criticalRuns[task] / options.runs
  const dayOf = (share: number): number => completionDay(network, percentile(sorted, share))
  return {
    runs: options.runs,
    seed: options.seed,
    unitsPerDay: simulation.tables.unitsPerDay,
    p50Day: dayOf(0.5),
    p80Day: dayOf(0.8),
    p95Day: dayOf(0.95),
    p50Error: percentileError(sorted, 0.5),
    p80Error: percentileError(sorted, 0.8),
    p95Error: percentileError(sorted, 0.95),
    isOneDay: finishDays[0] === finishDays[finishDays.length - 1],
    cpmFinishDay: network.schedule.projectFinishDay,
    finishDays,
    histogram: histogramBuckets(finishDays),
    tasksWithVariance: countVarying(simulation),
    ...sinks.tasks,
    ...gatherCauses(simulation, options, sinks),
    projects: gatherProjects(simulation, options, sinks),
  }
}

/** Tasks that vary by themselves, or by a risk or driver. */
function countVarying({ network, varyingNodes, causes }: Simulation): number {
  if (causes === null) return varyingNodes.length
  const varies = new Uint8Array(network.graph.nodeCount)
  for (const node of varyingNodes) varies[node] = 1
  for (const node of causes.hitNodes) varies[node] = 1
  let count = 0
  for (let node = 0; node < varies.length; node++) count += varies[node]
  return count
}
