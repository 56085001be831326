import type { Ctx } from '../platform/context.ts'
import { defineHook } from '../platform/hooks.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { recomputeProject, recomputeUnattended } from './recompute.jobs.ts'

/**
 * What the rows that a transaction wrote owe before it commits; the tasks supply that phases follow what is below them.
 * `standAlone`: none of them is in a phase or is one.
 */
export const beforePass = defineHook<{ readonly projectId: string; readonly standAlone: boolean }>('before a pass')

/**
 * Asks for a critical path pass of the project once the open transaction has committed; at most once a transaction.
 * Phases follow the rows it wrote before the commit already. `standsAlone`: the caller wrote one row, in no phase and
 * without children.
 */
export function requestRecompute(ctx: Ctx<unknown>, projectId: string, row = { standsAlone: false }): void {
  const memoKey = `recompute:${projectId}`
  const standAlone = ctx.memo.get(memoKey) as boolean | undefined
  ctx.memo.set(memoKey, row.standsAlone && standAlone !== false)
  if (standAlone !== undefined) return
  ctx.beforeCommit.push(() => beforePass(ctx, { projectId, standAlone: ctx.memo.get(memoKey) === true }))
  enqueue(ctx, ctx.actor.kind === 'system' ? recomputeUnattended : recomputeProject, { projectId })
}
