import { type Insertable, sql, type Updateable } from 'kysely'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { findTags, type TagRow } from '../skills/tag.queries.ts'

const COLUMNS = ['id', 'server_version', 'name', 'email', 'job_role', 'calendar_id', 'max_units', 'is_deleted'] as const

export type ResourceRow = Pick<RowOf<'resources'>, (typeof COLUMNS)[number]>

/** A resource with what it is able to do. */
export interface ResourceView {
  readonly row: ResourceRow
  readonly skills: readonly TagRow[]
}

function resources(db: Db) {
  return tables(db).selectFrom('resources').select(COLUMNS)
}

/** A resource in use; a deactivated one does not exist except for restoring. */
export async function loadResource(
  db: Db,
  id: string,
  options: { isDeactivated?: boolean } = {},
): Promise<ResourceRow> {
  const row = await resources(db).where('id', '=', id).executeTakeFirst()
  refuseUnless(row && (options.isDeactivated || !row.is_deleted), notFound)
  return row
}

/** The same with the row locked against every other writer. */
export async function lockResource(
  db: Db,
  id: string,
  options: { isDeactivated?: boolean } = {},
): Promise<ResourceRow> {
  const row = await resources(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  refuseUnless(row && (options.isDeactivated || !row.is_deleted), notFound)
  return row
}

/** A resource that a write names: it stays active until the open transaction ends, or is refused on the field. */
export async function holdResource(db: Db, id: string, field = 'resource'): Promise<ResourceRow> {
  const row = await resources(db).where('id', '=', id).forShare().executeTakeFirst()
  refuseUnless(row, () => fieldError(field, 'Object does not exist.'))
  refuseUnless(!row.is_deleted, () => fieldError(field, 'The resource is deactivated.'))
  return row
}

/** Resources with their skills, by id. */
export async function viewResources(db: Db, ids: readonly string[]): Promise<Map<string, ResourceView>> {
  if (ids.length === 0) return new Map()
  const rows = await resources(db).where('id', '=', anyOf(ids)).execute()
  const views = new Map(rows.map((row) => [row.id, { row, skills: [] as TagRow[] }]))
  for (const tag of await findTags(db, ids)) views.get(tag.resource_id)?.skills.push(tag)
  return views
}

export async function viewResource(db: Db, id: string): Promise<ResourceView> {
  const view = (await viewResources(db, [id])).get(id)
  refuseUnless(view, notFound)
  return view
}

/** Ids of the live projects in which the resource stands on the roster or is assigned. */
export async function findProjectsOfResource(db: Db, resourceId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('projects')
    .select('id')
    .where('is_deleted', '=', false)
    .where((eb) =>
      eb.or([
        eb('id', 'in', eb.selectFrom('project_resources').select('project_id').where('resource_id', '=', resourceId)),
        eb('id', 'in', eb.selectFrom('task_resources').select('project_id').where('resource_id', '=', resourceId)),
      ]),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function insertResource(db: Db, values: Insertable<Tables['resources']>): Promise<void> {
  await tables(db).insertInto('resources').values(values).execute()
}

/** Resources of full or partial time as a set. */
export async function insertResources(
  db: Db,
  rows: readonly Pick<RowOf<'resources'>, 'id' | 'name' | 'folded_name' | 'email' | 'max_units'>[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into resources (id, name, folded_name, email, max_units)
    select * from unnest(${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.folded_name)}::text[], ${rows.map((row) => row.email)}::text[],
      ${rows.map((row) => row.max_units)}::numeric[])`.execute(tables(db))
}

export async function updateResourceColumns(
  db: Db,
  id: string,
  values: Updateable<Tables['resources']>,
): Promise<void> {
  await tables(db)
    .updateTable('resources')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** A resource of the catalogue that bears one of the names; `email` is in lower case. */
export interface Namesake {
  readonly id: string
  readonly folded_name: string
  readonly email: string
  readonly is_rostered: boolean
}

/** Live resources that bear one of the names, oldest first, and whether they stand on the project's roster. */
export async function findNamesakes(db: Db, projectId: string, foldedNames: readonly string[]): Promise<Namesake[]> {
  const found = await sql<Namesake>`
    select r.id, r.folded_name, lower(r.email) as email, exists (
      select 1 from project_resources pr where pr.resource_id = r.id and pr.project_id = ${projectId}) as is_rostered
    from resources r where r.folded_name = any(${foldedNames}::text[]) and not r.is_deleted order by r.id`.execute(
    tables(db),
  )
  return found.rows
}

/** The address of an account, to be compared with those of resources. */
export async function loadAccountEmail(db: Db, accountId: string): Promise<string> {
  const row = await tables(db).selectFrom('accounts').select('email').where('id', '=', accountId).executeTakeFirst()
  return row?.email ?? ''
}
