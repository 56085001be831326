import { ROLE } from './access/roles.ts'
import { displayNameOf } from './accounts/account.entity.ts'
import { accountOfAccessToken } from './auth/access-account.ts'
import { redeemTicket } from './auth/socket-tickets.ts'
import type { Services } from './platform/context.ts'
import { sql } from './platform/db/sql.ts'
import type { SocketDoors, Watch } from './platform/realtime/socket-server.ts'

interface WatcherRow {
  channel: string
  accountId: string
  username: string
  first_name: string
  last_name: string
}

/** Who may open a socket of a project: active accounts that are Team Member or above in a live project. */
export function socketDoors(services: Services): SocketDoors {
  return {
    redeemTicket: (ticket) => redeemTicket({ em: services.orm.em.fork() }, ticket),
    readLegacyToken: async (token) => (await accountOfAccessToken(services, token))?.id ?? null,
    findWatchers: (asked) => findWatchers(services, asked),
  }
}

async function findWatchers(services: Services, asked: readonly Watch[]) {
  const rows = await sql<WatcherRow>(
    { em: services.orm.em.fork() },
    `select distinct m.project_id as channel, a.id as "accountId", a.username,
       a.first_name, a.last_name
     from unnest($1::uuid[], $2::uuid[]) as asked(project_id, account_id)
     join project_members m on m.project_id = asked.project_id and m.account_id = asked.account_id
     join projects p on p.id = m.project_id
     join accounts a on a.id = m.account_id
     where not m.is_deleted and m.role >= $3 and not p.is_deleted and a.is_active`,
    [asked.map((watch) => watch.channel), asked.map((watch) => watch.accountId), ROLE.member],
  )
  return rows.map((row) => ({ channel: row.channel, accountId: row.accountId, displayName: displayNameOf(row) }))
}
