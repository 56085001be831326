import { actingAccount, type Ctx } from '../platform/context.ts'
import { maxProjectRole } from './roles.queries.ts'
import { atLeast, ROLE } from './roles.ts'

/** Who may write shared catalogs: a Project Manager of at least one project in use, or a superuser. */
export interface CatalogScope {
  readonly isOrgAdmin: boolean
}

export async function catalogScope(ctx: Ctx): Promise<CatalogScope> {
  const account = actingAccount(ctx)
  return { isOrgAdmin: account.isSuperuser || atLeast(await maxProjectRole(ctx, account.id), ROLE.manager) }
}
