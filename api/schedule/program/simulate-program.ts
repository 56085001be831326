import { presentErrors } from '../../../compute/model/documents/simulation-document.ts'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { LAG_UNIT, LINK_TYPE } from '../../../compute/model/schedule-columns.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import {
  mergeProgram,
  type Program,
  type ProgramLink,
  type ProgramProject,
} from '../../../compute/program/merge-program.ts'
import { projectGroups } from '../../../compute/program/simulate-program.ts'
import { DEFAULT_SEED } from '../../../compute/simulation/input/simulation-options.ts'
import type { ProjectFinish } from '../../../compute/simulation/result/gather-projects.ts'
import { confidenceCurve } from '../../../compute/simulation/result/histogram.ts'
import type { SimulatedFinish } from '../../../compute/simulation/result/simulated-finish.ts'
import { rankSensitivities, type SimulationResult } from '../../../compute/simulation/result/simulation-result.ts'
import { ComputeFailure } from '../../../compute/workers/failure.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { answerCompute } from '../compute-refusal.ts'
import { loadSchedule } from '../load-schedule.ts'
import { countRuns, withinCaps } from '../monte-carlo/run-monte-carlo.ts'
import type { UncertainInput } from '../monte-carlo/uncertainty.ts'
import type { ProgramMonteCarloInput } from './program-monte-carlo.schema.ts'
import { invalidProgramInput, programTooLarge } from './program-schedule.errors.ts'
import {
  findCrossingLinks,
  findMemberProjects,
  hasMoreTasks,
  MAX_PROGRAM_TASKS,
  type MemberProject,
  type OfProgram,
} from './program-schedule.queries.ts'
import { type Member, spreadProgram } from './spread-program.ts'

/**
 * The finish of a program and of each of its projects from the same runs: what one project draws is what the others wait
 * for. Every project has its own start, calendar and data date. Nothing is stored.
 */
export async function simulateProgram(ctx: Ctx<ProgramScope>, input: ProgramMonteCarloInput): Promise<object> {
  const { assumed, ...simulated } = await runSimulation(ctx, input)
  return { ...present(ctx, simulated), ...assumed }
}

async function runSimulation(ctx: Ctx<OfProgram>, input: ProgramMonteCarloInput) {
  const runs = countRuns(ctx, input)
  const projects = await findMemberProjects(ctx)
  const projectIds = projects.map(({ id }) => id)
  const isTooLarge = await hasMoreTasks(ctx, projectIds, MAX_PROGRAM_TASKS)
  refuseUnless(!isTooLarge, () => programTooLarge(MAX_PROGRAM_TASKS))
  const members = await loadMembers(ctx, projects)
  refuseUnless(members.length > 0, noTasks)
  const parts = members.map(({ project, loaded }) => ({ key: project.id, columns: loaded.input.columns }))
  const program = mergeProgram(parts, await crossingLinks(ctx, members))
  const options = { runs, seed: input.seed ?? DEFAULT_SEED, projects: projectGroups(parts, program) }
  const uncertain = await spreadProgram(ctx, { members, program }, input, options)
  const result = await runProgram(ctx, projects, parts, uncertain)
  return { projects, members, program, result, assumed: uncertain.assumed }
}

/** What the runs of a whole program tell of the finish of one of its projects. */
export interface ForecastInProgram extends ProjectFinish {
  readonly runs: number
  readonly seed: number
}

/**
 * The finish of each project of a program that has tasks, from the runs that the simulation of the program makes; nothing where
 * the program cannot be simulated. For projects that wait for others, which their own runs leave out.
 */
export async function forecastInProgram(
  ctx: Ctx<unknown>,
  programId: string,
  input: ProgramMonteCarloInput,
): Promise<Map<string, ForecastInProgram>> {
  try {
    const { members, result } = await runSimulation({ ...ctx, scope: { programId } }, input)
    const { runs, seed } = result
    return new Map(
      members.flatMap(({ project }, at): [string, ForecastInProgram][] => {
        const finish = result.projects[at]
        return finish ? [[project.id, { ...finish, runs, seed }]] : []
      }),
    )
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return new Map()
    throw error
  }
}

function noTasks(): Refusal {
  return new Refusal(400, 'The program has no task to schedule.', { code: 'invalid_graph_input' })
}

async function loadMembers(ctx: Ctx<unknown>, projects: readonly MemberProject[]): Promise<Member[]> {
  const members: Member[] = []
  for (const project of projects) {
    const loaded = await loadSchedule(ctx, [project], { withEstimates: true })
    if (loaded.input.rowOfTask.length > 0) members.push({ project, loaded })
  }
  return members
}

