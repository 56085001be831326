import { queueMail } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import { type EventType, KINDS } from '../kinds.ts'
import { claimUnsettled, type DueMail, holdMail } from './due.queries.ts'
import { quietUntil } from './quiet-hours.ts'
import { unsubscribeAddress } from './unsubscribe.ts'
import { wrapText } from './wrap-text.ts'

/** Who reads it in the service within this time gets no mail of it. */
const GRACE_MS = 5 * 60_000
const MOST_A_RUN = 50

/** What who does not want to be disturbed is mailed all the same. */
const URGENT: ReadonlySet<EventType> = new Set([
  'task.blocked',
  'milestone.forecast_shifted',
  'signal.ceiling_proposal_opened',
  'signal.ceiling_proposal_resolved',
])

/** Puts mail of what was not read in the meantime into the outbox, or holds it until the end of hours of quiet. */
export async function mailDue(ctx: Ctx<unknown>): Promise<void> {
  const now = ctx.services.clock.now()
  const held: { id: string; until: Date }[] = []
  for (const due of await claimUnsettled(ctx, { before: new Date(now.getTime() - GRACE_MS), now, limit: MOST_A_RUN })) {
    if (!isMailed(due)) continue
    const until = due.project_id === null ? null : quietUntil(due, now, due.zone)
    if (until !== null) held.push({ id: due.id, until })
    else await queue(ctx, due)
  }
  await holdMail(ctx, held)
}

async function queue(ctx: Ctx<unknown>, due: DueMail): Promise<void> {
  const { id, account_id, event_type, email, subject } = due
  await queueMail(ctx, {
    purpose: 'notification',
    subjectId: id,
    to: email,
    subject,
    text: textOf(due, ctx.services.config.appUrl),
    unsubscribe: unsubscribeAddress(ctx, account_id, event_type),
  })
}

function isMailed(due: DueMail): boolean {
  if (due.is_read || !due.may_read || due.email === '' || due.paused || !due.routed || due.is_unsubscribed) return false
  if (!(due.group_default ?? due.enabled ?? KINDS[due.event_type].defaults.email)) return false
  return !due.dnd_enabled || URGENT.has(due.event_type)
}

function textOf(due: DueMail, appUrl: string): string {
  const told = [due.snippet, due.body].filter((text) => text !== '').flatMap((text) => [wrapText(text), ''])
  return [wrapText(due.subject), '', ...told, `${appUrl}${pathOf(due)}`, '', ...footer(appUrl)].join('\n')
}

/** The end of every mail of what somebody is told. */
export function footer(appUrl: string): string[] {
  return ['-- ', 'What you are told of is up to you:', `${appUrl}/settings/notifications`, '']
}

function pathOf({ project_id, task_id }: DueMail): string {
  if (project_id === null) return '/'
  return task_id === null ? `/projects/${project_id}` : `/projects/${project_id}/tasks/${task_id}`
}
