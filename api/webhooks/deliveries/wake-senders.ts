import type { Ctx } from '../../platform/context.ts'

/** The word by which senders learn that there is something to send; they look by themselves every second as well. */
export const WAKE_TOPIC = 'webhooks'

/** Wakes them once after the commit. */
export function wakeSenders(ctx: Ctx<unknown>): void {
  const { fanout, log } = ctx.services
  ctx.afterCommit.push(() => {
    fanout.broadcast(WAKE_TOPIC, {}).catch((error: Error) => {
      log.warn({ message: error.message }, 'senders of webhooks are not woken; they look by themselves')
    })
  })
}
