import type { Program } from '../../../compute/program/merge-program.ts'
import type { SimulationOptions } from '../../../compute/simulation/input/simulation-options.ts'
import type { TaskFacts } from '../../../compute/simulation/input/uncertain-tasks.ts'
import type { Ctx } from '../../platform/context.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { loadTaskFacts } from '../monte-carlo/task-facts.queries.ts'
import { asksForUncertainty, factsOf, spreadPlan, type UncertainInput } from '../monte-carlo/uncertainty.ts'
import type { ProgramMonteCarloInput } from './program-monte-carlo.schema.ts'
import type { MemberProject, OfProgram } from './program-schedule.queries.ts'

/** A member project with something to schedule. */
export interface Member {
  readonly project: MemberProject
  readonly loaded: LoadedSchedule
}

/** No comparison holds for it, so that no rule which narrows reaches such a task. */
const UNTOLD: TaskFacts = { wbs: [], labels: [], percentComplete: Number.NaN }

/**
 * The merged plan with the uncertainty that was asked for. Codes, labels and progress are looked at only where the caller
 * reads them: how many tasks a rule reached would tell of the others.
 */
export async function spreadProgram(
  ctx: Ctx<OfProgram>,
  { members, program }: { readonly members: readonly Member[]; readonly program: Program },
  input: ProgramMonteCarloInput,
  options: SimulationOptions,
): Promise<UncertainInput> {
  if (!asksForUncertainty(input)) return { columns: program.columns, options, assumed: null }
  const readable = members.filter(({ project }) => project.is_readable)
  const known = await loadTaskFacts(
    ctx,
    readable.map(({ project }) => project.id),
  )
  const facts = members.flatMap(({ project, loaded }, at) => {
    const own = factsOf(loaded, known)
    if (!project.is_readable) return own.map(() => UNTOLD)
    // Each project has phases of its own; the first code is that by which tasks are grouped.
    return own.map((fact) => ({ ...fact, wbs: fact.wbs.flatMap((code) => [`${at}:${code}`, code]) }))
  })
  return spreadPlan(program.columns, facts, input, options)
}
