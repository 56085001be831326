import { sql } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import { ROLE } from '../../access/roles.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { type Channel, cellsOf, KINDS } from '../kinds.ts'
import { rowsOf, type Telling, type ToldRow } from './telling.ts'

const ON_BY_DEFAULT = cellsOf().flatMap(({ event_type, channel, enabled }) =>
  enabled && channel === ('in_app' satisfies Channel) ? [event_type as string] : [],
)

/**
 * One row for each person that is told. Nobody is told of one's own act, of what one may not read, or against one's own
 * matrix or the pause of the project; who is mentioned is told also without being a member, but not of what.
 */
export async function insertNotifications(
  db: Db,
  tellings: readonly Telling[],
  actorId: string | null,
  now: Date,
): Promise<void> {
  const rows = rowsOf(tellings)
  if (rows.length === 0) return
  const column = <Name extends keyof ToldRow>(name: Name) => rows.map((row) => row[name] ?? null)
  await sql`
    insert into notifications (id, account_id, event_type, category, subject, body, project_id, task_id,
      task_ids, mention_id, is_mail_settled, created_at)
    select gen_random_uuid(), told.account_id, told.event_type, told.category,
      case when m.account_id is null then coalesce(told.outsider_subject, told.subject) else told.subject end,
      told.body, told.project_id,
      told.task_id, string_to_array(told.task_ids, ' ')::uuid[], told.mention_id, told.is_mail_settled,
      ${now}::timestamptz
    from unnest(${column('account_id')}::uuid[], ${column('event_type')}::text[],
      ${rows.map((row) => KINDS[row.event_type].category)}::text[], ${column('subject')}::text[], ${column('body')}::text[],
      ${column('project_id')}::uuid[], ${column('task_id')}::uuid[], ${rows.map(({ task_ids }) => task_ids?.join(' ') ?? null)}::text[],
      ${column('mention_id')}::uuid[], ${column('outsider_subject')}::text[],
      ${rows.map(({ isMailSettled = false }) => isMailSettled)}::bool[])
      as told(account_id, event_type, category, subject, body, project_id, task_id, task_ids, mention_id, outsider_subject,
        is_mail_settled)
    join accounts a on a.id = told.account_id and a.is_active
    left join project_members m on m.project_id = told.project_id and m.account_id = told.account_id and not m.is_deleted
    left join notification_preferences p
      on p.account_id = told.account_id and p.event_type = told.event_type and p.channel = 'in_app'
    left join project_notification_documents d on d.project_id = told.project_id and d.account_id = told.account_id
    where told.account_id is distinct from ${actorId}::uuid
      and (m.account_id is not null or told.mention_id is not null or told.project_id is null)
      and coalesce(p.enabled, told.event_type = any(${ON_BY_DEFAULT}::text[]))
      and not coalesce(d.paused, false)
      and (told.mention_id is null or coalesce((d.matrix -> 'comment_mention' ->> 'in_app')::boolean, true))`.execute(
    tables(db),
  )
}

/** Whom a comment mentioned, as it was settled when the comment was written. */
export function findMentioned(db: Db, commentId: string) {
  return tables(db)
    .selectFrom('comment_mentions')
    .select(['id as mention_id', 'account_id', 'group_key'])
    .where('comment_id', '=', commentId)
    .execute()
}

/** Members of the project whose role is at least so high, and its scrum master where that is asked. */
export function findLeaders(db: Db, projectId: string, withScrumMaster: boolean) {
  return tables(db)
    .selectFrom('project_members')
    .select('account_id')
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where((eb) =>
      eb.or([eb('role', '>=', ROLE.manager), ...(withScrumMaster ? [eb('is_scrum_master', '=', true)] : [])]),
    )
    .execute()
}

export function findMembers(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('project_members')
    .select('account_id')
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .execute()
}

/** Those of the tasks that are assigned to somebody. */
export function findAssigned(db: Db, taskIds: readonly string[]) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'name', 'assignee_id'])
    .where('id', '=', anyOf(taskIds))
    .where('assignee_id', 'is not', null)
    .$narrowType<{ assignee_id: string }>()
    .orderBy('id')
    .execute()
}

export async function findProjectName(db: Db, projectId: string): Promise<string> {
  const row = await tables(db).selectFrom('projects').select('name').where('id', '=', projectId).executeTakeFirst()
  return row?.name ?? ''
}

export async function findPersonName(db: Db, accountId: string): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('accounts as a')
    .select(personName('a').as('name'))
    .where('a.id', '=', accountId)
    .executeTakeFirst()
  return row?.name
}
