import type { ScheduleResult } from '../../../compute/cpm/schedule-result.ts'
import { ComputeFailure } from '../../../compute/workers/failure.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuseUnless } from '../../platform/errors.ts'
import { answerCompute } from '../compute-refusal.ts'
import { loadSchedule } from '../load-schedule.ts'
import type { LoadedSchedule } from '../loaded-schedule.ts'
import { presentEmptyProgram, presentProgramSchedule } from './present-program-schedule.ts'
import { invalidProgramInput, programTooLarge } from './program-schedule.errors.ts'
import { findMemberProjects, hasMoreTasks, MAX_PROGRAM_TASKS, type MemberProject } from './program-schedule.queries.ts'

/**
 * All member projects and the accepted links between them as one network. It is laid out by the loader of the stored
 * passes, in one statement and with the same floors, so that a program computed as one shows the dates it has stored.
 */
export async function readProgramSchedule(ctx: Ctx<ProgramScope>): Promise<object> {
  const projects = await findMemberProjects(ctx)
  const projectIds = projects.map((project) => project.id)
  refuseUnless(!(await hasMoreTasks(ctx, projectIds, MAX_PROGRAM_TASKS)), () => programTooLarge(MAX_PROGRAM_TASKS))
  if (projects.length === 0) return presentEmptyProgram(ctx, projects)
  const loaded = await loadSchedule(ctx, projects, { asProgram: true })
  if (loaded.input.rowOfTask.length === 0) return presentEmptyProgram(ctx, projects)
  const result = await compute(ctx, projects, loaded)
  return presentProgramSchedule(ctx, { projects, loaded, result })
}

function compute(
  ctx: Ctx<ProgramScope>,
  projects: readonly MemberProject[],
  { input }: LoadedSchedule,
): Promise<ScheduleResult> {
  const pass = ctx.services.compute.schedule(input.columns, { signal: ctx.signal }).catch(async (error: unknown) => {
    const refusal = error instanceof ComputeFailure ? error.refusal : undefined
    throw refusal ? await invalidProgramInput(ctx, projects, refusal) : error
  })
  return answerCompute(ctx, pass)
}
