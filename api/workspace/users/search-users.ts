import { isAdmin, type WorkspaceScope } from '../../access/workspace-scope.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { type FoundUser, findUsers } from './user.queries.ts'

const LEAST_LENGTH = 2
const MOST_RESULTS = 10

/**
 * Active accounts whom the caller may name as a member: an Admin anybody, anyone else oneself and people of rosters one
 * belongs to, former ones included. Only an Admin finds by a part of an e-mail address, others by the whole of it, so
 * that searching reveals none.
 */
export async function searchUsers(ctx: Ctx<WorkspaceScope>, q: string): Promise<FoundUser[]> {
  const term = q.trim()
  if ([...term].length < LEAST_LENGTH) return []
  return findUsers(ctx, { term, accountId: actingAccount(ctx).id, isAdmin: isAdmin(ctx), limit: MOST_RESULTS })
}
