import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'

/** One piece of work. Days are numbers counted from 1970 where the project stands. */
export interface WorkItem {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly status: string
  readonly story_points: number | null
  readonly created_day: number
  readonly created_ms: number
  readonly deleted_day: number | null
  readonly actual_finish: string | null
}

/** A save of a task that moved it from one status to another. */
export interface Move {
  readonly at_ms: number
  readonly day: number
  readonly before: string
  readonly after: string
}

/** A save that changed the points of a task. */
export interface Pointing {
  readonly object_id: string
  readonly at_ms: number
  readonly day: number
  readonly before: number | null
  readonly after: number | null
}

const dayIn = (column: string, timezone: string) =>
  sql`(${sql.ref(column)} at time zone ${timezone})::date - '1970-01-01'::date`
/** `date_part` counts in floating point; `extract` would in decimal digits, three times as long. */
const msOf = (column: string) => sql`date_part('epoch', ${sql.ref(column)}) * 1000`

/** Tasks of a project, deleted ones too, but no phases: what these show follows from their tasks. */
export async function listWorkItems(db: Db, projectId: string, timezone: string): Promise<WorkItem[]> {
  const found = await sql<WorkItem>`select t.id, t.number, t.name, t.status, t.story_points, t.actual_finish,
      ${dayIn('t.created_at', timezone)} as created_day, ${msOf('t.created_at')} as created_ms,
      case when t.is_deleted then ${dayIn('t.deleted_at', timezone)} end as deleted_day
    from tasks t where t.project_id = ${projectId} and not exists (select 1 from tasks c
      where c.parent_id = t.id and not c.is_subtask and not c.is_deleted)`.execute(tables(db))
  return found.rows
}

/**
 * Every move of a task of a project from one status to another, in the order in which they were saved. They come as one text, a
 * line a task: of tens of thousands of rows most of the time would go into taking each apart.
 */
export async function listMoves(db: Db, projectId: string, timezone: string): Promise<Map<string, Move[]>> {
  const found = await sql<{ moves: string | null }>`
    select string_agg(object_id || moves, ';') as moves from (
      select h.object_id, string_agg(
        concat(' ', ${msOf('h.at')}, ' ', ${dayIn('h.at', timezone)}, ' ', h.changes->'status'->>0, ' ', h.changes->'status'->>1),
        '' order by h.at, h.id) as moves
      from history_rows h
      where h.project_id = ${projectId} and h.object_type = 'task' and jsonb_exists(h.changes, 'status')
      group by h.object_id) as of_task`.execute(tables(db))
  const lines = found.rows[0]?.moves?.split(';') ?? []
  return new Map(lines.map(readMoves))
}

const WORDS_A_MOVE = 4

function readMoves(line: string): [string, Move[]] {
  const [id = '', ...words] = line.split(' ')
  const moves = Array.from({ length: words.length / WORDS_A_MOVE }, (_, index): Move => {
    const [at, day, before = '', after = ''] = words.slice(index * WORDS_A_MOVE, (index + 1) * WORDS_A_MOVE)
    return { at_ms: Number(at), day: Number(day), before, after }
  })
  return [id, moves]
}

export async function listPointings(db: Db, projectId: string, timezone: string): Promise<Pointing[]> {
  const found = await sql<Pointing>`select h.object_id, ${msOf('h.at')} as at_ms, ${dayIn('h.at', timezone)} as day,
      (h.changes->'story_points'->>0)::float8 as before, (h.changes->'story_points'->>1)::float8 as after
    from history_rows h where h.project_id = ${projectId} and h.object_type = 'task'
      and jsonb_exists(h.changes, 'story_points') order by h.id`.execute(tables(db))
  return found.rows
}

/** How much of the active baseline was to be done on which day; nothing without one. */
export async function listBaselinePlan(db: Db, projectId: string) {
  const found = await sql<{ day: number; tasks: number; points: number }>`
    select k.finish - '1970-01-01'::date as day, count(*)::int as tasks, coalesce(sum(k.story_points), 0)::int as points
    from baselines b join baseline_tasks k on k.baseline_id = b.id
    where b.project_id = ${projectId} and b.is_active and k.finish is not null and not exists (select 1 from tasks c
      where c.parent_id = k.task_id and not c.is_subtask and not c.is_deleted)
    group by 1 order by 1`.execute(tables(db))
  return found.rows
}
