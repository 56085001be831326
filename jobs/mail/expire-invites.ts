import type { Services } from '../../api/platform/context.ts'
import { updateExpiredInvites } from '../../api/workspace/invites/invite.queries.ts'

/** Lists and tokens judge by the time already; this only makes the stored status say so. */
export async function expireInvitesBody(services: Services): Promise<void> {
  await services.systemContext((ctx) => updateExpiredInvites(ctx))
}