/** Accepted links between tasks that are both scheduled. */
async function crossingLinks(ctx: Ctx<unknown>, members: readonly Member[]): Promise<ProgramLink[]> {
  const placeOf = new Map(members.map(({ project }, at) => [project.id, at]))
  const taskOf = (at: number, id: string): number => {
    const { rowIndex, taskOfRow } = (members[at] as Member).loaded.input
    const row = rowIndex.findText(id)
    return row === -1 ? -1 : (taskOfRow[row] as number)
  }
  const rows = await findCrossingLinks(ctx, [...placeOf.keys()])
  return rows.flatMap((row): ProgramLink[] => {
    const predecessorProject = placeOf.get(row.predecessor_project_id) as number
    const successorProject = placeOf.get(row.successor_project_id) as number
    const predecessor = taskOf(predecessorProject, row.predecessor_id)
    const successor = taskOf(successorProject, row.successor_id)
    if (predecessor === -1 || successor === -1) return []
    const ends = { predecessorProject, predecessor, successorProject, successor }
    const type = LINK_TYPE[row.dep_type]
    return [{ ...ends, type, lagDays: row.lag, lagUnit: LAG_UNIT[row.lag_unit] }]
  })
}

function runProgram(
  ctx: Ctx<OfProgram>,
  projects: readonly MemberProject[],
  parts: readonly ProgramProject[],
  { columns, options }: UncertainInput,
): Promise<SimulationResult> {
  const asked = withinCaps(ctx.services, options)
  const job = { signal: ctx.signal }
  const simulation = ctx.services.compute.simulate(columns, asked, job).catch(async (error: unknown) => {
    const refusal = error instanceof ComputeFailure ? error.refusal : undefined
    const isOfInput = refusal !== undefined && !refusal.code.startsWith('simulation_')
    throw isOfInput ? await invalidProgramInput(ctx, projects, withoutKeys(refusal, parts)) : error
  })
  return answerCompute(ctx, simulation)
}

/** Tasks of a merged program are called `key/id`; people know them by their ids. */
function withoutKeys(
  { code, detail, offending = [], extra }: PlanRefusal,
  parts: readonly ProgramProject[],
): PlanRefusal {
  const bare = (text: string) => parts.reduce((rest, { key }) => rest.replaceAll(`${key}/`, ''), text)
  return new PlanRefusal(code, bare(detail), { extra, offending: offending.map(bare) })
}

interface SimulatedProgram {
  readonly projects: readonly MemberProject[]
  readonly members: readonly Member[]
  readonly program: Program
  readonly result: SimulationResult
}

function present(ctx: Ctx<ProgramScope>, simulated: SimulatedProgram): object {
  const { projects, members, result } = simulated
  const finishOf = new Map(members.map(({ project }, at) => [project.id, result.projects[at] ?? null]))
  return {
    program_id: ctx.scope.programId,
    runs: result.runs,
    seed: result.seed,
    ...percentiles(result),
    standard_error: presentErrors(result),
    histogram_buckets: result.histogram.map(({ day, count }) => ({ date: formatCivilDay(day), count })),
    confidence_curve: confidenceCurve(result.histogram).map(({ bucket, percent }) => ({
      date: formatCivilDay(bucket.day),
      pct: percent,
    })),
    projects: projects.map((project) => presentProject(project, finishOf.get(project.id) ?? null)),
    sensitivity: presentSensitivity(simulated),
  }
}

function percentiles(of: SimulatedFinish) {
  return {
    p50: formatCivilDay(of.p50Day),
    p80: formatCivilDay(of.p80Day),
    p95: formatCivilDay(of.p95Day),
    cpm_finish: formatCivilDay(of.cpmFinishDay),
  }
}

/** Of a project that the caller is no member of the name and forecast dates are told, as in the schedule of the program. */
function presentProject({ id, name, is_readable }: MemberProject, finish: ProjectFinish | null): object {
  const dates = finish === null ? { p50: null, p80: null, p95: null, cpm_finish: null } : percentiles(finish)
  const isTold = is_readable && finish !== null
  return {
    id,
    name,
    accessible: is_readable,
    ...dates,
    standard_error: isTold ? presentErrors(finish) : null,
    ends_last: isTold ? finish.endsLast : null,
  }
}

/** The tasks that go with the finish of the program the most, of projects that the caller reads. */
function presentSensitivity({ members, program, result }: SimulatedProgram): object[] {
  return rankSensitivities(result, program.columns.idRank).flatMap(({ taskIndex, index }) => {
    const at = program.projectOfTask[taskIndex] as number
    const { project, loaded } = members[at] as Member
    if (!project.is_readable) return []
    const task = taskIndex - (program.firstTask[at] as number)
    const id = loaded.input.rowIndex.textAt(loaded.input.rowOfTask[task] as number)
    return [{ task_id: id, project_id: project.id, index: Math.round(index * 10_000) / 10_000 }]
  })
}
