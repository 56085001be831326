import { queueMail } from '../../mail/queue-mail.ts'
import { civilDay, instantAt } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { claimRound } from '../rounds/round.queries.ts'
import { footer } from '../sending/mail-due.ts'
import { quietUntil } from '../sending/quiet-hours.ts'
import { unsubscribeAddress } from '../sending/unsubscribe.ts'
import { wrapText } from '../sending/wrap-text.ts'
import { insertNotifications } from '../tell/tell.queries.ts'
import { type DigestReader, findQuietHours } from './digest.queries.ts'

const DAY_MS = 86_400_000
/** How long after its hour a digest still comes where nothing ran at that hour. */
const LATEST_MS = 12 * 3_600_000

/** What a digest says, and of which programs or projects. */
export interface DigestText {
  readonly subject: string
  readonly lines: readonly string[]
  readonly scopeIds: readonly string[]
  /** Where it is read on, below the address of the client. */
  readonly path: string
}

/** The Monday of the week whose digest a person is to get now, by the clocks of the person; null for none. */
export function weekDue(
  { digest_weekday, digest_hour, zone }: Pick<DigestReader, 'digest_weekday' | 'digest_hour' | 'zone'>,
  now: Date,
): string | null {
  const today = Date.parse(`${civilDay(now, zone)}T00:00Z`)
  // Monday is 0.
  const weekday = (new Date(today).getUTCDay() + 6) % 7
  const time = `${String(digest_hour).padStart(2, '0')}:00`
  for (const back of [(weekday - digest_weekday + 7) % 7, ((weekday - digest_weekday + 7) % 7) + 7]) {
    const day = today - back * DAY_MS
    const since = now.getTime() - instantAt(civilDay(new Date(day)), time, zone).getTime()
    if (since >= 0) return since < LATEST_MS ? civilDay(new Date(day - digest_weekday * DAY_MS)) : null
  }
  return null
}

/**
 * Sends one digest of a week, in one transaction with the row that says so: a process that dies on the way has sent
 * nothing, and another that comes to it finds it done. Mail waits for the end of the hours of quiet of what it speaks of.
 */
export async function sendDigest(
  ctx: Ctx<unknown>,
  reader: DigestReader,
  { period, compose }: { readonly period: string; readonly compose: () => Promise<DigestText> },
): Promise<void> {
  const now = ctx.services.clock.now()
  const { account_id, kind } = reader
  if (!(await claimRound(ctx, { subjectId: account_id, kind, period }, now))) return
  const { subject, lines, scopeIds, path } = await compose()
  const told = { event_type: kind, subject, body: lines.join('\n'), project_id: null, task_id: null }
  const row = { ...told, isMailSettled: true, to: [{ account_id }] }
  if (reader.in_app) await insertNotifications(ctx, [row], null, now)
  if (!reader.by_mail) return
  const { appUrl } = ctx.services.config
  const untils = (await findQuietHours(ctx, account_id, scopeIds)).flatMap(
    (hours) => quietUntil(hours, now, hours.zone) ?? [],
  )
  const runAt = untils.sort((one, other) => other.getTime() - one.getTime())[0]
  await queueMail(ctx, {
    purpose: 'notification',
    to: reader.email,
    subject,
    text: [wrapText(subject), '', ...lines.map(wrapText), '', `${appUrl}${path}`, '', ...footer(appUrl)].join('\n'),
    unsubscribe: unsubscribeAddress(ctx, account_id, kind),
    ...(runAt && { runAt }),
  })
}
