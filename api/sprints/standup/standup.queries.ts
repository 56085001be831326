import { sql } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import { type Db, tables } from '../../database.ts'

export type Card = Awaited<ReturnType<typeof listCards>>[number]
export type StatusMove = Awaited<ReturnType<typeof listStatusMoves>>[number]

/** The sprint under way with what a standup says of it. */
export function findRunning(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('sprints')
    .select(['id', 'name', 'goal', 'start_date', 'finish_date', 'activated_at'])
    .where('project_id', '=', projectId)
    .where('state', '=', 'ACTIVE')
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** The instant at which a civil day begins where a project stands, or another one if that is later. */
export async function beginOfDay(db: Db, day: string, zone: string, notBefore: string | null): Promise<string> {
  const found = await sql<{ at: string }>`select greatest(${day}::timestamp at time zone ${zone},
    ${notBefore}::timestamptz) as at`.execute(tables(db))
  return found.rows[0]?.at as string
}

/** Tasks of a sprint as cards, with how many days a card of their column may lie. */
export function listCards(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .leftJoin('accounts as a', 'a.id', 't.assignee_id')
    .leftJoin('board_configs as b', 'b.project_id', 't.project_id')
    .select(['t.id', 't.name', 't.status', 't.story_points', 't.percent_complete', 't.status_changed_at'])
    .select(['t.blocker_type', 't.blocked_since', sql<boolean>`t.blocked_reason <> ''`.as('is_flagged')])
    .select(['t.assignee_id', personName('a').as('assignee_name')])
    .select(
      sql<number | null>`(select (c->>'age_threshold_days')::int from jsonb_array_elements(b.columns) c
        where c->>'status' = t.status limit 1)`.as('age_threshold_days'),
    )
    .where('t.sprint_id', '=', sprintId)
    .where('t.is_deleted', '=', false)
    .orderBy('t.sprint_rank')
    .orderBy('t.number')
    .execute()
}

/** Moves of a sprint's tasks between states since an instant, oldest first. */
export function listStatusMoves(db: Db, projectId: string, sprintId: string, since: string) {
  return tables(db)
    .selectFrom('history_rows as h')
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'h.object_id').on('t.is_deleted', '=', false))
    .leftJoin('accounts as a', 'a.id', 'h.actor_id')
    .select(['t.id as task_id', 't.name as task_name', 'h.at', 'h.actor_id', personName('a').as('actor_name')])
    .select([
      sql<string>`h.changes->'status'->>0`.as('from_status'),
      sql<string>`h.changes->'status'->>1`.as('to_status'),
    ])
    .where('h.project_id', '=', projectId)
    .where('h.object_type', '=', 'task')
    .where('h.change_type', '=', '~')
    .where(sql<boolean>`jsonb_exists(h.changes, 'status')`)
    .where(sql<boolean>`h.at >= ${since}::timestamptz`)
    .where('t.sprint_id', '=', sprintId)
    .orderBy('h.id')
    .execute()
}

/** Tasks of a sprint that were flagged since an instant; never what their reasons say. */
export function listNewBlockers(db: Db, sprintId: string, since: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .select(['t.id as task_id', 't.name as task_name', 't.blocker_type', 't.blocked_since'])
    .where('t.sprint_id', '=', sprintId)
    .where('t.is_deleted', '=', false)
    .where('t.blocked_reason', '<>', '')
    .where(sql<boolean>`t.blocked_since >= ${since}::timestamptz`)
    .orderBy('t.blocked_since')
    .execute()
}

/** What was added to a sprint since an instant. */
export function listAdded(db: Db, sprintId: string, since: string) {
  return tables(db)
    .selectFrom('sprint_scope_changes as c')
    .leftJoin('tasks as t', (join) => join.onRef('t.id', '=', 'c.task_id').on('t.is_deleted', '=', false))
    .select(['c.id', 'c.task_id', 'c.item_name', 'c.status', 'c.added_at', 't.story_points'])
    .where('c.sprint_id', '=', sprintId)
    .where(sql<boolean>`c.added_at >= ${since}::timestamptz`)
    .orderBy('c.added_at')
    .execute()
}
