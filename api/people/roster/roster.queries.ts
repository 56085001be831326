import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { notFound } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'

const COLUMNS = [
  'pr.id',
  'pr.server_version',
  'pr.project_id',
  'pr.resource_id',
  'pr.role_title',
  'pr.units_override',
  'pr.notes',
] as const
const ORDERINGS = { resource: 'r.name', role_title: 'pr.role_title' }

export type RosterRow = Omit<RowOf<'project_resources'>, 'created_at'>

/** The project of a roster row that the path names. */
export interface RosterScope extends ProjectScope {
  readonly row: RosterRow
}

/** Deactivated resources stand on no roster. */
function liveRoster(db: Db) {
  return tables(db)
    .selectFrom('project_resources as pr')
    .innerJoin('resources as r', 'r.id', 'pr.resource_id')
    .where('r.is_deleted', '=', false)
    .select(COLUMNS)
}

export async function rosterScope(ctx: Ctx, raw: RawInput): Promise<RosterScope> {
  const row = await findRosterRow(ctx, raw.params.id ?? '')
  const scope = row && (await findProjectScope(ctx, row.project_id))
  if (!row || !scope) throw notFound()
  return { ...scope, row }
}

export function findRosterRow(db: Db, id: string): Promise<RosterRow | undefined> {
  return liveRoster(db).where('pr.id', '=', id).executeTakeFirst()
}

/** Rosters of the caller's projects by resource name. */
export function pageRosterRows(
  ctx: Ctx<unknown>,
  query: { page?: string; page_size?: string; project?: string | undefined; ordering?: string | undefined },
): Promise<OffsetPage<RosterRow>> {
  const { project } = query
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('r.name')]
  const found = liveRoster(ctx)
    .innerJoin('projects as p', 'p.id', 'pr.project_id')
    .where('p.is_deleted', '=', false)
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .$if(project !== undefined, (all) => all.where('pr.project_id', '=', project as string))
    .orderBy(sql`${sql.join(order)}, pr.id`)
  return pageRows(found, pageRequest(query, LARGE_LIST))
}

/** Which of the resources stand on the project's roster; they cannot be deactivated before the open transaction ends. */
export async function lockRostered(db: Db, projectId: string, resourceIds: readonly string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('project_resources as pr')
    .innerJoin('resources as r', 'r.id', 'pr.resource_id')
    .where('r.is_deleted', '=', false)
    .where('pr.project_id', '=', projectId)
    .where('pr.resource_id', '=', anyOf(resourceIds))
    .select('pr.resource_id')
    .orderBy('pr.resource_id')
    .forShare('r')
    .execute()
  return new Set(rows.map((row) => row.resource_id))
}

/** Puts resources on the roster; returns the ones that were not there. The project's lock must be held. */
export async function joinRoster(db: Db, projectId: string, resourceIds: readonly string[]): Promise<string[]> {
  const unique = [...new Set(resourceIds)]
  const joined = await sql<{ resource_id: string }>`
    insert into project_resources (id, project_id, resource_id)
    select id, ${projectId}, resource_id from unnest(${unique.map(() => newId())}::uuid[], ${unique}::uuid[])
      as row(id, resource_id)
    on conflict (project_id, resource_id) do nothing returning resource_id`.execute(tables(db))
  return joined.rows.map((row) => row.resource_id)
}

/** Adds a row; false when the resource stands on the roster already. */
export async function insertRosterRow(db: Db, values: Insertable<Tables['project_resources']>): Promise<boolean> {
  const inserted = await tables(db)
    .insertInto('project_resources')
    .values(values)
    .onConflict((conflict) => conflict.columns(['project_id', 'resource_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Rows of a new project as a set. */
export async function insertRosterRows(
  db: Db,
  projectId: string,
  rows: readonly Pick<RosterRow, 'resource_id' | 'role_title' | 'units_override' | 'notes'>[],
): Promise<void> {
  await sql`insert into project_resources (id, project_id, resource_id, role_title, units_override, notes)
    select id, ${projectId}, resource_id, role_title, units, notes
    from unnest(${rows.map(() => newId())}::uuid[], ${rows.map((row) => row.resource_id)}::uuid[],
      ${rows.map((row) => row.role_title)}::text[], ${rows.map((row) => row.units_override)}::numeric[],
      ${rows.map((row) => row.notes)}::text[])
      as row(id, resource_id, role_title, units, notes)`.execute(tables(db))
}

export async function updateRosterColumns(
  db: Db,
  id: string,
  values: Updateable<Tables['project_resources']>,
): Promise<void> {
  await tables(db)
    .updateTable('project_resources')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Returns false when somebody else removed it meanwhile. */
export async function deleteRosterRow(db: Db, id: string): Promise<boolean> {
  const deleted = await tables(db).deleteFrom('project_resources').where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
