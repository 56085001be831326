import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { TaskDraft } from '../writing/task-draft.ts'
import { sumSpan } from './rules.queries.ts'

/** Working days that all durations and lags of a project may add up to. */
export const MAX_PROJECT_SPAN = 366_000

/** A longer task must leave the project's sum of durations and lags below the ceiling. */
export async function checkSpan(ctx: Ctx<unknown>, draft: TaskDraft): Promise<void> {
  const added = draft.values.duration - (draft.isNew ? 0 : draft.base.duration)
  if (added <= 0) return
  const span = (await loadSpan(ctx, draft.projectId)) + added
  refuseUnless(span <= MAX_PROJECT_SPAN, () =>
    fieldError(
      'duration',
      `The durations and lags of the project would add up to ${span}; ${MAX_PROJECT_SPAN} is the most.`,
    ),
  )
  ctx.memo.set(memoKey(draft.projectId), span)
}

/** The sum as stored, then as this transaction changes it. A batch that rolls a row back calls `forgetSpan`. */
export async function loadSpan(ctx: Ctx<unknown>, projectId: string): Promise<number> {
  const known = ctx.memo.get(memoKey(projectId))
  if (typeof known === 'number') return known
  return sumSpan(ctx, projectId)
}

/** What the transaction makes of the sum so far; null before it was asked. */
export function heldSpan(ctx: Ctx<unknown>, projectId: string): number | null {
  return (ctx.memo.get(memoKey(projectId)) as number | undefined) ?? null
}

/** Takes back what rows added that were refused, where none of those counted before is stored yet. */
export function restoreSpan(ctx: Ctx<unknown>, projectId: string, span: number | null): void {
  if (span === null) forgetSpan(ctx, projectId)
  else ctx.memo.set(memoKey(projectId), span)
}

export function forgetSpan(ctx: Ctx<unknown>, projectId: string): void {
  ctx.memo.delete(memoKey(projectId))
}

function memoKey(projectId: string): string {
  return `task-span:${projectId}`
}
