import { actingAccount, type Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { ROLE } from './roles.ts'

/** Who may write shared catalogs: a Project Manager of at least one project in use, or a superuser. */
export interface CatalogScope {
  readonly isOrgAdmin: boolean
}

export async function catalogScope(ctx: Ctx): Promise<CatalogScope> {
  const account = actingAccount(ctx)
  return { isOrgAdmin: account.isSuperuser || (await managesAProject(ctx, account.id)) }
}

async function managesAProject(ctx: Ctx, accountId: string): Promise<boolean> {
  const row = await sqlOne(
    ctx,
    `select 1 as ok from project_members m join projects p on p.id = m.project_id
     where m.account_id = $1 and m.role >= $2 and not m.is_deleted and not p.is_deleted and not p.is_archived limit 1`,
    [accountId, ROLE.manager],
  )
  return row !== undefined
}
