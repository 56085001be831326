import type { Ctx } from '../platform/context.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { recomputeProject, recomputeUnattended } from './schedule.jobs.ts'

/** Asks for a critical path pass of the project once the open transaction has committed; at most once a transaction. */
export function requestRecompute(ctx: Ctx<unknown>, projectId: string): void {
  const memoKey = `recompute:${projectId}`
  if (ctx.memo.has(memoKey)) return
  ctx.memo.set(memoKey, true)
  enqueue(ctx, ctx.actor.kind === 'system' ? recomputeUnattended : recomputeProject, { projectId })
}
