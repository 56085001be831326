import { type RawBuilder, sql } from 'kysely'
import { personName } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import type { FieldChanges } from './history-row.entity.ts'

export const ACTIVITY_TYPES = [
  'task_created',
  'task_updated',
  'task_deleted',
  'entered_sprint',
  'exited_sprint',
  'moved_sprint',
  'comment_added',
] as const
export type ActivityType = (typeof ACTIVITY_TYPES)[number]

export interface ActivityFilter {
  readonly types: readonly ActivityType[]
  readonly since: string | null
  /** Before this instant. */
  readonly until: string | null
  readonly actorId: string | null
  readonly sprintId: string | null
  /** Columns whose changes the caller is not told. */
  readonly hidden: readonly string[]
  readonly limit: number
}

export interface ActivityRow {
  readonly id: string
  readonly event_type: ActivityType
  readonly at: string
  readonly actor: string | null
  readonly actor_id: string | null
  readonly task_id: string
  readonly task_name: string
  readonly sprint_id: string | null
  readonly scope_change_status: string | null
  readonly changes: FieldChanges | null
}

const MOVE = sql`h.changes->'sprint_id'`
/** What a save of a task was to the board: coming into a sprint says more than that a field was changed. */
const EVENT = sql`case when h.change_type = '+' then 'task_created' when h.change_type = '-' then 'task_deleted'
  when ${MOVE} is null then 'task_updated' when ${MOVE}->>0 is null then 'entered_sprint'
  when ${MOVE}->>1 is null then 'exited_sprint' else 'moved_sprint' end`
const SPRINT = sql`coalesce((${MOVE}->>1)::uuid, (${MOVE}->>0)::uuid, t.sprint_id)`

/** Saves of tasks and comments on them, the newest first. */
export async function findActivity(ctx: Ctx<ProjectScope>, filter: ActivityFilter): Promise<ActivityRow[]> {
  const { types, limit } = filter
  const saves = types.some((type) => type !== 'comment_added') ? [savesOf(ctx, filter)] : []
  const said = types.includes('comment_added') ? [commentsOf(ctx, filter)] : []
  const parts = [...saves, ...said]
  if (parts.length === 0) return []
  const found = await sql<ActivityRow>`select e.*, a.name as actor from (
      ${sql.join(
        parts.map((part) => sql`(${part})`),
        sql` union all `,
      )}
    ) e left join lateral (select ${personName('p')} as name from accounts p where p.id = e.actor_id) a on true
    order by e.at desc, e.place desc limit ${limit}`.execute(tables(ctx))
  return found.rows
}

/** Rows of one project have larger ids the later they were written, so the index of the project gives the order. */
function savesOf(ctx: Ctx<ProjectScope>, filter: ActivityFilter): RawBuilder<unknown> {
  const { since, until, actorId, sprintId, hidden, types, limit } = filter
  const shown = sql`h.changes - ${hidden as string[]}::text[]`
  return sql`select 'task:' || h.id as id, h.id as place, ${EVENT} as event_type, date_trunc('milliseconds', h.at) as at, h.actor_id, h.object_id as task_id,
      t.name as task_name, ${SPRINT} as sprint_id, ${shown} as changes,
      case when ${MOVE}->>1 is not null then (select c.status from sprint_scope_changes c
        where c.task_id = h.object_id and c.sprint_id = (${MOVE}->>1)::uuid order by c.added_at desc limit 1)
      end as scope_change_status
    from history_rows h join tasks t on t.id = h.object_id
    where h.project_id = ${ctx.scope.projectId} and h.object_type = 'task'
      and (h.changes is null or h.change_type = '-' or ${shown} <> '{}')
      and ${EVENT} = any(${types as string[]}::text[])
      ${sinceTerm(since, until, actorId, 'h.at', 'h.actor_id')}
      ${sprintId === null ? sql`` : sql`and (${SPRINT} = ${sprintId}::uuid or ${MOVE}->>0 = ${sprintId})`}
    order by h.id desc limit ${limit}`
}

function commentsOf(ctx: Ctx<ProjectScope>, filter: ActivityFilter): RawBuilder<unknown> {
  const { since, until, actorId, sprintId, limit } = filter
  return sql`select 'comment:' || c.id as id, 0 as place, 'comment_added' as event_type, date_trunc('milliseconds', c.created_at) as at,
      c.author_id as actor_id, c.task_id, t.name as task_name, t.sprint_id, null::jsonb as changes,
      null as scope_change_status
    from comments c join tasks t on t.id = c.task_id
    where c.project_id = ${ctx.scope.projectId} and not c.is_deleted
      ${sinceTerm(since, until, actorId, 'c.created_at', 'c.author_id')}
      ${sprintId === null ? sql`` : sql`and t.sprint_id = ${sprintId}::uuid`}
    order by c.created_at desc, c.id limit ${limit}`
}

function sinceTerm(since: string | null, until: string | null, actorId: string | null, at: string, actor: string) {
  return sql`${since === null ? sql`` : sql`and ${sql.ref(at)} >= ${since}::timestamptz`}
    ${until === null ? sql`` : sql`and ${sql.ref(at)} < ${until}::timestamptz`}
    ${actorId === null ? sql`` : sql`and ${sql.ref(actor)} = ${actorId}::uuid`}`
}
