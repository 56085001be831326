import { workspaceRoleLabel } from '../../access/workspace-scope.ts'
import { displayNameOf } from '../../accounts/account.entity.ts'
import { loadWorkspace } from '../../levels/load-workspace.ts'
import { queueMail, withdrawMail } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import { type InviteRow, loadInvite } from './invite.queries.ts'

/** Queues the mail of an invite with its token, in place of one that still waits. */
export async function mailInvite(ctx: Ctx<unknown>, inviteId: string, token: string): Promise<void> {
  const invite = await loadInvite(ctx, inviteId)
  const { name } = await loadWorkspace(ctx)
  await withdrawMail(ctx, inviteId)
  await queueMail(ctx, {
    purpose: 'invite',
    subjectId: inviteId,
    to: invite.email,
    subject: `${inviterOf(invite)} invites you to ${name}`,
    text: inviteText(ctx, invite, { workspace: name, token }),
  })
}

function inviterOf({ username, first_name, last_name }: InviteRow): string {
  if (username === null) return 'An administrator'
  return displayNameOf({ username, first_name: first_name ?? '', last_name: last_name ?? '' })
}

function inviteText(ctx: Ctx<unknown>, invite: InviteRow, facts: { workspace: string; token: string }): string {
  const expiresOn = new Date(invite.expires_at).toISOString().slice(0, 10)
  return `Hello,

${inviterOf(invite)} invites you to ${facts.workspace}
as ${workspaceRoleLabel(invite.role)}. Follow this link to accept:

${ctx.services.config.appUrl}/invite/accept?token=${facts.token}

The invitation expires on ${expiresOn}.

If you did not expect it, ignore this message.
`
}
