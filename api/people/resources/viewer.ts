import { workspaceRoleOf } from '../../access/roles.queries.ts'
import { atLeast, WORKSPACE_ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { sqlOne } from '../../platform/db/sql.ts'

/** Who looks at a resource: decides whether the e-mail address is shown. */
export interface Viewer {
  readonly isAdmin: boolean
  readonly email: string
}

export async function loadViewer(ctx: Ctx<unknown>): Promise<Viewer> {
  const account = actingAccount(ctx)
  const row = await sqlOne<{ email: string }>(ctx, 'select email from accounts where id = $1', [account.id])
  const isAdmin = atLeast(await workspaceRoleOf(ctx, account), WORKSPACE_ROLE.admin)
  return { isAdmin, email: (row?.email ?? '').toLowerCase() }
}

/** A resource is oneself when it carries one's own address. */
export function isMe(viewer: Viewer, email: string): boolean {
  return email !== '' && email.toLowerCase() === viewer.email
}
