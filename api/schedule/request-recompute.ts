import type { Ctx } from '../platform/context.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { rollUpPhases } from '../tasks/rollup/roll-up-phases.ts'
import { recomputeProject, recomputeUnattended } from './schedule.jobs.ts'

/**
 * Asks for a critical path pass of the project once the open transaction has committed; at most once a transaction.
 * Phases follow the rows it wrote before the commit already.
 */
export function requestRecompute(ctx: Ctx<unknown>, projectId: string): void {
  const memoKey = `recompute:${projectId}`
  if (ctx.memo.has(memoKey)) return
  ctx.memo.set(memoKey, true)
  ctx.beforeCommit.push(() => rollUpPhases(ctx, projectId))
  enqueue(ctx, ctx.actor.kind === 'system' ? recomputeUnattended : recomputeProject, { projectId })
}
