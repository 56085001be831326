import { outranks, ranksBelow } from '../access/roles.queries.ts'
import { workspaceRoleLabel } from '../access/workspace-scope.ts'
import { insertWorkspaceMember } from '../access/workspace-standing.queries.ts'
import { findAccountsOfAddress } from '../accounts/account.queries.ts'
import { findNameConflict, lockNames } from '../accounts/account-name.queries.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { isUsername } from '../platform/text-forms.ts'
import {
  findIdentity,
  insertAccountUnderFreeName,
  insertIdentity,
  type LinkedIdentity,
  lockIdentity,
} from './identity.queries.ts'
import { holdProvider } from './providers/provider.queries.ts'
import type { SsoProvider } from './sso.entity.ts'
import { SsoFailure } from './sso.errors.ts'

/** Who a provider says is there. */
export interface ProvenIdentity {
  readonly issuer: string
  readonly subject: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly first_name: string
  readonly last_name: string
}

const EMAIL = /^[^\s@]{1,64}@([^\s@]{1,253})$/

/**
 * The account an identity belongs to: the linked one, else the one with the verified address, else a new one if allowed.
 * An address alone opens only accounts that rank below whoever answers for the provider, or he would climb by it: at each
 * sign-in, because people rise. Accounts at or above link themselves while signed in (`link-account.ts`).
 */
export async function resolveAccount(ctx: Ctx, provider: SsoProvider, identity: ProvenIdentity): Promise<string> {
  const name = { slug: provider.slug, ...identity }
  await lockIdentity(ctx, name)
  const { changed_by_id: changedById } = await holdUnchanged(ctx, provider)
  const linked = await findIdentity(ctx, name)
  if (linked) return accountOfLink(ctx, linked, { issuer: identity.issuer, changedById })
  const email = checkedEmail(provider, identity)
  await lockNames(ctx, [email])
  const accounts = await findAccountsOfAddress(ctx, email)
  if (accounts.length > 1) throw new SsoFailure('sso_no_member', 'several accounts have the address')
  const [account] = accounts
  if (account && !account.may_act) throw new SsoFailure('sso_account_disabled', 'the account is deactivated')
  if (account) await checkBelowVoucher(ctx, account.id, changedById)
  const accountId = account?.id ?? (await createMember(ctx, provider, { identity, email, changedById }))
  await insertIdentity(ctx, name, { account_id: accountId, is_by_address: account !== undefined })
  return accountId
}

/** Removing or changing the provider meanwhile waits for us, or we for it and then find it so. */
export async function holdUnchanged(ctx: Ctx, provider: SsoProvider): Promise<{ changed_by_id: string | null }> {
  const held = await holdProvider(ctx, provider)
  if (!held) throw new SsoFailure('sso_not_configured', 'the provider was removed, switched off or changed')
  return held
}

/** By the provider's name for the person. The same name from another issuer is somebody else. */
async function accountOfLink(
  ctx: Ctx,
  linked: LinkedIdentity,
  { issuer, changedById }: { issuer: string; changedById: string | null },
): Promise<string> {
  if (linked.issuer !== issuer) throw new SsoFailure('sso_no_member', 'the subject is known from another issuer')
  if (!linked.may_act) throw new SsoFailure('sso_account_disabled', 'the account is deactivated')
  if (linked.is_by_address) await checkBelowVoucher(ctx, linked.account_id, changedById)
  return linked.account_id
}

async function checkBelowVoucher(ctx: Ctx, accountId: string, changedById: string | null): Promise<void> {
  if (changedById !== null && (await ranksBelow(ctx, accountId, changedById))) return
  throw new SsoFailure('sso_no_member', 'the account does not rank below whoever last changed the provider')
}

/** An address counts when the provider vouches for it and it lies in a domain the workspace trusts it with. */
export function checkedEmail(provider: SsoProvider, identity: ProvenIdentity): string {
  if (!identity.isEmailVerified) throw new SsoFailure('email_unverified', 'the address is not verified')
  const email = identity.email.trim()
  const domain = email.length <= 254 ? EMAIL.exec(email)?.[1]?.toLowerCase() : undefined
  if (domain === undefined || !provider.allowed_email_domains.includes(domain)) {
    throw new SsoFailure('sso_no_member', 'the domain is not allowed')
  }
  return email
}

interface Newcomer {
  readonly identity: ProvenIdentity
  readonly email: string
  readonly changedById: string | null
}

async function createMember(
  ctx: Ctx,
  provider: SsoProvider,
  { identity, email, changedById }: Newcomer,
): Promise<string> {
  if (!provider.auto_create_members) throw new SsoFailure('sso_no_member', 'nobody has the address')
  if (changedById === null || !(await outranks(ctx, changedById, provider.default_role)))
    throw new SsoFailure('sso_no_member', 'whoever last changed the provider does not outrank its default role')
  const account = await insertUnderFreeName(ctx, identity, email)
  await insertWorkspaceMember(ctx, {
    account_id: account.id,
    role: provider.default_role,
    created_at: ctx.services.clock.now(),
  })
  await recordAuditEvent(ctx, {
    eventType: 'member_added',
    target: { type: 'account', id: account.id, label: account.username },
    metadata: { via: 'sso', provider: provider.slug, role: workspaceRoleLabel(provider.default_role) },
    actorId: account.id,
  })
  return account.id
}

/** The local part of the address as a username, with a number behind when it is taken. No password: it cannot be used. */
async function insertUnderFreeName(
  ctx: Ctx,
  identity: ProvenIdentity,
  email: string,
): Promise<{ id: string; username: string }> {
  const cleaned = (email.split('@')[0] ?? '').replace(/[^\p{L}\p{N}.+_-]/gu, '').slice(0, 130)
  const base = isUsername(cleaned) ? cleaned : 'member'
  for (let attempt = 1; ; attempt++) {
    const username = attempt === 1 ? base : `${base}${attempt <= 20 ? attempt : `-${newId().slice(-12)}`}`
    await lockNames(ctx, [username])
    const conflict = await findNameConflict(ctx, { username, email })
    if (conflict === 'email') throw new SsoFailure('sso_no_member', 'the address is the username of another account')
    if (conflict === 'username') continue
    const made = await insertAccountUnderFreeName(ctx, {
      id: newId(),
      username,
      email,
      first_name: identity.first_name.slice(0, 150),
      last_name: identity.last_name.slice(0, 150),
      created_at: ctx.services.clock.now(),
    })
    if (made) return made
  }
}
