import { findAllowedWatches } from '../access/watcher.queries.ts'
import { displayNameOf } from '../accounts/account.entity.ts'
import { accountOfAccessToken } from '../auth/access-account.ts'
import { redeemTicket } from '../auth/socket-tickets.ts'
import type { Services } from '../platform/context.ts'
import type { SocketDoors, Watch } from '../platform/realtime/socket-server.ts'

/** Who may open a socket of a project: active accounts that are Team Member or above in a live project. */
export function socketDoors(services: Services): SocketDoors {
  return {
    redeemTicket: (ticket) => redeemTicket({ em: services.orm.em.fork() }, ticket),
    readLegacyToken: async (token) => (await accountOfAccessToken(services, token))?.id ?? null,
    findWatchers: (asked) => findWatchers(services, asked),
  }
}

async function findWatchers(services: Services, asked: readonly Watch[]) {
  const rows = await findAllowedWatches({ em: services.orm.em.fork() }, asked)
  return rows.map((row) => ({
    channel: row.project_id,
    accountId: row.account_id,
    displayName: displayNameOf(row),
  }))
}
