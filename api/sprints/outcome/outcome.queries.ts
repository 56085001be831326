import type { Updateable } from 'kysely'
import { sql } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'

export type OutcomeRow = Awaited<ReturnType<typeof listOutcomes>>[number]

/** An outcome as it is shown: a stored one, or that of a task whose sprint has not been closed. */
export type ShownOutcome = Omit<OutcomeRow, 'id' | 'sprint_id' | 'disposition' | 'backfilled' | 'flagged_task_id'> & {
  readonly id: string | null
  readonly disposition: OutcomeRow['disposition'] | null
}

/** How many criteria task `alias.column` has, and how many of them are met. */
const criteriaOf = (column: string) => sql<{ total: number; met: number }>`(select json_build_object(
  'total', count(*)::int, 'met', (count(*) filter (where c.met))::int)
  from acceptance_criteria c where c.task_id = ${sql.ref(column)} and not c.is_deleted)`

const unmetOf = (column: string) => sql<string[]>`coalesce((select json_agg(c.text order by c.position, c.id)
  from acceptance_criteria c where c.task_id = ${sql.ref(column)} and not c.is_deleted and not c.met), '[]'::json)`

/** What became of the tasks of a closed sprint, in the order of their numbers. */
export function listOutcomes(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('sprint_task_outcomes as o')
    .leftJoin('sprints as n', 'n.id', 'o.next_sprint_id')
    .leftJoin('tasks as f', (join) => join.onRef('f.id', '=', 'o.flagged_task_id').on('f.is_deleted', '=', false))
    .selectAll('o')
    .select(['n.name as next_sprint_name', 'f.id as live_flagged_id'])
    .select([criteriaOf('o.task_id').as('criteria'), unmetOf('o.task_id').as('unmet_criteria')])
    .where('o.sprint_id', '=', sprintId)
    .orderBy(sql`length(o.task_short_id)`)
    .orderBy('o.task_short_id')
    .execute()
}

/** The tasks of a sprint that has not been closed, as they stand now. */
export function listTasksNow(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', 'p.id', 't.project_id')
    .select(['t.id as task_id', sql<string>`p.code || '-T-' || t.number`.as('task_short_id'), 't.name as task_title'])
    .select(['t.story_points', 't.status as final_status', 't.sprint_pending as was_pending'])
    .select([criteriaOf('t.id').as('criteria'), unmetOf('t.id').as('unmet_criteria')])
    .where('t.sprint_id', '=', sprintId)
    .where('t.is_deleted', '=', false)
    .orderBy('t.number')
    .execute()
}

/** One outcome with its sprint, of a project that the caller is a member of. */
export function findOutcomeOfMember(ctx: Ctx, id: string) {
  return tables(ctx)
    .selectFrom('sprint_task_outcomes as o')
    .innerJoin('sprints as s', (join) => join.onRef('s.id', '=', 'o.sprint_id').on('s.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 's.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['o.id', 'o.sprint_id', 's.project_id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .where('o.id', '=', id)
    .executeTakeFirst()
}

/** One outcome by itself, held until the transaction ends. */
export function lockOutcome(db: Db, id: string) {
  return tables(db).selectFrom('sprint_task_outcomes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function saveOutcome(
  db: Db,
  id: string,
  values: Updateable<Tables['sprint_task_outcomes']>,
): Promise<void> {
  await tables(db).updateTable('sprint_task_outcomes').set(values).where('id', '=', id).execute()
}

/** Outcomes that are shown in the demo. */
export async function findDemoIds(db: Db, sprintId: string): Promise<{ id: string; demo_order: number }[]> {
  return tables(db)
    .selectFrom('sprint_task_outcomes')
    .select(['id', 'demo_order'])
    .where('sprint_id', '=', sprintId)
    .where('demo_ready', '=', true)
    .forUpdate()
    .execute()
}

/** Orders the demo from 1 on. */
export async function saveDemoOrder(db: Db, ids: readonly string[]): Promise<number> {
  const saved = await sql`update sprint_task_outcomes o set demo_order = placed.rank::int
    from unnest(${ids}::uuid[]) with ordinality as placed(id, rank)
    where o.id = placed.id and o.demo_order is distinct from placed.rank::int returning 1`.execute(tables(db))
  return saved.rows.length
}

export async function isLiveTask(db: Db, taskId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', taskId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
  return found !== undefined
}

/** Points of the newest closed sprint that counts for velocity and ended before an instant. */
export async function findPriorPoints(db: Db, projectId: string, before: string): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('sprints')
    .select('completed_points')
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where('state', '=', 'COMPLETED')
    .where('exclude_from_velocity', '=', false)
    .where('closed_at', '<', before)
    .orderBy('closed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.completed_points ?? null
}
