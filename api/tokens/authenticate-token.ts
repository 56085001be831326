import { displayNameOf } from '../auth/account.entity.ts'
import type { Actor, Services } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { hashToken } from '../platform/ids.ts'
import type { ShownToken } from './agent-log/record-agent-actions.ts'
import { tokenNotAccepted } from './token.errors.ts'

const TOKEN_FORM = /^svc_[0-9a-f]{64}$/
export const AGENT_SCOPE = 'mcp:read'

interface TokenRow {
  id: string
  token_prefix: string
  scopes: string[]
  project_id: string | null
  program_id: string | null
  owner_id: string | null
  username: string
  first_name: string
  last_name: string
  is_superuser: boolean
  is_good: boolean
}

/**
 * Who an API token speaks for, or the 401 that tells nothing apart: unknown, revoked, expired, deactivated owner.
 * `shown` hears of every token we know. `last_used_at` is kept to the minute, so that a busy token does not write on
 * every request.
 */
export async function authenticateToken(
  services: Services,
  token: string,
  shown: (token: ShownToken) => void,
): Promise<Actor> {
  const em = services.orm.em.fork()
  const row = TOKEN_FORM.test(token)
    ? await sqlOne<TokenRow>(
        { em },
        `select t.id, t.token_prefix, t.scopes, t.project_id, t.program_id, t.owner_id,
                a.username, a.first_name, a.last_name, a.is_superuser,
                t.revoked_at is null and (t.expires_at is null or t.expires_at > $2)
                  and (t.owner_id is null or coalesce(a.is_active, false)) as is_good
         from api_tokens t left join accounts a on a.id = t.owner_id
         where t.token_hash = $1`,
        [hashToken(token), services.clock.now()],
      )
    : undefined
  if (row) shown({ prefix: row.token_prefix, ownerId: row.owner_id, isAgent: row.scopes.includes(AGENT_SCOPE) })
  if (!row?.is_good) throw tokenNotAccepted()
  await sql(
    { em },
    `update api_tokens set last_used_at = $2 where id = $1 and coalesce(last_used_at < $2::timestamptz - interval '1 minute', true)`,
    [row.id, services.clock.now()],
  )
  return actorOf(row)
}

function actorOf(row: TokenRow): Actor {
  if (row.owner_id === null) {
    return { kind: 'integration', tokenId: row.id, projectId: row.project_id, programId: row.program_id }
  }
  const account = {
    id: row.owner_id,
    username: row.username,
    isSuperuser: row.is_superuser,
    displayName: displayNameOf({ username: row.username, first_name: row.first_name, last_name: row.last_name }),
  }
  if (row.scopes.includes(AGENT_SCOPE))
    return { kind: 'agent', account, tokenId: row.id, tokenPrefix: row.token_prefix }
  return { kind: 'account', account, via: 'personal_token' }
}
