import { presentErrors, presentRisk, whyNoChance } from '../../../compute/model/documents/simulation-document.ts'
import { NO_DAY } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { DriverInput, RiskEvent } from '../../../compute/simulation/input/common-causes.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import type { Spread } from '../../../compute/simulation/input/spread.ts'
import { chanceByDay } from '../../../compute/simulation/result/chance-by-day.ts'
import type { SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import { fieldError } from '../../platform/errors.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { ROW_FLAG } from '../schedule-rows.ts'
import { leavesOf } from './diagnose-forecast.ts'
import type { SimulationExtras } from './simulation-extras.schema.ts'
import type { AssumedUncertainty } from './uncertainty.ts'

/** Whether the runs are of something else than the plan as it is stored. */
export function hasOtherInputs({ risks = [], drivers = [], sampling, uncertainty = [] }: SimulationExtras): boolean {
  return uncertainty.length > 0 || risks.length > 0 || drivers.length > 0 || sampling === 'triangular'
}

/** The options that the questions ask for; none where nothing is asked, so that an ordinary run costs what it did. */
export function optionsOf(loaded: LoadedSchedule, asked: SimulationExtras): Partial<SimulationOptions> {
  const { include = [], sampling, risks = [], drivers = [] } = asked
  return {
    ...(sampling === undefined ? {} : { distribution: sampling }),
    ...(include.includes('criticality') ? { withCriticality: true } : {}),
    ...(include.includes('milestones') ? { taskFinishes: 'milestones' as const } : {}),
    ...(risks.length + drivers.length === 0 ? {} : { causes: causesOf(loaded, risks, drivers) }),
  }
}

type Asked<Name extends 'risks' | 'drivers'> = NonNullable<SimulationExtras[Name]>

function causesOf(loaded: LoadedSchedule, risks: Asked<'risks'>, drivers: Asked<'drivers'>) {
  return {
    risks: risks.map(
      (risk, at): RiskEvent => ({
        id: risk.id,
        probability: risk.probability,
        delayDays: risk.delay,
        tasks: risk.tasks.map((id) => findTask(loaded, id, 'risks', at)),
      }),
    ),
    drivers: drivers.map(
      ({ id, factor, shift, tasks }, at): DriverInput => ({
        id,
        effect: factor ? 'factor' : 'shift',
        spread: (factor ?? shift) as Spread,
        tasks: tasks.map((task) => findTask(loaded, task, 'drivers', at)),
      }),
    ),
  }
}

function findTask({ input }: LoadedSchedule, id: string, field: string, at: number): number {
  const row = input.rowIndex.findText(id)
  const task = row === -1 ? -1 : (input.taskOfRow[row] as number)
  if (task === -1) throw fieldError(field, `Entry ${at} names a task that is not among those that are scheduled.`)
  return task
}

/** What was simulated, and whether tasks of other projects can decide the finish, which no run knows of. */
export interface Simulated {
  readonly loaded: LoadedSchedule
  readonly result: SimulationResult
  readonly waitsForOthers: boolean
  readonly assumed: AssumedUncertainty | null
}

/** The answers to the questions, and nothing else. */
export function presentExtras(simulated: Simulated, asked: SimulationExtras): object {
  const { loaded, result } = simulated
  const { include = [], target_date, risks = [], drivers = [] } = asked
  return {
    ...(include.includes('standard_error') ? { standard_error: presentErrors(result) } : {}),
    ...(include.includes('criticality') ? { criticality: criticalityOf(loaded, result) } : {}),
    ...(include.includes('milestones') ? { milestones: milestonesOf(loaded, result) } : {}),
    ...(target_date === undefined ? {} : { target: targetOf(simulated, target_date) }),
    ...(risks.length === 0 ? {} : { risks: result.risks.map(presentRisk) }),
    ...(drivers.length === 0 && result.drivers.length === 0 ? {} : { drivers: result.drivers }),
    ...simulated.assumed,
    ...(hasOtherInputs(asked) ? { stored: false } : {}),
  }
}

function idOf({ input }: LoadedSchedule, task: number): string {
  return input.rowIndex.textAt(input.rowOfTask[task] as number)
}

function criticalityOf(loaded: LoadedSchedule, { criticality }: SimulationResult): object[] {
  return leavesOf(loaded.input.columns)
    .map((task) => ({ task_id: idOf(loaded, task), index: criticality[task] as number }))
    .sort((left, right) => right.index - left.index)
}

function milestonesOf(loaded: LoadedSchedule, { taskP80Day }: SimulationResult): object[] {
  const { rows, input } = loaded
  const isMilestone = (row: number) => ((rows.flags[row] as number) & ROW_FLAG.milestone) !== 0
  return Array.from(input.rowOfTask).flatMap((row, task) => {
    if (!isMilestone(row)) return []
    const day = taskP80Day[task] as number
    return [{ task_id: idOf(loaded, task), p80: day === NO_DAY ? null : formatCivilDay(day) }]
  })
}

/** The chance of a day; null, with the reason in plain words, where the runs tell none. */
function targetOf({ result, waitsForOthers }: Simulated, date: string): object {
  const chance = waitsForOthers ? null : chanceByDay(result.finishDays, parseCivilDay(date) as number)
  if (chance !== null) return { date, chance: chance.share, standard_error: chance.error }
  const why_unknown = waitsForOthers ? WAITS_FOR_OTHERS : whyNoChance(result)
  return { date, chance: null, standard_error: null, why_unknown }
}

const WAITS_FOR_OTHERS =
  'The project waits for tasks of other projects, which its own runs leave out; the simulation of the program has them.'
