import type { Services } from '../../api/platform/context.ts'
import { sql } from '../../api/platform/db/sql.ts'

/** Lists and tokens judge by the time already; this only makes the stored status say so. */
export async function expireInvitesBody(services: Services): Promise<void> {
  await services.systemContext((ctx) =>
    sql(ctx, `update workspace_invites set status = 'expired' where status = 'pending' and expires_at <= $1`, [
      services.clock.now(),
    ]),
  )
}
