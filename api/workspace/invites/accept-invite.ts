import type { z } from 'zod'
import { outranks, workspaceRoleOf } from '../../access/roles.queries.ts'
import { workspaceRoleLabel } from '../../access/workspace-scope.ts'
import { type AccountOfAddress, findAccountsOfAddress } from '../../accounts/account.queries.ts'
import { findNameConflict, lockNames } from '../../accounts/account-name.queries.ts'
import { insertAccount } from '../../accounts/create-account.ts'
import { hashPassword } from '../../accounts/password-hash.ts'
import { recordAuditEvent } from '../../audit/record-audit-event.ts'
import { weakPassword } from '../../auth/password/password.errors.ts'
import { invitedPasswordFaults } from '../../auth/password/password-policy.ts'
import { withdrawMail } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import { sqlState, violatedConstraint } from '../../platform/db/transaction.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { hashToken } from '../../platform/ids.ts'
import { isUsername } from '../../platform/text-forms.ts'
import { raiseMember } from '../members/member.queries.ts'
import { findOpenInvite, type InviteRow, updateInvite } from './invite.queries.ts'
import type { acceptInviteBody } from './invite.schema.ts'

type AcceptInput = z.output<typeof acceptInviteBody>

interface Newcomer {
  username: string
  passwordHash: string
  first_name: string
  last_name: string
}

/**
 * Uses an invite up: makes the account, or raises the one that has the address. Nobody is signed in by it. The password
 * is hashed before the transaction; of any number of parallel uses the row's lock lets one win.
 */
export async function acceptInvite(ctx: Ctx, input: AcceptInput): Promise<{ detail: string; username: string }> {
  const tokenHash = hashToken(input.token)
  const invite = await openInvite(ctx, tokenHash, false)
  const accounts = await findAccountsOfAddress(ctx, invite.email)
  const newcomer = accounts.length === 0 ? await readNewcomer(ctx, invite, input) : null
  try {
    return await ctx.services.systemContext((own) => useInvite(own, tokenHash, newcomer))
  } catch (error) {
    if (sqlState(error) === '23505' && violatedConstraint(error) === 'accounts_username_lower') throw usernameTaken()
    throw error
  }
}

/** An invite opens as long as whoever sent it could still give the role away. */
async function openInvite(ctx: Ctx, tokenHash: string, isLocked: boolean): Promise<InviteRow> {
  const invite = await findOpenInvite(ctx, tokenHash, { isLocked })
  const isGood = invite?.inviter_id != null && (await outranks(ctx, invite.inviter_id, invite.role))
  refuseUnless(isGood, () => new Refusal(400, 'This invitation is not valid or has expired.'))
  return invite
}

function usernameTaken(): Refusal {
  return new Refusal(400, 'This username is taken.')
}

async function readNewcomer(ctx: Ctx, invite: InviteRow, input: AcceptInput): Promise<Newcomer> {
  const { username = '', password = '' } = input
  refuseUnless(
    username !== '' && password !== '',
    () => new Refusal(400, 'Choose a username and a password to accept the invitation.'),
  )
  refuseUnless(
    isUsername(username),
    () => new Refusal(400, 'The username may hold letters, digits and @ . + - _ only, at most 150.'),
  )
  const names = splitName(input.display_name ?? '')
  refuseUnless(
    names.first_name.length <= 150 && names.last_name.length <= 150,
    () => new Refusal(400, 'Each part of the name may have at most 150 characters.'),
  )
  await checkNames(ctx, invite, username)
  const faults = await invitedPasswordFaults(password, { username, email: invite.email, ...names })
  refuseUnless(faults.length === 0, () => weakPassword(faults))
  return { username, passwordHash: await hashPassword(ctx, password), ...names }
}

/** Taken without regard to case, as somebody else's address too. One refusal for all, so that it names nobody's address. */
async function checkNames(ctx: Ctx, { id: inviteId, email }: InviteRow, username: string): Promise<void> {
  const conflict = await findNameConflict(ctx, { username, email, inviteId })
  refuseUnless(conflict === null, usernameTaken)
}

/** The first word is the first name, the rest the last name. */
function splitName(name: string): { first_name: string; last_name: string } {
  const [firstName = '', ...rest] = name.split(/\s+/u)
  return { first_name: firstName, last_name: rest.join(' ') }
}

async function useInvite(ctx: Ctx, tokenHash: string, newcomer: Newcomer | null) {
  const seen = await openInvite(ctx, tokenHash, false)
  await lockNames(ctx, newcomer ? [seen.email, newcomer.username] : [seen.email])
  const invite = await openInvite(ctx, tokenHash, true)
  const accounts = await findAccountsOfAddress(ctx, invite.email)
  const account = accounts.length === 0 ? await addNewcomer(ctx, invite, newcomer) : soleAccount(accounts)
  const before =
    accounts.length === 0 ? null : await workspaceRoleOf(ctx, { id: account.id, isSuperuser: account.is_superuser })
  await raiseRole(ctx, account, invite.role, before)
  await updateInvite(ctx, invite.id, {
    status: 'accepted',
    accepted_at: ctx.services.clock.now(),
    accepted_by_id: account.id,
  })
  await withdrawMail(ctx, invite.id)
  await recordAuditEvent(ctx, {
    eventType: 'member_added',
    target: { type: 'account', id: account.id, label: account.username },
    metadata: { via: 'invite', role: workspaceRoleLabel(Math.max(before ?? 0, invite.role)) },
    actorId: account.id,
  })
  return { detail: 'The invitation was accepted. You can sign in now.', username: account.username }
}

async function addNewcomer(ctx: Ctx, invite: InviteRow, newcomer: Newcomer | null): Promise<AccountOfAddress> {
  // The account that was there a moment ago is gone.
  refuseUnless(newcomer, () => new Refusal(400, 'Choose a username and a password to accept the invitation.'))
  await checkNames(ctx, invite, newcomer.username)
  const { id, username } = await insertAccount(ctx, { ...newcomer, email: invite.email })
  return { id, username, may_act: true, is_superuser: false }
}

function soleAccount(accounts: readonly AccountOfAddress[]): AccountOfAddress {
  const [account, other] = accounts
  refuseUnless(
    account && !other,
    () => new Refusal(400, 'Several accounts have this address; ask an administrator of the workspace.'),
  )
  refuseUnless(
    account.may_act,
    () => new Refusal(400, 'Your account is deactivated; ask an administrator of the workspace.'),
  )
  return account
}

/** A role is only ever raised by an invite. */
async function raiseRole(ctx: Ctx, account: AccountOfAddress, role: number, before: number | null): Promise<void> {
  if (before !== null && before >= role) return
  await raiseMember(ctx, { account_id: account.id, role, created_at: ctx.services.clock.now() })
}
