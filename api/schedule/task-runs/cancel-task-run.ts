import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, Refusal, refuseUnless } from '../../platform/errors.ts'
import { askToCancel, loadTaskRun, lockTaskRun, type TaskRunRow } from './task-run.queries.ts'
import { cancelRun } from './task-run.work.ts'

/** Ends a run that waits at once, and asks one under way to end; whoever started it may, and schedulers. */
export async function cancelTaskRun(ctx: Ctx<ProjectScope>, id: string): Promise<TaskRunRow> {
  const run = await lockTaskRun(ctx, id)
  const isOwn = run.initiated_by_id !== null && run.initiated_by_id === actorId(ctx)
  refuseUnless(isOwn || atLeast(ctx.scope.role, ROLE.scheduler), forbidden)
  refuseUnless(run.status === 'pending' || run.status === 'running', () => hasEnded(run))
  if (run.status === 'pending') await cancelRun(ctx, run.id)
  else await askToCancel(ctx, run.id)
  return loadTaskRun(ctx, id)
}

function hasEnded({ status }: TaskRunRow): Refusal {
  return new Refusal(409, 'The run has ended.', { code: 'task_run_ended', extra: { status } })
}
