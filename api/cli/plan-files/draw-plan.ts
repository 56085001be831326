// The pictures of a plan file, by their names.

import { simulationDocument } from '../../../compute/model/documents/simulation-document.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { dayCounts } from '../../../compute/simulation/result/histogram.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { forecastSvg } from '../../pictures/forecast-svg.ts'
import { ganttSvg } from '../../pictures/gantt-svg.ts'
import { loadSvg } from '../../pictures/load-svg.ts'
import { networkSvg } from '../../pictures/network-svg.ts'
import type { Scheme } from '../../pictures/picture-style.ts'
import { type TornadoBar, tornadoSvg } from '../../pictures/tornado-svg.ts'
import { loadConfig } from '../../platform/settings/config.ts'
import { UsageError } from '../usage-error.ts'
import { followSimulation } from './follow-simulation.ts'
import { ganttOfPlan } from './gantt-of-plan.ts'
import { type DayRange, loadOfPlan } from './load-of-plan.ts'
import type { AskedUncertainty } from './named-uncertainty.ts'
import { type SimulatedInput, simulatedInput } from './simulated-input.ts'
import { withUncertainty } from './uncertainty-option.ts'

export type PlanPicture = 'gantt' | 'forecast' | 'tornado' | 'load' | 'network'

export interface AskedPicture {
  readonly rows: number
  readonly isCriticalOnly: boolean
  readonly runs: number
  readonly seed: number
  readonly uncertainty: AskedUncertainty | null
  readonly scheme: Scheme
  readonly width: number | undefined
  readonly range: DayRange | null
}

const DEADLINE_MS = 600_000

/** The SVG of a plan. The same plan and the same asking give the same bytes. */
export async function drawPlan(plan: Plan, kind: PlanPicture, asked: AskedPicture): Promise<string> {
  const looks = { id: kind, isStandalone: true, scheme: asked.scheme, width: asked.width }
  switch (kind) {
    case 'gantt': {
      const range = asked.range && {
        from: formatCivilDay(asked.range.firstDay),
        to: formatCivilDay(asked.range.lastDay),
      }
      return ganttSvg({ ...ganttOfPlan(plan, asked), ...looks, ...(range ? { range } : {}) })
    }
    case 'network': {
      const { rows, links } = ganttOfPlan(plan, { rows: plan.tasks.length, isCriticalOnly: false })
      return networkSvg({ ...looks, title: `Network of ${plan.name ?? 'Plan'}`, rows, links })
    }
    case 'load': {
      const input = loadOfPlan(plan, asked.range)
      if (input === undefined)
        throw new UsageError('the plan assigns nobody to a task with dates, so there is no load to draw')
      return loadSvg({ ...looks, ...input })
    }
    case 'forecast':
      return drawForecast(await simulatePlan(plan, asked), looks)
    case 'tornado':
      return drawTornado(await simulatePlan(plan, asked), looks)
  }
}

interface Simulated {
  readonly input: SimulatedInput
  readonly result: SimulationResult
}

async function simulatePlan(plan: Plan, { runs, seed, uncertainty }: AskedPicture): Promise<Simulated> {
  const input = withUncertainty(simulatedInput(plan, null), uncertainty)
  const pool = createComputePool({ threads: loadConfig().computeThreads, maxQueue: 16, deadlineMs: DEADLINE_MS })
  try {
    return { input, result: await followSimulation(pool, input.columns, { runs, seed, ...input.options }) }
  } finally {
    await pool.close()
  }
}

interface Looks {
  readonly id: string
  readonly isStandalone: boolean
  readonly scheme: Scheme
  readonly width: number | undefined
}

function drawForecast({ input, result }: Simulated, looks: Looks): string {
  const document = simulationDocument(input.plan, result, input.projectKeys)
  return forecastSvg({
    ...looks,
    title: `Forecast of ${input.name}`,
    histogram: dayCounts(result.finishDays).map(({ day, count }) => [formatCivilDay(day), count] as const),
    runs: document.runs,
    seed: document.seed,
    p50: document.p50,
    p80: document.p80,
    p95: document.p95,
    deterministicFinish: document.cpm_finish,
    leavesOutOthers: input.missingLinks > 0,
  })
}

function drawTornado({ input, result }: Simulated, looks: Looks): string {
  const parents = new Set(input.plan.tasks.map(({ parent }) => parent))
  const tasks = input.plan.tasks.flatMap(({ id }, task): TornadoBar[] => {
    if (parents.has(id)) return []
    const [criticality, sensitivity] = [result.criticality[task] ?? 0, result.sensitivity[task] ?? 0]
    return [{ name: input.names[task] ?? id, kind: 'task', criticality, sensitivity }]
  })
  const risks = result.risks.map(
    ({ id, occurrence, sensitivity }): TornadoBar => ({ name: id, kind: 'risk', criticality: occurrence, sensitivity }),
  )
  const varies = result.tasksWithVariance + result.risks.length + result.drivers.length > 0
  return tornadoSvg({
    ...looks,
    title: `What drives the finish of ${input.name}`,
    bars: [...tasks, ...risks],
    notice: varies ? undefined : NOTHING_VARIES,
  })
}

const NOTHING_VARIES =
  'Nothing varies: no task has three estimates. Give tasks estimates, or assume a spread: --uncertainty -10%/+30%'
