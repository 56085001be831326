import { queueMail } from '../../mail/queue-mail.ts'
import type { Ctx } from '../../platform/context.ts'
import { type EventType, KINDS } from '../kinds.ts'
import { claimUnsettled, type DueMail } from './due.queries.ts'
import { isQuiet } from './quiet-hours.ts'
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

/** Puts mail of what was not read in the meantime into the outbox; each notification is decided on once. */
export async function mailDue(ctx: Ctx<unknown>): Promise<void> {
  const before = new Date(ctx.services.clock.now().getTime() - GRACE_MS)
  const { appUrl } = ctx.services.config
  for (const due of await claimUnsettled(ctx, before, MOST_A_RUN)) {
    if (!isMailed(due)) continue
    const { id, email, subject } = due
    await queueMail(ctx, { purpose: 'notification', subjectId: id, to: email, subject, text: textOf(due, appUrl) })
  }
}

/** Hours of quiet are those in which it happened: mail that was held back is not sent in the morning. */
function isMailed(due: DueMail): boolean {
  if (due.is_read || !due.may_read || due.email === '' || due.paused || !due.routed) return false
  if (!(due.group_default ?? due.enabled ?? KINDS[due.event_type].defaults.email)) return false
  if (due.dnd_enabled && !URGENT.has(due.event_type)) return false
  return due.project_id === null || !isQuiet(due, new Date(due.created_at), due.zone)
}

function textOf(due: DueMail, appUrl: string): string {
  const told = [due.snippet, due.body].filter((text) => text !== '').flatMap((text) => [wrapText(text), ''])
  const footer = ['-- ', 'What you are told of is up to you:', `${appUrl}/settings/notifications`, '']
  return [wrapText(due.subject), '', ...told, `${appUrl}${pathOf(due)}`, '', ...footer].join('\n')
}

function pathOf({ project_id, task_id }: DueMail): string {
  if (project_id === null) return '/'
  return task_id === null ? `/projects/${project_id}` : `/projects/${project_id}/tasks/${task_id}`
}
