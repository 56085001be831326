import { formatCivilDay } from '../calendar/civil-day.ts'
import type { SimulationResult } from '../simulation/simulation-result.ts'
import type { Plan, SimulationDocument } from './plan.ts'
import { NO_DAY } from './schedule-columns.ts'

/** The `svc-simulation/1` document of a plan. Tasks are the leaves, in plan order. */
export function simulationDocument(plan: Plan, result: SimulationResult): SimulationDocument {
  const parents = new Set(plan.tasks.map((task) => task.parent).filter((parent) => parent != null))
  return {
    format: 'svc-simulation/1',
    runs: result.runs,
    seed: result.seed,
    p50: formatCivilDay(result.p50Day),
    p80: formatCivilDay(result.p80Day),
    p95: formatCivilDay(result.p95Day),
    histogram: result.histogram.map(({ day, count }) => [formatCivilDay(day), count]),
    tasks: plan.tasks.flatMap((task, index) => (parents.has(task.id) ? [] : [presentTask(task.id, result, index)])),
  }
}

function presentTask(id: string, result: SimulationResult, index: number): SimulationDocument['tasks'][number] {
  const p80Day = result.taskP80Day[index]
  return {
    id,
    criticality: result.criticality[index],
    sensitivity: result.sensitivity[index],
    p80_finish: p80Day === NO_DAY ? null : formatCivilDay(p80Day),
  }
}
