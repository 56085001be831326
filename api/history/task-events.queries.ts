import { type RawBuilder, sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import { tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import type { FieldChanges } from './history-row.entity.ts'

export const EVENT_SOURCES = [
  'comments',
  'time',
  'attachments',
  'schedule',
  'risks',
  'dependencies',
  'resources',
] as const
type Source = (typeof EVENT_SOURCES)[number] | 'fields'

export interface EventFilter {
  readonly sources: readonly Source[]
  /** Before this instant. */
  readonly until: string | null
  /** Columns whose changes the caller is not told. */
  readonly hidden: readonly string[]
  readonly limit: number
}

export interface TaskEventRow {
  readonly event_type: string
  readonly at: string
  readonly actor: { readonly id: string; readonly display_name: string } | null
  readonly detail: Readonly<Record<string, unknown>>
  readonly changes: FieldChanges | null
}

/** What happened to a task, as these sources tell it, the newest first. */
export async function findTaskEvents(ctx: Ctx<ProjectTaskScope>, filter: EventFilter): Promise<TaskEventRow[]> {
  const parts = filter.sources.flatMap((source) => PARTS[source](ctx, filter)).map((part) => sql`(${part})`)
  const found = await sql<TaskEventRow>`select e.event_type, e.at, e.detail, e.changes,
      case when a.id is not null then jsonb_build_object('id', a.id, 'display_name', ${personName('a')}) end as actor
    from (${sql.join(parts, sql` union all `)}) e left join accounts a on a.id = e.actor_id
    order by e.at desc, e.place desc, e.event_type limit ${filter.limit}`.execute(tables(ctx))
  return found.rows
}

const PARTS: Record<Source, (ctx: Ctx<ProjectTaskScope>, filter: EventFilter) => RawBuilder<unknown>[]> = {
  fields: ({ scope }, filter) => [
    saves(filter, 'task', ['task_created', 'fields_changed', 'task_deleted'], {
      of: sql`select ${scope.taskId}::uuid`,
      detail: sql`jsonb_build_object()`,
    }),
  ],
  resources: ({ scope }, filter) => [
    saves(filter, 'assignment', ['resource_assigned', 'resource_changed', 'resource_removed'], {
      of: sql`select ${scope.taskId}::uuid`,
      detail: sql`jsonb_build_object('resource_id', coalesce(h.changes->'resource_id'->>1, h.changes->'resource_id'->>0))`,
    }),
  ],
  dependencies: ({ scope }, filter) => [
    saves(filter, 'dependency', ['dependency_added', 'dependency_changed', 'dependency_removed'], {
      of: sql`select id from dependencies where predecessor_id = ${scope.taskId} or successor_id = ${scope.taskId}`,
      // A link between two projects is written down in both.
      in: sql`and h.project_id = ${scope.projectId}`,
      detail: sql`(select jsonb_build_object('dependency_id', d.id, 'predecessor', d.predecessor_id, 'successor', d.successor_id)
        from dependencies d where d.id = h.object_id)`,
    }),
  ],
  risks: ({ scope }, filter) => [
    saves(filter, 'risk', ['risk_added', 'risk_changed', 'risk_removed'], {
      of: sql`select risk_id from risk_tasks where task_id = ${scope.taskId}`,
      detail: sql`(select jsonb_build_object('risk_id', r.id, 'title', r.title) from risks r where r.id = h.object_id)`,
    }),
  ],
  comments: ({ scope }, filter) => [
    happened(filter, 'comment_added', {
      from: sql`comments r where r.task_id = ${scope.taskId} and not r.is_deleted`,
      at: 'created_at',
      by: 'author_id',
      detail: sql`jsonb_build_object('comment_id', r.id, 'parent', r.parent_id, 'body', r.body)`,
    }),
  ],
  time: (ctx, filter) => [
    happened(filter, 'time_logged', {
      from: sql`time_entries r where r.task_id = ${ctx.scope.taskId} and r.account_id = ${actorId(ctx)} and not r.is_deleted`,
      at: 'created_at',
      by: 'account_id',
      detail: sql`jsonb_build_object('entry_id', r.id, 'minutes', r.minutes, 'entry_date', r.entry_date, 'note', r.note)`,
    }),
  ],
  attachments: ({ scope }, filter) => [
    happened(filter, 'attachment_added', {
      from: sql`task_attachments r where r.task_id = ${scope.taskId}`,
      at: 'created_at',
      by: 'uploaded_by_id',
      detail: ATTACHMENT,
    }),
    happened(filter, 'attachment_removed', {
      from: sql`task_attachments r where r.task_id = ${scope.taskId} and r.is_deleted`,
      at: 'deleted_at',
      by: 'deleted_by_id',
      detail: ATTACHMENT,
    }),
  ],
  schedule: ({ scope }, filter) => [
    happened(filter, 'duration_changed', {
      from: sql`task_duration_events r where r.task_id = ${scope.taskId}`,
      at: 'created_at',
      by: 'actor_id',
      detail: sql`jsonb_build_object('old_duration', r.old_duration, 'new_duration', r.new_duration,
        'percent_complete_at_change', r.percent_complete_at_change, 'percent_complete_after', r.percent_complete_after,
        'policy_applied', r.policy_applied, 'source', r.source)`,
    }),
  ],
}

const ATTACHMENT = sql`jsonb_build_object('attachment_id', r.id,
  'name', coalesce(nullif(r.file_name, ''), nullif(r.external_title, ''), r.external_url))`

interface Saves {
  /** The ids of the records. */
  readonly of: RawBuilder<unknown>
  readonly in?: RawBuilder<unknown>
  readonly detail: RawBuilder<unknown>
}

/**
 * Saves that the triggers wrote down; one of which every changed column is hidden is none for the reader. The rows are looked for by
 * their records before they are sorted: asked for the newest, the database reads the past of the whole project from its end.
 */
function saves(filter: EventFilter, type: string, words: readonly [string, string, string], records: Saves) {
  const [made, changed, gone] = words
  const { of, detail } = records
  const shown = sql`h.changes - ${filter.hidden as string[]}::text[]`
  return sql`select case h.change_type when '+' then ${made}::text when '-' then ${gone}::text else ${changed}::text end as event_type,
      date_trunc('milliseconds', h.at) as at, h.id as place, h.actor_id, ${detail} as detail, ${shown} as changes
    from (select * from history_rows where object_id = any(array(${of})) offset 0) h
    where h.object_type = ${type} ${records.in ?? sql``} and (h.changes is null or ${shown} <> '{}')
      ${before(filter, 'h.at')} order by h.id desc limit ${filter.limit}`
}

interface Happened {
  readonly from: RawBuilder<unknown>
  readonly at: string
  readonly by: string
  readonly detail: RawBuilder<unknown>
}

function happened(filter: EventFilter, word: string, { from, at, by, detail }: Happened): RawBuilder<unknown> {
  return sql`select ${word}::text as event_type, date_trunc('milliseconds', r.${sql.ref(at)}) as at, 0 as place,
      r.${sql.ref(by)} as actor_id, ${detail} as detail, null::jsonb as changes
    from ${from} ${before(filter, `r.${at}`)} order by r.${sql.ref(at)} desc limit ${filter.limit}`
}

function before({ until }: EventFilter, column: string): RawBuilder<unknown> {
  return until === null ? sql`` : sql`and date_trunc('milliseconds', ${sql.ref(column)}) < ${until}::timestamptz`
}
