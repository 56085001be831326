import { type RawBuilder, sql } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import { datesOf } from '../../access/task-dates.queries.ts'
import { sharedWithManagers } from '../../access/team-signals.queries.ts'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { SCHEDULE_COLUMNS, type ScheduleColumns, SHOWN_ROW, type ShownRow } from '../task-row.ts'

/** A row with what one look into an index each tells of its surroundings. */
export interface PagedRow extends ShownRow, ScheduleColumns {
  /** Null without live children; true when one of them is structural. */
  readonly has_structural_child: boolean | null
  readonly predecessor_count: number
  /** Some predecessor is not complete. */
  readonly is_waiting: boolean | null
  /** Tables that may hold something about tasks of its project, with commas between; null where none does. */
  readonly tables_in_use: string | null
  readonly project_code: string
  readonly prioritization_model: string
  readonly estimation_mode: string
  /** Whether the managers of its project are told its points; false where it has none. */
  readonly points_are_shared: boolean
}

/** A row with what `before`, `below`, `p` and `k` say of its surroundings. */
const PAGED_COLUMNS = sql`${SHOWN_ROW}, ${SCHEDULE_COLUMNS}, coalesce(before.count, 0) as predecessor_count, before.is_waiting,
      below.has_structural_child, nullif(array_to_string(k.tables_in_use, ','), '') as tables_in_use,
      p.code as project_code, p.prioritization_model, p.estimation_mode,
      case when t.story_points is null and t.remaining_points is null then false
        else ${sharedWithManagers(sql`t.project_id`, 'velocity')} end as points_are_shared`
const PROJECTS = sql`join projects p on p.id = t.project_id left join project_counters k on k.project_id = t.project_id`

/**
 * The surroundings of few rows, of `tasks t`. `offset 0` keeps the planner at index probes per row, where it would read
 * the schedules or links of every project.
 */
const SURROUNDINGS = sql`${PROJECTS}
    left join lateral (select * from ${datesOf('t', 'd')} offset 0) s on true
    cross join lateral (
      select count(*)::int as count, bool_or(earlier.status <> 'COMPLETE') as is_waiting
      from dependencies d cross join lateral (
        select status from tasks where id = d.predecessor_id and not is_deleted offset 0) earlier
      where d.successor_id = t.id and not d.is_deleted and not d.is_pending) before
    cross join lateral (
      select bool_or(not c.is_subtask) as has_structural_child
      from tasks c where c.parent_id = t.id and not c.is_deleted) below`

/**
 * Rows and surroundings in one statement. One row is asked for by itself: of a list the server takes ten for granted in the
 * plan that it keeps, finds it dear, and plans anew each time, which takes several times as long as reading the row.
 */
export async function loadPagedRows(db: Db, ids: readonly string[]): Promise<readonly PagedRow[]> {
  const [id, ...others] = ids
  if (id === undefined) return []
  if (others.length > 0) return loadListedRows(db, ids)
  const statement = sql<PagedRow>`select ${PAGED_COLUMNS} from tasks t ${SURROUNDINGS} where t.id = ${id}`
  return (await statement.execute(tables(db))).rows
}

const IDS = sql`(select ids from asked)::uuid[]`

/**
 * The surroundings of many rows as sets: one walk through an index for all ids, and links and their predecessors joined
 * in memory. A probe per row takes three times as long.
 */
async function loadListedRows(db: Db, ids: readonly string[]): Promise<readonly PagedRow[]> {
  // One text: the driver would quote the ids one by one.
  const found = await sql<PagedRow>`with asked as materialized (select ${`{${ids.join(',')}}`}::uuid[] as ids),
    links as materialized (
      select successor_id, predecessor_id from dependencies
      where successor_id = any(${IDS}) and not is_deleted and not is_pending)
    select ${PAGED_COLUMNS} from tasks t ${PROJECTS}
    left join lateral ${datesOf('t')} on true
    left join (
      select links.successor_id, count(*)::int as count, bool_or(earlier.status <> 'COMPLETE') as is_waiting
      from links join (
        select id, status from tasks
        where id = any(array(select predecessor_id from links)) and not is_deleted offset 0
      ) earlier on earlier.id = links.predecessor_id
      group by links.successor_id) before on before.successor_id = t.id
    left join (
      select parent_id, bool_or(not is_subtask) as has_structural_child from tasks
      where parent_id = any(${IDS}) and not is_deleted group by parent_id) below on below.parent_id = t.id
    where t.id = any(${IDS})`.execute(tables(db))
  return found.rows
}

/** Whose look at which task is meant. */
export interface AskedTask {
  readonly taskId: string
  readonly accountId: string
}

/** A live row as a member of its project asked for it. */
export interface SeenRow extends PagedRow {
  /** Where in what was asked. */
  readonly asked_at: number
  readonly program_id: string | null
  readonly role: number | null
  readonly is_archived: boolean
  /** Whether passes cannot date everything of the project. */
  readonly has_stale_dates: boolean
}

/** What each may see of the task asked for; nothing where they are no member. One look is planned once, as above. */
export async function loadSeenRows(db: Db, asked: readonly AskedTask[]): Promise<readonly SeenRow[]> {
  const found = await sql<SeenRow>`select a.at::int - 1 as asked_at, p.program_id, m.role, p.is_archived,
      p.dates_stale_since is not null as has_stale_dates, ${PAGED_COLUMNS}
    from ${askedRows(asked)} a
    cross join lateral (select * from tasks where id = a.task_id and not is_deleted offset 0) t
    cross join lateral (
      select role from project_members
      where project_id = t.project_id and account_id = a.account_id and not is_deleted offset 0) m
    ${SURROUNDINGS}
    where not p.is_deleted`.execute(tables(db))
  return found.rows
}

function askedRows(asked: readonly AskedTask[]): RawBuilder<unknown> {
  const [first] = asked
  if (asked.length === 1 && first)
    return sql`(select ${first.taskId}::uuid as task_id, ${first.accountId}::uuid as account_id, 1 as at)`
  const taskIds = `{${asked.map(({ taskId }) => taskId).join(',')}}`
  const accountIds = `{${asked.map(({ accountId }) => accountId).join(',')}}`
  return sql`(select * from unnest(${taskIds}::uuid[], ${accountIds}::uuid[])
      with ordinality as listed(task_id, account_id, at))`
}

/** Live tasks as others refer to them. */
export function loadTaskNames(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'name', 'number'])
    .where('id', '=', anyOf(ids))
    .where('is_deleted', '=', false)
    .execute()
}

/** Accounts as people see them. */
export function loadPersonNames(db: Db, ids: readonly string[]) {
  return tables(db)
    .selectFrom('accounts')
    .select(['id', 'username', personName('accounts').as('display_name')])
    .where('id', '=', anyOf(ids))
    .execute()
}
