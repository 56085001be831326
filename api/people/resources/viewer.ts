import { workspaceRoleOf } from '../../access/roles.queries.ts'
import { atLeast, WORKSPACE_ROLE } from '../../access/roles.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { loadAccountEmail } from './resource.queries.ts'

/** Who looks at a resource: decides whether the e-mail address is shown. */
export interface Viewer {
  readonly isAdmin: boolean
  readonly email: string
}

export async function loadViewer(ctx: Ctx<unknown>): Promise<Viewer> {
  const account = actingAccount(ctx)
  const isAdmin = atLeast(await workspaceRoleOf(ctx, account), WORKSPACE_ROLE.admin)
  return { isAdmin, email: (await loadAccountEmail(ctx, account.id)).toLowerCase() }
}

/** A resource is oneself when it carries one's own address. */
export function isMe(viewer: Viewer, email: string): boolean {
  return email !== '' && email.toLowerCase() === viewer.email
}
