import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/queue/define-job.ts'
import type { RunMonteCarloInput } from '../monte-carlo/monte-carlo.schema.ts'
import { countRuns } from '../monte-carlo/run-monte-carlo.ts'
import { simulateInBackground } from './task-run.jobs.ts'
import { TASK_RUN, type TaskRunRow } from './task-run.queries.ts'

const TASK_NAME = 'monte_carlo'

/** Asks for a simulation in the background. A project has one at a time. */
export async function startSimulation(ctx: Ctx<ProjectScope>, input: RunMonteCarloInput): Promise<TaskRunRow> {
  countRuns(ctx, input)
  const { projectId, role } = ctx.scope
  const run = await sqlOne<TaskRunRow>(
    ctx,
    `insert into task_runs (id, task_name, project_id, initiated_by_id, options, created_at)
     values ($1, $2, $3, $4, $5::jsonb, $6)
     on conflict (project_id, task_name) where status in ('pending', 'running') do nothing returning ${TASK_RUN}`,
    [newId(), TASK_NAME, projectId, actorId(ctx), JSON.stringify({ input, role }), ctx.services.clock.now()],
  )
  refuseUnless(
    run,
    () =>
      new Refusal(409, 'A simulation of this project is under way; wait for it or cancel it.', {
        code: 'task_run_active',
      }),
  )
  enqueue(ctx, simulateInBackground, { taskRunId: run.id })
  return run
}
