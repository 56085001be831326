import type { Ctx } from '../platform/context.ts'
import { lockByName } from '../platform/db/advisory-locks.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'

/** What names somebody at a provider. */
export interface IdentityName {
  readonly slug: string
  readonly issuer: string
  readonly subject: string
}

export interface LinkedIdentity {
  readonly id: string
  readonly accountId: string
  readonly issuer: string
  readonly isByAddress: boolean
  readonly isActive: boolean
}

/** One writer at a time about one person at a provider: two first sign-ins at once would otherwise both make an account. */
export async function lockIdentity(ctx: Pick<Ctx, 'em'>, { slug, subject }: IdentityName): Promise<void> {
  await lockByName(ctx, 'providerIdentity', `${slug} ${subject}`)
}

export function findIdentity(
  ctx: Pick<Ctx, 'em'>,
  { slug, subject }: IdentityName,
): Promise<LinkedIdentity | undefined> {
  return sqlOne(
    ctx,
    `select i.id, i.account_id as "accountId", i.issuer, i.is_by_address as "isByAddress",
       a.is_active and coalesce(w.status, 'active') <> 'deactivated' as "isActive"
     from sso_identities i join accounts a on a.id = i.account_id left join workspace_members w on w.account_id = a.id
     where i.provider_slug = $1 and i.subject = $2`,
    [slug, subject],
  )
}

export async function insertIdentity(
  ctx: Pick<Ctx, 'em' | 'services'>,
  { slug, issuer, subject }: IdentityName,
  link: { accountId: string; isByAddress: boolean },
): Promise<void> {
  await sql(
    ctx,
    `insert into sso_identities (id, provider_slug, issuer, subject, account_id, is_by_address, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), slug, issuer, subject, link.accountId, link.isByAddress, ctx.services.clock.now()],
  )
}

/** The person confirmed a link that an address alone had made. */
export async function confirmIdentity(ctx: Pick<Ctx, 'em'>, identityId: string): Promise<void> {
  await sql(ctx, 'update sso_identities set is_by_address = false where id = $1', [identityId])
}

/** Keeps an account as it is until the commit; false when nobody may sign in to it. */
export async function holdActiveAccount(ctx: Pick<Ctx, 'em'>, accountId: string): Promise<boolean> {
  const row = await sqlOne(ctx, 'select 1 as ok from accounts where id = $1 and is_active for no key update', [
    accountId,
  ])
  return row !== undefined
}
