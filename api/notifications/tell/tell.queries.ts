import { sql } from 'kysely'
import { ROLE } from '../../access/roles.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { type Channel, cellsOf, type EventType, KINDS } from '../kinds.ts'

interface Person {
  readonly account_id: string
  readonly mention_id?: string
}

/** One thing to be told, and to whom; who may not be told is left out when it is stored. */
export interface Telling {
  readonly event_type: EventType
  readonly subject: string
  /** What who is no member of the project reads instead: it names nothing of the project. */
  readonly outsider_subject?: string
  readonly body: string
  readonly project_id: string | null
  readonly task_id: string | null
  readonly to: readonly Person[]
}

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
  const rows = tellings.flatMap(({ to, ...telling }) => to.map((person) => ({ ...telling, ...person })))
  if (rows.length === 0) return
  const column = (name: 'event_type' | 'project_id' | 'task_id' | 'subject' | 'body') => rows.map((row) => row[name])
  await sql`
    insert into notifications (id, account_id, event_type, category, subject, body, project_id, task_id, mention_id, created_at)
    select gen_random_uuid(), told.account_id, told.event_type, told.category,
      case when m.account_id is null then coalesce(told.outsider_subject, told.subject) else told.subject end,
      told.body, told.project_id,
      told.task_id, told.mention_id, ${now}::timestamptz
    from unnest(${rows.map((row) => row.account_id)}::uuid[], ${column('event_type')}::text[],
      ${rows.map((row) => KINDS[row.event_type].category)}::text[], ${column('subject')}::text[], ${column('body')}::text[],
      ${column('project_id')}::uuid[], ${column('task_id')}::uuid[], ${rows.map((row) => row.mention_id ?? null)}::uuid[],
      ${rows.map((row) => row.outsider_subject ?? null)}::text[])
      as told(account_id, event_type, category, subject, body, project_id, task_id, mention_id, outsider_subject)
    join accounts a on a.id = told.account_id and a.is_active
    left join project_members m on m.project_id = told.project_id and m.account_id = told.account_id and not m.is_deleted
    left join notification_preferences p
      on p.account_id = told.account_id and p.event_type = told.event_type and p.channel = 'in_app'
    left join project_notification_documents d on d.project_id = told.project_id and d.account_id = told.account_id
    where told.account_id is distinct from ${actorId}::uuid
      and (m.account_id is not null or told.mention_id is not null)
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

/** What is told of a task that was flagged or moved: nothing where neither is so any more. */
export function findTold(db: Db, taskId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .leftJoin('sprints as s', 's.id', 't.sprint_id')
    .select(['t.name', 't.assignee_id', 't.blocked_since', 's.name as sprint_name'])
    .where('t.id', '=', taskId)
    .executeTakeFirst()
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
