import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import type { RunMonteCarloInput } from '../monte-carlo/monte-carlo.schema.ts'
import { countRuns } from '../monte-carlo/run-monte-carlo.ts'
import { insertTaskRun, type TaskRunRow } from './task-run.queries.ts'
import { taskRunWork } from './task-run.work.ts'

const TASK_NAME = 'monte_carlo'

/** Asks for a simulation in the background. A project has one at a time. */
export async function startSimulation(ctx: Ctx<ProjectScope>, input: RunMonteCarloInput): Promise<TaskRunRow> {
  countRuns(ctx, input)
  const run = await insertTaskRun(ctx, {
    id: newId(),
    task_name: TASK_NAME,
    initiated_by_id: actorId(ctx),
    options: { input, role: ctx.scope.role },
    created_at: ctx.services.clock.now(),
  })
  refuseUnless(
    run,
    () =>
      new Refusal(409, 'A simulation of this project is under way; wait for it or cancel it.', {
        code: 'task_run_active',
      }),
  )
  enqueue(ctx, taskRunWork.job, { id: run.id })
  return run
}
