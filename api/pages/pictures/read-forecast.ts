import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { chanceByCounts } from '../../../compute/simulation/result/chance-by-day.ts'
import { dayCounts } from '../../../compute/simulation/result/histogram.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import { findWaitingProjects } from '../../dependencies/dependency.queries.ts'
import { type ForecastInput, forecastSvg } from '../../pictures/forecast-svg.ts'
import { rankedDrivers, type TornadoBar, type TornadoInput, tornadoSvg } from '../../pictures/tornado-svg.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Project } from '../../projects/project.entity.ts'
import { loadToldRisks } from '../../risks/risk.queries.ts'
import { diagnoseForecast } from '../../schedule/monte-carlo/diagnose-forecast.ts'
import { type ProjectSimulation, simulateProject } from '../../schedule/monte-carlo/run-monte-carlo.ts'
import { presentExtras } from '../../schedule/monte-carlo/simulation-extras.ts'
import type { ProgramMonteCarloInput } from '../../schedule/program/program-monte-carlo.schema.ts'
import { type ForecastInProgram, forecastInProgram } from '../../schedule/program/simulate-program.ts'
import { loadNames } from '../../schedule/questions/row-texts.queries.ts'
import type { ForecastDocument, ForecastQuery } from './picture.schema.ts'
import { facts, loadPictured } from './read-gantt.ts'

/** What of a simulation its pictures need. Nothing is stored, so that looking at a plan adds nothing to its history. */
export async function readForecast(ctx: Ctx<ProjectScope>, query: ForecastQuery): Promise<ForecastDocument> {
  const project = await loadPictured(ctx)
  const { low_percent, high_percent, target_date, open_risks } = query
  const assumed =
    low_percent === undefined || high_percent === undefined ? {} : { uncertainty: [{ low_percent, high_percent }] }
  const simulation = await simulateProject(ctx, {
    include: ['criticality'],
    ...(target_date === undefined ? {} : { target_date }),
    ...(open_risks ? { open_risks } : {}),
    ...assumed,
  })
  const { result, storedFinish, loaded } = simulation
  const waitsForOthers = (await findWaitingProjects(ctx, [project.id])).has(project.id)
  // Risks of the register name tasks of this project alone, so that no run of the program has them.
  const together = waitsForOthers && !open_risks ? await forecastOfProgram(ctx, project, assumed) : null
  const extras = presentExtras({ ...simulation, waitsForOthers }, simulation.asked) as Extras
  return {
    project: facts(project),
    runs: result.runs,
    seed: result.seed,
    p50: formatCivilDay(result.p50Day),
    p80: formatCivilDay(result.p80Day),
    p95: formatCivilDay(result.p95Day),
    cpm_finish: storedFinish,
    waits_for_others: waitsForOthers,
    histogram: dayCounts(result.finishDays).map(endsOn),
    program_forecast: together && {
      runs: together.runs,
      seed: together.seed,
      p50: formatCivilDay(together.p50Day),
      p80: formatCivilDay(together.p80Day),
      p95: formatCivilDay(together.p95Day),
      histogram: together.finishes.map(endsOn),
    },
    diagnostic: { ...diagnoseForecast(loaded, result) },
    target: together && target_date !== undefined ? targetOf(together, target_date) : (extras.target ?? null),
    ...(await driversOf(ctx, simulation)),
    risks: await risksOf(ctx, extras),
  }
}

function endsOn({ day, count }: { readonly day: number; readonly count: number }) {
  return { date: formatCivilDay(day), count }
}

async function forecastOfProgram(ctx: Ctx<ProjectScope>, { id, program_id }: Project, assumed: ProgramMonteCarloInput) {
  if (program_id == null) return null
  return (await forecastInProgram(ctx, program_id, assumed)).get(id) ?? null
}

function targetOf({ finishes }: ForecastInProgram, date: string): NonNullable<ForecastDocument['target']> {
  const chance = chanceByCounts(finishes, parseCivilDay(date) as number)
  if (chance !== null) return { date, chance: chance.share, standard_error: chance.error }
  const why_unknown = 'Every run of the program ends this project on one day, so the runs tell no chance.'
  return { date, chance: null, standard_error: null, why_unknown }
}

