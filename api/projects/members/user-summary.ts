import { workspaceRoleOf } from '../../access/roles.queries.ts'
import { WORKSPACE_ROLE } from '../../access/roles.ts'
import { displayNameOf } from '../../auth/account.entity.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'

/** A person beside a record. Without `email` it is withheld: only workspace Admins and the person see it. */
export interface UserSummary {
  id: string
  username: string
  display_name: string
  email?: string
}

interface AccountRow {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
}

export async function loadUserSummaries(
  ctx: Ctx<unknown>,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, UserSummary>> {
  const known = ids.flatMap((id) => id ?? [])
  if (known.length === 0) return new Map()
  const rows = await sql<AccountRow>(
    ctx,
    `select id, username, email, first_name, last_name
     from accounts where id = any($1::uuid[])`,
    [known],
  )
  const viewer = ctx.actor.kind === 'account' || ctx.actor.kind === 'agent' ? ctx.actor.account : null
  const isAdmin = viewer !== null && ((await workspaceRoleOf(ctx, viewer)) ?? 0) >= WORKSPACE_ROLE.admin
  return new Map(
    rows.map((row) => {
      const summary = { id: row.id, username: row.username, display_name: displayNameOf(row) }
      return [row.id, isAdmin || viewer?.id === row.id ? { ...summary, email: row.email } : summary]
    }),
  )
}
