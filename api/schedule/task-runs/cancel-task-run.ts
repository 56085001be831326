import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { endTaskRun } from './end-task-runs.ts'
import { loadTaskRun, type TaskRunRow } from './task-run.queries.ts'

/** Ends a run that waits at once, and asks one under way to end; whoever started it may, and schedulers. */
export async function cancelTaskRun(ctx: Ctx<ProjectScope>, id: string): Promise<TaskRunRow> {
  const run = await loadTaskRun(ctx, id, 'for update')
  const isOwn = run.initiatedById !== null && run.initiatedById === actorId(ctx)
  refuseUnless(isOwn || atLeast(ctx.scope.role, ROLE.scheduler), forbidden)
  refuseUnless(run.status === 'pending' || run.status === 'running', () => hasEnded(run))
  if (run.status === 'pending') await endTaskRun(ctx, run.id, { status: 'cancelled' })
  else await sql(ctx, 'update task_runs set is_cancel_asked = true where id = $1', [run.id])
  return loadTaskRun(ctx, id)
}

function hasEnded({ status }: TaskRunRow): Refusal {
  return new Refusal(409, 'The run has ended.', { code: 'task_run_ended', extra: { status } })
}
