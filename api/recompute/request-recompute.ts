import type { Ctx } from '../platform/context.ts'
import { defineHook } from '../platform/hooks.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { recomputeProject, recomputeUnattended } from './recompute.jobs.ts'

/** What the rows that a transaction wrote owe before it commits; the tasks supply that phases follow what is below them. */
export const beforePass = defineHook<{ readonly projectId: string }>('before a pass')

/**
 * Asks for a critical path pass of the project once the open transaction has committed; at most once a transaction.
 * Phases follow the rows it wrote before the commit already.
 */
export function requestRecompute(ctx: Ctx<unknown>, projectId: string): void {
  const memoKey = `recompute:${projectId}`
  if (ctx.memo.has(memoKey)) return
  ctx.memo.set(memoKey, true)
  ctx.beforeCommit.push(() => beforePass(ctx, { projectId }))
  enqueue(ctx, ctx.actor.kind === 'system' ? recomputeUnattended : recomputeProject, { projectId })
}
