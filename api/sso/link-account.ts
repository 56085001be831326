import { holdActiveAccount } from '../accounts/account.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { confirmIdentity, findIdentity, insertIdentity, lockIdentity } from './identity.queries.ts'
import { checkedEmail, holdUnchanged, type ProvenIdentity } from './resolve-account.ts'
import type { SsoProvider } from './sso.entity.ts'
import { SsoFailure } from './sso.errors.ts'

/**
 * Links an identity to the account of whoever began this while signed in, whatever their ranks: both sides are proven.
 * A link that an address alone had made becomes the person's own.
 */
export async function linkAccount(
  ctx: Ctx,
  provider: SsoProvider,
  { identity, accountId }: { identity: ProvenIdentity; accountId: string },
): Promise<void> {
  const name = { slug: provider.slug, ...identity }
  await lockIdentity(ctx, name)
  await holdUnchanged(ctx, provider)
  checkedEmail(provider, identity)
  if (!(await holdActiveAccount(ctx, accountId)))
    throw new SsoFailure('sso_account_disabled', 'the account is deactivated')
  const linked = await findIdentity(ctx, name)
  if (!linked) return insertIdentity(ctx, name, { account_id: accountId, is_by_address: false })
  if (linked.account_id !== accountId || linked.issuer !== identity.issuer)
    throw new SsoFailure('sso_no_member', 'the identity is linked to another account')
  await confirmIdentity(ctx, linked.id)
}
