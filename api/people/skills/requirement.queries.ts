import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { newId } from '../../platform/ids.ts'
import { shownLevel } from './proficiency.ts'

/** Requirements of live tasks with the names of their skills. */
function liveRequirements(db: Db) {
  return tables(db)
    .selectFrom('task_skill_requirements as q')
    .innerJoin('skills as s', 's.id', 'q.skill_id')
    .innerJoin('tasks as t', 't.id', 'q.task_id')
    .where('t.is_deleted', '=', false)
    .select(['q.id', 'q.server_version', 'q.project_id', 'q.task_id', 'q.skill_id', 's.name as skill_name'])
    .select(['q.min_proficiency', 'q.is_named'])
}

/** What a task asks of whoever works on it. */
export type RequirementRow = NonNullable<Awaited<ReturnType<typeof findRequirement>>>

export function findRequirement(db: Db, id: string) {
  return liveRequirements(db).where('q.id', '=', id).executeTakeFirst()
}

export async function loadRequirement(db: Db, id: string): Promise<RequirementRow> {
  const row = await findRequirement(db, id)
  refuseUnless(row, notFound)
  return row
}

/** What the tasks of the caller's projects ask for. */
export function pageRequirements(
  ctx: Ctx<unknown>,
  query: { page?: string | undefined; page_size?: string | undefined; task?: string | undefined },
): Promise<OffsetPage<RequirementRow>> {
  const { task } = query
  const found = liveRequirements(ctx)
    .innerJoin('projects as p', 'p.id', 'q.project_id')
    .where('p.is_deleted', '=', false)
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .$if(task !== undefined, (all) => all.where('q.task_id', '=', task as string))
    .orderBy('p.name')
    .orderBy('t.name')
    .orderBy('s.normalized_name')
    .orderBy('q.id')
  return pageRows(found, pageRequest(query, LARGE_LIST))
}

/** Whether the task asks for the skill by another requirement. */
export async function hasTwinRequirement(
  db: Db,
  { id, task_id, skill_id }: { id: string | null; task_id: string; skill_id: string },
): Promise<boolean> {
  const twin = await tables(db)
    .selectFrom('task_skill_requirements')
    .select('id')
    .where('task_id', '=', task_id)
    .where('skill_id', '=', skill_id)
    .where('id', 'is distinct from', id)
    .executeTakeFirst()
  return twin !== undefined
}

export async function insertRequirement(db: Db, values: Insertable<Tables['task_skill_requirements']>): Promise<void> {
  await tables(db).insertInto('task_skill_requirements').values(values).execute()
}

/** Requirements of a project's tasks as a set; the first of two for one skill stands. */
export async function insertRequirementSet(
  db: Db,
  projectId: string,
  rows: readonly { task_id: string; skill_id: string; min_proficiency: number }[],
): Promise<void> {
  await sql`insert into task_skill_requirements (id, project_id, task_id, skill_id, min_proficiency)
    select id, ${projectId}, task_id, skill_id, minimum
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.task_id)}::uuid[],
      ${rows.map((row) => row.skill_id)}::uuid[], ${rows.map((row) => row.min_proficiency)}::int[])
      as row(id, task_id, skill_id, minimum)
    on conflict (task_id, skill_id) do nothing`.execute(tables(db))
}

export async function updateRequirementColumns(
  db: Db,
  id: string,
  values: Updateable<Tables['task_skill_requirements']>,
): Promise<void> {
  await tables(db)
    .updateTable('task_skill_requirements')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns false when somebody else removed it meanwhile. */
export async function deleteRequirementRow(db: Db, id: string): Promise<boolean> {
  const deleted = await tables(db).deleteFrom('task_skill_requirements').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export function presentRequirement({ project_id: _, is_named, ...row }: RequirementRow): object {
  const { task_id, skill_id, min_proficiency, ...facts } = row
  return { ...facts, task: task_id, skill: skill_id, min_proficiency: shownLevel(min_proficiency, is_named) }
}