interface Extras {
  readonly target?: NonNullable<ForecastDocument['target']>
  readonly risks?: readonly { readonly id: string; readonly occurrence: number; readonly sensitivity: number }[]
}

/** Tasks whose duration the finish follows where they decide it. */
async function driversOf(ctx: Ctx<ProjectScope>, { loaded, result }: ProjectSimulation) {
  const { rowIndex, rowOfTask } = loaded.input
  const found = Array.from(rowOfTask, (row, task) => ({
    task_id: rowIndex.textAt(row),
    name: '',
    kind: 'task' as const,
    criticality: round(result.criticality[task] ?? 0),
    sensitivity: round(result.sensitivity[task] ?? 0),
  }))
  const ranked = rankedDrivers(found) as typeof found
  const names = JSON.parse((await loadNames(ctx, [ctx.scope.projectId])).names) as Record<string, string>
  const drivers = ranked
    .slice(0, MAX_DRIVERS)
    .map(({ kind: _, ...driver }) => ({ ...driver, name: names[driver.task_id] ?? '' }))
  return { drivers, driver_count: ranked.length }
}

const MAX_DRIVERS = 100

async function risksOf(ctx: Ctx<ProjectScope>, { risks = [] }: Extras) {
  const told = await loadToldRisks(
    ctx,
    risks.map(({ id }) => id),
  )
  const titleOf = new Map(told.map(({ id, title }) => [id, title]))
  return risks.map((risk) => ({ ...risk, name: titleOf.get(risk.id) ?? risk.id }))
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

export function forecastInput(document: ForecastDocument, query: ForecastQuery): Omit<ForecastInput, 'id'> {
  const { runs, seed, p50, p80, p95, histogram } = document.program_forecast ?? document
  return {
    title: `Simulated finish of ${document.project.name}`,
    histogram: histogram.map(({ date, count }) => [date, count] as const),
    runs,
    seed,
    p50,
    p80,
    p95,
    deterministicFinish: document.cpm_finish,
    leavesOutOthers: document.waits_for_others && document.program_forecast === null,
    isOfProgram: document.program_forecast !== null,
    targetDate: query.target_date ?? null,
    scheme: query.scheme,
    width: query.width,
    ...(query.layout ? { layout: query.layout } : {}),
  }
}

export function drawForecast(document: ForecastDocument, query: ForecastQuery): string {
  return forecastSvg({ ...forecastInput(document, query), id: 'forecast', isStandalone: true })
}

export function tornadoInput(document: ForecastDocument, query: ForecastQuery): Omit<TornadoInput, 'id'> {
  const tasks = document.drivers.map((driver): TornadoBar => ({ ...driver, kind: 'task' }))
  const risks = document.risks.map(
    ({ name, occurrence, sensitivity }): TornadoBar => ({ name, kind: 'risk', criticality: occurrence, sensitivity }),
  )
  return {
    title: `What drives the finish of ${document.project.name}`,
    bars: [...tasks, ...risks],
    leftOut: document.driver_count - tasks.length,
    notice: document.diagnostic.deterministic ? whyNothingVaries(document) : undefined,
    scheme: query.scheme,
    width: query.width,
    ...(query.layout ? { layout: query.layout } : {}),
  }
}

export function drawTornado(document: ForecastDocument, query: ForecastQuery): string {
  return tornadoSvg({ ...tornadoInput(document, query), id: 'tornado', isStandalone: true })
}

/** Why all runs end on one day, and what to do about it. */
export function whyNothingVaries({ diagnostic }: Pick<ForecastDocument, 'diagnostic'>): string {
  const { reason, tasks_pending_approval: pending } = diagnostic
  if (reason === 'all_complete') return 'All tasks are complete: nothing is left to vary.'
  if (reason === 'estimates_off_critical_path')
    return 'The tasks that vary never decide the finish: estimate the critical ones, or assume a spread for all.'
  if (reason === 'estimates_pending_approval')
    return `Nothing varies: the estimates of ${pending} tasks wait for approval. Approve them, or assume a spread.`
  if (reason === 'no_velocity_history')
    return 'Nothing varies: tasks in story points draw from closed sprints, and there are none. Assume a spread.'
  return 'Nothing varies: no task has three estimates. Give tasks optimistic, most likely and pessimistic durations, or assume a spread such as -10 % to +30 %.'
}
