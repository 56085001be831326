import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import type { EventType } from '../kinds.ts'
import type { QuietHours } from './quiet-hours.ts'

const SNIPPET_LENGTH = 280

/** A notification of which nobody has decided yet whether mail goes out, with what its person said about that. */
export interface DueMail extends QuietHours {
  readonly id: string
  readonly account_id: string
  readonly event_type: EventType
  readonly created_at: Date | string
  readonly email: string
  readonly subject: string
  readonly body: string
  readonly project_id: string | null
  readonly task_id: string | null
  readonly snippet: string
  /** Whether the person may still read what it is about. */
  readonly may_read: boolean
  readonly is_read: boolean
  /** Null where the person said nothing. */
  readonly enabled: boolean | null
  /** The person said in a mail that no more of the kind is wanted: that stands above what a group says. */
  readonly is_unsubscribed: boolean
  /** What a group that people made says of mail to its members; null elsewhere. */
  readonly group_default: boolean | null
  readonly routed: boolean
  readonly paused: boolean
  readonly dnd_enabled: boolean
  readonly zone: string
}

/**
 * Claims those made before an instant and those that were held until now: with the transaction that fails they are open
 * again.
 */
export async function claimUnsettled(
  db: Db,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<DueMail[]> {
  const found = await sql<DueMail>`
    with due as (
      select id from notifications where not is_mail_settled and created_at <= ${before}::timestamptz
        and coalesce(mail_held_until <= ${now}::timestamptz, true)
      order by created_at, id limit ${limit} for update skip locked
    ), claimed as (
      update notifications n set is_mail_settled = true from due where n.id = due.id returning n.*
    )
    select n.id, n.account_id, n.event_type, n.created_at, n.subject, n.body, n.project_id, n.task_id, n.is_read, a.email,
      coalesce(left(c.body, ${SNIPPET_LENGTH}::int), '') as snippet,
      a.is_active and (n.project_id is null or m.account_id is not null) as may_read,
      f.enabled, f.unsubscribed_at is not null as is_unsubscribed, g.email_default_on as group_default, coalesce(s.dnd_enabled, false) as dnd_enabled,
      n.mention_id is null or coalesce((d.matrix -> 'comment_mention' ->> 'email')::boolean, true) as routed,
      coalesce(d.paused, false) as paused, coalesce(d.quiet_hours_enabled, true) as quiet_hours_enabled,
      coalesce(d.quiet_hours_from, '20:00') as quiet_hours_from,
      coalesce(d.quiet_hours_until, '07:00') as quiet_hours_until,
      coalesce(nullif(p.timezone, ''), nullif(w.timezone, ''), 'UTC') as zone
    from claimed n join accounts a on a.id = n.account_id join workspace w on w.id = 1
      left join projects p on p.id = n.project_id
      left join project_members m on m.project_id = n.project_id and m.account_id = n.account_id and not m.is_deleted
      left join comment_mentions x on x.id = n.mention_id
      left join comments c on c.id = x.comment_id and not c.is_deleted
      left join lateral (select email_default_on from mention_groups k where k.folded_name = x.group_key
        and (k.project_id = p.id or k.program_id = p.program_id) and not k.is_deleted
        order by k.project_id is null limit 1) g on true
      left join notification_preferences f
        on f.account_id = n.account_id and f.event_type = n.event_type and f.channel = 'email'
      left join notification_settings s on s.account_id = n.account_id
      left join project_notification_documents d on d.project_id = n.project_id and d.account_id = n.account_id
    order by n.created_at, n.id`.execute(tables(db))
  return found.rows
}

/** Lets mail of notifications wait: each until its instant. */
export async function holdMail(db: Db, held: readonly { readonly id: string; readonly until: Date }[]): Promise<void> {
  if (held.length === 0) return
  const untils = held.map(({ until }) => until.toISOString())
  await sql`update notifications n set is_mail_settled = false, mail_held_until = held.until
    from unnest(${held.map(({ id }) => id)}::uuid[], ${untils}::timestamptz[]) as held(id, until)
    where n.id = held.id`.execute(tables(db))
}

/** Removes what was read before an instant and put away; what nobody read stays. */
export async function deleteOldNotifications(db: Db, before: Date): Promise<void> {
  await tables(db)
    .deleteFrom('notifications')
    .where('is_read', '=', true)
    .where('is_archived', '=', true)
    .where('read_at', '<', before.toISOString())
    .execute()
}
