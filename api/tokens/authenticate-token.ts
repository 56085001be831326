import { displayNameOf } from '../accounts/account.entity.ts'
import type { Actor, Services } from '../platform/context.ts'
import { hashToken } from '../platform/ids.ts'
import type { ShownToken } from './agent-log/record-agent-actions.ts'
import { tokenExpired, tokenNotAccepted } from './token.errors.ts'
import { findTokenByHash, updateLastUse } from './token.queries.ts'

const TOKEN_FORM = /^svc_[0-9a-f]{64}$/
export const AGENT_SCOPE = 'mcp:read'

/**
 * Who an API token speaks for, or the 401 that tells nothing apart: unknown, revoked, deactivated owner.
 * One that has expired, and is good otherwise, is told as such.
 * `shown` hears of every token we know.
 */
export async function authenticateToken(
  services: Services,
  token: string,
  shown: (token: ShownToken) => void,
): Promise<Actor> {
  const em = services.orm.em.fork()
  const now = services.clock.now()
  const row = TOKEN_FORM.test(token) ? await findTokenByHash({ em }, hashToken(token), now) : undefined
  if (row) shown({ prefix: row.token_prefix, ownerId: row.owner_id, isAgent: row.scopes.includes(AGENT_SCOPE) })
  if (!row?.is_accepted) throw tokenNotAccepted()
  if (row.is_expired) throw tokenExpired()
  await updateLastUse({ em }, row.id, now)
  return actorOf(row)
}

type FoundToken = NonNullable<Awaited<ReturnType<typeof findTokenByHash>>>

function actorOf({ id, project_id, program_id, owner_id, scopes, token_prefix, ...owner }: FoundToken): Actor {
  if (owner_id === null) return { kind: 'integration', tokenId: id, projectId: project_id, programId: program_id }
  const { username, first_name, last_name, is_superuser } = owner as AccountOf<typeof owner>
  const account = {
    id: owner_id,
    username,
    isSuperuser: is_superuser,
    displayName: displayNameOf({ username, first_name, last_name }),
  }
  if (scopes.includes(AGENT_SCOPE)) return { kind: 'agent', account, tokenId: id, tokenPrefix: token_prefix }
  return { kind: 'account', account, via: 'personal_token' }
}

/** The columns of an owner that is there. */
type AccountOf<Columns> = { [Name in keyof Columns]: NonNullable<Columns[Name]> }
