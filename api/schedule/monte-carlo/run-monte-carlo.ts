import { isDeepStrictEqual } from 'node:util'
import type { ScheduleColumns } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { DEFAULT_SEED, type SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import { rankSensitivities, type SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { findWaitingProjects } from '../../dependencies/dependency.queries.ts'
import { actorId, type Ctx, type Services } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { answerCompute, capExceeded } from '../compute-refusal.ts'
import { loadSchedule } from '../load-schedule.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { loadPassProject } from '../pass-project.queries.ts'
import { diagnoseForecast, leavesOf } from './diagnose-forecast.ts'
import {
  findCursor,
  type HistorySettings,
  insertRun,
  loadHistorySettings,
  loadStoredFinish,
  type ToldRun,
  trimRuns,
} from './monte-carlo.queries.ts'
import type { RunMonteCarloInput } from './monte-carlo.schema.ts'
import { withOpenRisks } from './open-risks.ts'
import type { SimulationExtras } from './simulation-extras.schema.ts'
import { hasOtherInputs, optionsOf, presentExtras } from './simulation-extras.ts'
import { type AssumedUncertainty, withUncertainty } from './uncertainty.ts'

/** Runs of a request that names none, where the edition has no cap. */
const DEFAULT_SIMULATIONS = 1000

export interface MonteCarloAnswer {
  readonly run: ToldRun
  readonly settings: HistorySettings
  /** Fields that the request asked for. */
  readonly extras: object
}

/**
 * Keeps a simulation of the project as it is stored; only schedulers add to the history. `ahead` was made before the
 * transaction, which simulates itself where the plan was written since.
 */
export async function runMonteCarlo(
  ctx: Ctx<ProjectScope>,
  input: RunMonteCarloInput,
  ahead?: AheadSimulation,
): Promise<MonteCarloAnswer> {
  const settings = await loadHistorySettings(ctx)
  const stands = ahead !== undefined && cursorOf(ahead) === settings.sync_seq
  const simulation = stands ? ahead : await simulateProject(ctx, input, ahead)
  return keepSimulation(ctx, simulation, { settings, triggeredById: actorId(ctx) })
}

/** So often a plan that is written meanwhile is simulated anew before a transaction waits for it. */
const MAX_TRIES = 3

/** Simulates the project outside of a transaction, until nobody wrote its plan meanwhile. */
export async function simulateAhead(ctx: Ctx<ProjectScope>, input: RunMonteCarloInput): Promise<AheadSimulation> {
  let simulation: AheadSimulation | undefined
  for (let tries = 1; ; tries++) {
    simulation = await simulateProject(ctx, input, simulation)
    if (tries === MAX_TRIES || cursorOf(simulation) === (await findCursor(ctx))) return simulation
  }
}

/** The last write that a simulation knows of; null for a project that nobody has written. */
function cursorOf({ loaded }: ProjectSimulation): number | null {
  return loaded.state?.syncSeq ?? null
}

export interface KeepOptions {
  readonly settings: HistorySettings
  readonly triggeredById: string | null
}

/** Runs with risks or other inputs that are not the plan's are told and not kept. */
export async function keepSimulation(
  ctx: Ctx<ProjectScope>,
  simulation: ProjectSimulation,
  { settings, triggeredById }: KeepOptions,
): Promise<MonteCarloAnswer> {
  const { projectId } = ctx.scope
  const { asked } = simulation
  // Only a chance depends on it.
  const waitsForOthers = asked.target_date !== undefined && (await findWaitingProjects(ctx, [projectId])).has(projectId)
  const extras = presentExtras({ ...simulation, waitsForOthers }, asked)
  const run = describeRun(ctx, simulation, settings)
  if (hasOtherInputs(asked)) return { run: { ...run, in_history: false }, settings, extras }
  return { run: await storeRun(ctx, run, settings, triggeredById), settings, extras }
}

export interface SimulationInput extends SimulationExtras {
  readonly n_simulations?: number | null | undefined
  readonly seed?: number | null | undefined
}

export interface ProjectSimulation {
  readonly loaded: LoadedSchedule
  /** What was asked, with the risks that the register added. */
  readonly asked: SimulationExtras
  readonly result: SimulationResult
  /** What was assumed of tasks without estimates. */
  readonly assumed: AssumedUncertainty | null
  /** The planned finish as readers see it. */
  readonly storedFinish: string | null
}

/** One whose runs may stand for a later one. */
export interface AheadSimulation extends ProjectSimulation {
  /** What was simulated, and how: the loaded plan with the uncertainty that was assumed. */
  readonly columns: ScheduleColumns
  readonly options: SimulationOptions
}

/**
 * One simulation of the project's leaf network within the caps. Nothing is stored. The runs of an earlier one stand where
 * nothing that they read was written since.
 */
export async function simulateProject(
  ctx: Ctx<ProjectScope>,
  input: SimulationInput,
  earlier?: AheadSimulation,
): Promise<AheadSimulation> {
  const { loaded, asked, options, columns, assumed } = await loadForSimulation(ctx, input)
  const isSame = earlier?.columns === columns && isDeepStrictEqual(earlier.options, options)
  const simulating = isSame ? earlier.result : simulateColumns(ctx, columns, options)
  // The database is idle while the threads work.
  const [result, storedFinish] = await Promise.all([simulating, loadStoredFinish(ctx)])
  return { loaded, columns, options, asked, result, storedFinish, assumed }
}

/** The project's network, and the simulation of it that is asked for. */
export async function loadForSimulation(ctx: Ctx<ProjectScope>, input: SimulationInput) {
  const runs = countRuns(ctx, input)
  const loaded = await loadSchedule(ctx, [await loadPassProject(ctx, ctx.scope.projectId)], { withEstimates: true })
  refuseUnless(loaded.input.rowOfTask.length > 0, noTasks)
  const asked = await withOpenRisks(ctx, loaded, input)
  const options = { runs, seed: input.seed ?? DEFAULT_SEED, ...optionsOf(loaded, asked) }
  return { loaded, asked, ...(await withUncertainty(ctx, loaded, asked, options)) }
}

/** Simulates within the caps of the edition. */
export async function simulateColumns(
  ctx: Ctx<unknown>,
  columns: ScheduleColumns,
  options: SimulationOptions,
): Promise<SimulationResult> {
  const asked = withinCaps(ctx.services, options)
  return answerCompute(ctx, ctx.services.compute.simulate(columns, asked, { signal: ctx.signal }))
}

/** The options as a thread gets them: with the caps of the edition, and nothing computed that nobody asked for. */
export function withinCaps({ config }: Pick<Services, 'config'>, options: SimulationOptions): SimulationOptions {
  const { mcSimulationCap: maxRuns, mcTaskCap: maxTasks, mcLagDeltaCellCap: maxLagTableCells } = config
  return { withCriticality: false, taskFinishes: 'none', ...options, caps: { maxRuns, maxTasks, maxLagTableCells } }
}

/** Refused before anything is loaded. */
export function countRuns(ctx: Ctx<unknown>, input: Pick<SimulationInput, 'n_simulations'>): number {
  const cap = ctx.services.config.mcSimulationCap
  const runs = input.n_simulations ?? cap ?? DEFAULT_SIMULATIONS
  refuseUnless(cap === null || runs <= cap, () =>
    capExceeded(ctx, `A simulation of ${runs} runs is over the cap of ${cap}.`, { value: runs, cap }),
  )
  return runs
}

export function noTasks(): Refusal {
  return new Refusal(400, 'The project has no task to schedule.', { code: 'invalid_graph_input' })
}

function describeRun(
  ctx: Ctx<ProjectScope>,
  { loaded, result, storedFinish }: ProjectSimulation,
  settings: HistorySettings,
): ToldRun {
  const { columns } = loaded.input
  const idOf = (task: number) => loaded.input.rowIndex.textAt(loaded.input.rowOfTask[task] as number)
  return {
    id: newId(),
    taken_at: ctx.services.clock.now().toISOString(),
    runs: result.runs,
    seed: result.seed,
    task_count: leavesOf(columns).length,
    p50: formatCivilDay(result.p50Day),
    p80: formatCivilDay(result.p80Day),
    p95: formatCivilDay(result.p95Day),
    cpm_finish: storedFinish,
    status_date: loaded.statusDate as string,
    in_history: settings.enabled && atLeast(ctx.scope.role, ROLE.scheduler) && historyCap(ctx, settings) > 0,
    distribution: Array.from(result.finishDays, formatCivilDay),
    detail: {
      histogram: result.histogram.map(({ day, count }) => ({ date: formatCivilDay(day), count })),
      sensitivity: rankSensitivities(result, columns.idRank).map(({ taskIndex, index }) => ({
        task_id: idOf(taskIndex),
        index: Math.round(index * 10_000) / 10_000,
      })),
      diagnostic: diagnoseForecast(loaded, result),
    },
  }
}

/** Rows the history keeps: the lesser of what the edition and the project allow. */
export function historyCap(ctx: Ctx<unknown>, settings: HistorySettings): number {
  return Math.min(ctx.services.config.mcHistoryCap ?? settings.retention_cap, settings.retention_cap)
}

async function storeRun(
  ctx: Ctx<ProjectScope>,
  { distribution, ...run }: ToldRun,
  settings: HistorySettings,
  triggeredById: string | null,
): Promise<ToldRun> {
  // Two runs at once would each miss the other when they trim.
  await lockByName(ctx, 'simulationsOfProject', ctx.scope.projectId)
  const takenAt = await insertRun(ctx, { ...run, triggered_by_id: triggeredById }, distribution)
  await trimRuns(ctx, run.id, historyCap(ctx, settings))
  return { ...run, distribution, taken_at: takenAt }
}
