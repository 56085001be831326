import type { Ctx } from '../context.ts'

export const EVICT_TOPIC = 'evict'

/** Whose sockets to close: of one project, of one account, or of one account in one project. */
export interface Eviction {
  readonly projectId?: string
  readonly accountId?: string
  /** What opened them is over, and nobody lost a role: closed with 4001, for a new ticket may open the next. */
  readonly isSessionOver?: boolean
}

/**
 * Closes sockets in every process after the commit, with 4003 for a member who was removed or demoted, an account that
 * was deactivated, a project that is gone. Sockets are also asked about every few seconds: this call only makes it fast.
 */
export function requestEviction(ctx: Ctx<unknown>, eviction: Eviction): void {
  const { fanout, log } = ctx.services
  ctx.afterCommit.push(() => {
    fanout.broadcast(EVICT_TOPIC, eviction).catch((error: Error) => {
      log.warn({ message: error.message }, 'eviction not broadcast; the next check closes the sockets')
    })
  })
}

/** Whether a socket is meant. A message that names nobody closes nothing. */
export function isEvicted(eviction: unknown, socket: { channel: string; accountId: string }): boolean {
  const { projectId, accountId } = (eviction ?? {}) as Eviction
  if (projectId === undefined && accountId === undefined) return false
  return (
    (projectId === undefined || projectId === socket.channel) &&
    (accountId === undefined || accountId === socket.accountId)
  )
}
