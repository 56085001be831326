import { isUsername } from '../auth/create-account.ts'
import type { Ctx } from '../platform/context.ts'
import { sql, sqlOne } from '../platform/db/sql.ts'
import { newId } from '../platform/ids.ts'
import { recordAuditEvent } from '../workspace/audit/record-audit-event.ts'
import { accountsOfAddress, lockAddress } from '../workspace/invites/invite.queries.ts'
import { workspaceRoleLabel } from '../workspace/workspace-scope.ts'
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

/** The account an identity belongs to: the linked one, else the one with the verified address, else a new one if allowed. */
export async function resolveAccount(ctx: Ctx, provider: SsoProvider, identity: ProvenIdentity): Promise<string> {
  // Two first sign-ins of one person at once would otherwise both make an account.
  await sql(ctx, 'select pg_advisory_xact_lock(7317004, hashtext($1))', [`${provider.slug} ${identity.subject}`])
  // Removing the provider meanwhile waits for us, or we for it and then find it gone.
  const isOn = await sqlOne(ctx, 'select 1 as ok from sso_providers where slug = $1 and enabled for share', [
    provider.slug,
  ])
  if (!isOn) throw new SsoFailure('sso_not_configured', 'the provider was removed or switched off')
  const linked = await findLinked(ctx, provider, identity)
  if (linked !== null) return linked
  const email = checkedEmail(provider, identity)
  await lockAddress(ctx, email)
  const accounts = await accountsOfAddress(ctx, email)
  if (accounts.length > 1) throw new SsoFailure('sso_no_member', 'several accounts have the address')
  const [account] = accounts
  if (account && !account.isActive) throw new SsoFailure('sso_account_disabled', 'the account is deactivated')
  if (!account && !provider.auto_create_members) throw new SsoFailure('sso_no_member', 'nobody has the address')
  const accountId = account?.id ?? (await createMember(ctx, provider, identity, email))
  await sql(
    ctx,
    `insert into sso_identities (id, provider_slug, issuer, subject, account_id, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [newId(), provider.slug, identity.issuer, identity.subject, accountId, ctx.services.clock.now()],
  )
  return accountId
}

/** By the provider's name for the person. The same name from another issuer is somebody else. */
async function findLinked(ctx: Ctx, provider: SsoProvider, identity: ProvenIdentity): Promise<string | null> {
  const row = await sqlOne<{ account_id: string; issuer: string; is_active: boolean }>(
    ctx,
    `select i.account_id, i.issuer, a.is_active and coalesce(w.status, 'active') <> 'deactivated' as is_active
     from sso_identities i join accounts a on a.id = i.account_id left join workspace_members w on w.account_id = a.id
     where i.provider_slug = $1 and i.subject = $2`,
    [provider.slug, identity.subject],
  )
  if (!row) return null
  if (row.issuer !== identity.issuer) throw new SsoFailure('sso_no_member', 'the subject is known from another issuer')
  if (!row.is_active) throw new SsoFailure('sso_account_disabled', 'the account is deactivated')
  return row.account_id
}

/** An address counts when the provider vouches for it and it lies in a domain the workspace trusts it with. */
function checkedEmail(provider: SsoProvider, identity: ProvenIdentity): string {
  if (!identity.isEmailVerified) throw new SsoFailure('email_unverified', 'the address is not verified')
  const email = identity.email.trim()
  const domain = email.length <= 254 ? EMAIL.exec(email)?.[1]?.toLowerCase() : undefined
  if (domain === undefined || !provider.allowed_email_domains.includes(domain)) {
    throw new SsoFailure('sso_no_member', 'the domain is not allowed')
  }
  return email
}

async function createMember(ctx: Ctx, provider: SsoProvider, identity: ProvenIdentity, email: string): Promise<string> {
  const now = ctx.services.clock.now()
  const account = await insertUnderFreeName(ctx, identity, email)
  await sql(ctx, 'insert into workspace_members (account_id, role, created_at) values ($1, $2, $3)', [
    account.id,
    provider.default_role,
    now,
  ])
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
    const made = await sqlOne<{ id: string; username: string }>(
      ctx,
      `insert into accounts (id, username, email, first_name, last_name, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (username) do nothing returning id, username`,
      [
        newId(),
        username,
        email,
        identity.first_name.slice(0, 150),
        identity.last_name.slice(0, 150),
        ctx.services.clock.now(),
      ],
    )
    if (made) return made
  }
}
