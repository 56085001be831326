import { atLeast, WORKSPACE_ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { likeEscape, sql } from '../../platform/db/sql.ts'
import type { WorkspaceScope } from '../workspace-scope.ts'

const LEAST_LENGTH = 2
const MOST_RESULTS = 10

export interface FoundUser {
  id: string
  username: string
  first_name: string
  last_name: string
}

/**
 * Active accounts whom the caller may name as a member: an Admin anybody, anyone else oneself and people of rosters one
 * belongs to, former ones included. Only an Admin finds by a part of an e-mail address, others by the whole of it, so
 * that searching reveals none.
 */
export async function searchUsers(ctx: Ctx<WorkspaceScope>, q: string): Promise<FoundUser[]> {
  const term = q.trim()
  if ([...term].length < LEAST_LENGTH) return []
  return sql<FoundUser>(
    ctx,
    `select a.id, a.username, a.first_name, a.last_name
     from accounts a left join workspace_members w on w.account_id = a.id
     where a.is_active and coalesce(w.status, 'active') <> 'deactivated'
       and (a.username ilike $1 or lower(a.email) = lower($2) or ($3 and a.email ilike $1))
       and ($3 or a.id = $4 or a.id in (
         select theirs.account_id from project_members mine
         join projects p on p.id = mine.project_id and not p.is_deleted
         join project_members theirs on theirs.project_id = mine.project_id
         where mine.account_id = $4 and not mine.is_deleted
         union
         select theirs.account_id from program_members mine
         join programs g on g.id = mine.program_id and not g.is_deleted
         join program_members theirs on theirs.program_id = mine.program_id
         where mine.account_id = $4 and not mine.is_deleted))
     order by a.username limit ${MOST_RESULTS}`,
    [`%${likeEscape(term)}%`, term, atLeast(ctx.scope.role, WORKSPACE_ROLE.admin), actingAccount(ctx).id],
  )
}
