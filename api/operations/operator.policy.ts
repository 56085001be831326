import type { Ctx } from '../platform/context.ts'

/** Who runs the installation. Session routes only: an agent is refused before. */
export function isOperator(ctx: Ctx): boolean {
  return ctx.actor.kind === 'account' && ctx.actor.account.isSuperuser
}
