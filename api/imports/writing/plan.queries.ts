import { sql, type Updateable } from 'kysely'
import { datesOf } from '../../access/task-dates.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { NEXT_VERSION } from '../../tasks/task.queries.ts'

/** The start that a file without dates of its own counts from; undefined for a project that is gone. */
export async function findProjectStart(db: Db, projectId: string): Promise<string | undefined> {
  const project = await tables(db)
    .selectFrom('projects')
    .select('start_date')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.start_date
}

/** What a file may change of its project, with the row locked. */
export function lockProjectSettings(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('projects')
    .select(['start_date', 'calendar_id'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Stores what a file says of the locked project, as its next version. */
export async function updateProjectSettings(
  db: Db,
  projectId: string,
  values: Pick<Updateable<Tables['projects']>, 'start_date' | 'calendar_id' | 'name' | 'status_date'>,
): Promise<void> {
  await tables(db)
    .updateTable('projects')
    .set({ ...values, server_version: NEXT_VERSION, updated_at: sql<string>`now()` })
    .where('id', '=', projectId)
    .execute()
}

/**
 * How many tasks of a file the project holds already, by the id the file gives them and by name, and the file they came from,
 * where its import is remembered.
 */
export async function findRepeats(
  db: Db,
  projectId: string,
  { externalIds, names }: { readonly externalIds: readonly string[]; readonly names: readonly string[] },
): Promise<{ count: number; filename: string | null }> {
  const { rows } = await sql<{ count: number; filename: string | null }>`
    select count(distinct u.position)::int as count, max(r.filename) as filename
    from unnest(${externalIds}::text[], ${names}::text[]) with ordinality as u(external_id, name, position)
    join tasks t on t.project_id = ${projectId} and not t.is_deleted and t.external_id = u.external_id and t.name = u.name
    left join import_requests r on r.id = t.source_id`.execute(tables(db))
  return rows[0] ?? { count: 0, filename: null }
}

/** What holds a task beside its earliest start. */
export interface HeldTask {
  readonly id: string
  readonly constraint_type: string | null
  readonly constraint_date: string | null
  readonly deadline: string | null
  readonly milestone_at: string | null
}

/** Writes constraints and deadlines of tasks that nobody has seen yet. */
export async function updateHeldTasks(db: Db, held: readonly HeldTask[]): Promise<void> {
  await sql`update tasks set constraint_type = u.kind, constraint_date = u.day, deadline = u.deadline,
      milestone_at = u.moment
    from unnest(${held.map((task) => task.id)}::uuid[], ${held.map((task) => task.constraint_type)}::text[],
      ${held.map((task) => task.constraint_date)}::date[], ${held.map((task) => task.deadline)}::date[],
      ${held.map((task) => task.milestone_at)}::text[]) as u(id, kind, day, deadline, moment)
    where tasks.id = u.id`.execute(tables(db))
}

/** The stored dates of tasks; one that was deleted since has none. */
export function datesOfTasks(db: Db, taskIds: readonly string[]) {
  return tables(db)
    .selectFrom('tasks as t')
    .innerJoinLateral(datesOf('t'), (join) => join.onTrue())
    .select(['t.id as task_id', 's.scheduled_start', 's.early_finish'])
    .where('t.id', '=', anyOf(taskIds))
    .execute()
}

/** Moves with every stored pass; a plan that the engine refuses leaves it where it was. */
export async function findRecalculatedAt(db: Db, projectId: string): Promise<string | null> {
  const project = await tables(db)
    .selectFrom('projects')
    .select('recalculated_at')
    .where('id', '=', projectId)
    .executeTakeFirst()
  return project?.recalculated_at ?? null
}
