import type { CheckedOptions } from '../input/simulation-options.ts'
import type { ProjectGroup } from '../prepare/project-groups.ts'
import type { Simulation } from '../prepare/simulation.ts'
import { readRuns, type SimulationSinks } from '../run/simulation-sinks.ts'
import { finishDay } from './finish-day.ts'
import { percentileErrorOfCounts, percentileOfCounts } from './percentiles.ts'
import type { SimulatedFinish } from './simulated-finish.ts'

/** The finish of one project of a program, from the same runs as that of the whole. */
export interface ProjectFinish extends SimulatedFinish {
  /** Share of the runs in which the project ended last, alone or with others. */
  endsLast: number
  /** Every day on which a run finished, ascending, and how many did. */
  finishes: { day: number; count: number }[]
}

export function gatherProjects(
  simulation: Simulation,
  { runs }: CheckedOptions,
  sinks: SimulationSinks,
): (ProjectFinish | null)[] {
  const { groups, network, tables, keptNodes } = simulation
  return groups.map((group, at) => {
    if (group.nodes.length === 0) return null
    const counts = countsOf(simulation, sinks, keptNodes.length + at, runs)
    const unitsOf = (share: number): number => percentileOfCounts(counts, runs, share) / tables.unitsPerDay
    const errorOf = (share: number): number => percentileErrorOfCounts(counts, runs, share) / tables.unitsPerDay
    const finishes = finishesByDay(simulation, group, counts)
    return {
      p50Day: finishDay(network, group, unitsOf(0.5)),
      p80Day: finishDay(network, group, unitsOf(0.8)),
      p95Day: finishDay(network, group, unitsOf(0.95)),
      p50Error: errorOf(0.5),
      p80Error: errorOf(0.8),
      p95Error: errorOf(0.95),
      isOneDay: finishes.length === 1,
      cpmFinishDay: group.cpmFinishDay,
      endsLast: sinks.lastRuns[at] / runs,
      finishes,
    }
  })
}

/** How often each unit occurs. */
function countsOf(simulation: Simulation, sinks: SimulationSinks, kept: number, runs: number): Int32Array {
  const { keptOffset } = simulation
  if (sinks.isCounted) return sinks.finishCounts.subarray(keptOffset[kept], keptOffset[kept + 1])
  const counts = new Int32Array(keptOffset[kept + 1] - keptOffset[kept])
  const finishes = new Int32Array(runs)
  readRuns(sinks, kept, finishes)
  for (const units of finishes) counts[units]++
  return counts
}

function finishesByDay({ network, tables }: Simulation, group: ProjectGroup, counts: Int32Array) {
  const finishes: { day: number; count: number }[] = []
  for (let units = 0; units < counts.length; units++) {
    if (counts[units] === 0) continue
    const day = finishDay(network, group, units / tables.unitsPerDay)
    const last = finishes[finishes.length - 1]
    if (last?.day === day) last.count += counts[units]
    else finishes.push({ day, count: counts[units] })
  }
  return finishes
}
