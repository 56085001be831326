import type { Ctx } from '../../platform/context.ts'

const REASONS = 'amend-reasons'

/** Keeps why somebody amends the plan of a task, for whoever is told of it in this transaction. */
export function noteAmendReason(ctx: Ctx<unknown>, taskId: string, reason: string | undefined): void {
  if (reason === undefined || reason.trim() === '') return
  const reasons = (ctx.memo.get(REASONS) as Map<string, string> | undefined) ?? new Map<string, string>()
  ctx.memo.set(REASONS, reasons.set(taskId, reason.trim()))
}

export function amendReasonOf(ctx: Ctx<unknown>, taskId: string): string | undefined {
  return (ctx.memo.get(REASONS) as Map<string, string> | undefined)?.get(taskId)
}
