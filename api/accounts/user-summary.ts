import { workspaceRoleOf } from '../access/roles.queries.ts'
import { WORKSPACE_ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { displayNameOf } from './account.entity.ts'
import { findNamedAccounts } from './user-summary.queries.ts'

/** A person beside a record. Without `email` it is withheld: only workspace Admins and the person see it. */
export interface UserSummary {
  id: string
  username: string
  display_name: string
  email?: string
}

/** By account, as the caller may see them; ids that are null or unknown are left out. */
export async function loadUserSummaries(
  ctx: Ctx<unknown>,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, UserSummary>> {
  const known = ids.flatMap((id) => id ?? [])
  if (known.length === 0) return new Map()
  const rows = await findNamedAccounts(ctx, known)
  const viewer = ctx.actor.kind === 'account' || ctx.actor.kind === 'agent' ? ctx.actor.account : null
  const isAdmin = viewer !== null && ((await workspaceRoleOf(ctx, viewer)) ?? 0) >= WORKSPACE_ROLE.admin
  return new Map(
    rows.map((row) => {
      const summary = { id: row.id, username: row.username, display_name: displayNameOf(row) }
      return [row.id, isAdmin || viewer?.id === row.id ? { ...summary, email: row.email } : summary]
    }),
  )
}
