import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { newId } from '../../platform/ids.ts'
import type { ListAssignmentsQuery } from './assignment.schema.ts'

const ORDERINGS = { task: 't.name', resource: 'r.name', units: 'a.units' }
const DEFAULT_ORDER = [sql.ref('p.name'), sql.ref('t.name'), sql.ref('r.name')]

export type AssignmentRow = NonNullable<Awaited<ReturnType<typeof findAssignment>>>

/** Assignments to live tasks. */
function liveAssignments(db: Db) {
  return tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .where('t.is_deleted', '=', false)
    .select(['a.id', 'a.project_id', 'a.task_id', 'a.resource_id', 'r.name as resource_name', 'a.units'])
}

export function findAssignment(db: Db, id: string) {
  return liveAssignments(db).where('a.id', '=', id).executeTakeFirst()
}

/** Assignments on live tasks of the caller's projects, by project, task and resource. */
export function pageAssignmentRows(ctx: Ctx<unknown>, query: ListAssignmentsQuery): Promise<OffsetPage<AssignmentRow>> {
  const { task, resource } = query
  const order = orderTerms(query.ordering, ORDERINGS) ?? DEFAULT_ORDER
  const found = liveAssignments(ctx)
    .innerJoin('projects as p', 'p.id', 'a.project_id')
    .where('p.is_deleted', '=', false)
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .$if(task !== undefined, (all) => all.where('a.task_id', '=', task as string))
    .$if(resource !== undefined, (all) => all.where('a.resource_id', '=', resource as string))
    .orderBy(sql`${sql.join(order)}, a.id`)
  return pageRows(found, pageRequest(query, LARGE_LIST))
}

export async function isAssignedTo(db: Db, taskId: string, resourceId: string): Promise<boolean> {
  const found = tables(db).selectFrom('task_resources').select('id')
  const row = await found.where('task_id', '=', taskId).where('resource_id', '=', resourceId).executeTakeFirst()
  return row !== undefined
}

export async function insertAssignment(db: Db, values: Insertable<Tables['task_resources']>): Promise<void> {
  await tables(db).insertInto('task_resources').values(values).execute()
}

/** A resource and its share of a task. */
export type Share = Pick<RowOf<'task_resources'>, 'task_id' | 'resource_id' | 'units'>

/** Assignments of a project as a set; pairs that are stored already stay as they are. Returns how many are new. */
export async function insertAssignmentSet(db: Db, projectId: string, shares: readonly Share[]): Promise<number> {
  const inserted = await sql`
    insert into task_resources (id, project_id, task_id, resource_id, units)
    select id, ${projectId}, task_id, resource_id, units
    from unnest(${shares.map(() => newId())}::uuid[], ${shares.map((share) => share.task_id)}::uuid[],
      ${shares.map((share) => share.resource_id)}::uuid[], ${shares.map((share) => share.units)}::numeric[])
      as row(id, task_id, resource_id, units)
    on conflict (task_id, resource_id) do nothing returning 1`.execute(tables(db))
  return inserted.rows.length
}

export interface UpsertedAssignment {
  readonly id: string
  readonly is_new: boolean
}

/**
 * Assigns each resource to the task, or changes its units; each resource stands there once. Returns only what changed.
 * The project's lock must be held.
 */
export async function upsertAssignmentRows(
  db: Db,
  projectId: string,
  shares: readonly Share[],
): Promise<UpsertedAssignment[]> {
  const changed = await sql<UpsertedAssignment>`
    insert into task_resources (id, project_id, task_id, resource_id, units)
    select id, ${projectId}, task_id, resource_id, units
    from unnest(${shares.map(() => newId())}::uuid[], ${shares.map((share) => share.task_id)}::uuid[],
      ${shares.map((share) => share.resource_id)}::uuid[], ${shares.map((share) => share.units)}::numeric[])
      as row(id, task_id, resource_id, units)
    on conflict (task_id, resource_id) do update
      set units = excluded.units, server_version = task_resources.server_version + 1
      where task_resources.units <> excluded.units
    returning id, server_version = 1 as is_new`.execute(tables(db))
  return changed.rows
}

export async function updateAssignmentColumns(
  db: Db,
  id: string,
  values: Updateable<Tables['task_resources']>,
): Promise<void> {
  await tables(db)
    .updateTable('task_resources')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns false when somebody else removed it meanwhile. */
export async function deleteAssignmentRow(db: Db, id: string): Promise<boolean> {
  const deleted = await tables(db).deleteFrom('task_resources').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

export async function deleteAssignments(db: Db, ids: readonly string[]): Promise<void> {
  await tables(db).deleteFrom('task_resources').where('id', '=', anyOf(ids)).execute()
}

/** The live tasks of the project that the resource works on, in the order of the plan. */
export function findAssignedTasks(db: Db, projectId: string, resourceId: string) {
  return tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .where('t.is_deleted', '=', false)
    .where('a.project_id', '=', projectId)
    .where('a.resource_id', '=', resourceId)
    .select(['a.id as assignment_id', 't.id', 't.name'])
    .orderBy('t.wbs_order', (order) => order.asc().nullsLast())
    .orderBy('t.id')
    .execute()
}
