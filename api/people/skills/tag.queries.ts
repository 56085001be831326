import type { Insertable, Updateable } from 'kysely'
import { type Db, type Tables, tables } from '../../database.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { shownLevel } from './proficiency.ts'

/** Tags with the names of their skills. */
function tags(db: Db) {
  return tables(db)
    .selectFrom('resource_skills as b')
    .innerJoin('skills as s', 's.id', 'b.skill_id')
    .select(['b.id', 'b.server_version', 'b.resource_id', 'b.skill_id', 's.name as skill_name'])
    .select(['b.proficiency', 'b.is_named'])
}

/** Tags of deactivated resources are hidden. */
function liveTags(db: Db) {
  return tags(db).innerJoin('resources as r', 'r.id', 'b.resource_id').where('r.is_deleted', '=', false)
}

/** What a resource is able to do. */
export type TagRow = Awaited<ReturnType<typeof findTags>>[number]

export async function loadTag(db: Db, id: string): Promise<TagRow> {
  const row = await liveTags(db).where('b.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** Tags of the resources by the names of their skills, of deactivated ones too. */
export function findTags(db: Db, resourceIds: readonly string[]) {
  return tags(db).where('b.resource_id', '=', anyOf(resourceIds)).orderBy('s.normalized_name').orderBy('b.id').execute()
}

export function pageTags(
  db: Db,
  query: { page?: string | undefined; page_size?: string | undefined; resource?: string | undefined },
): Promise<OffsetPage<TagRow>> {
  const { resource } = query
  const found = liveTags(db)
    .$if(resource !== undefined, (all) => all.where('b.resource_id', '=', resource as string))
    .orderBy('r.name')
    .orderBy('s.normalized_name')
    .orderBy('b.id')
  return pageRows(found, pageRequest(query, LARGE_LIST))
}

/** Adds a tag; undefined when the resource bears the skill already. */
export function insertTag(db: Db, values: Insertable<Tables['resource_skills']>): Promise<{ id: string } | undefined> {
  return tables(db)
    .insertInto('resource_skills')
    .values(values)
    .onConflict((conflict) => conflict.columns(['resource_id', 'skill_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
}

/** Whether the resource bears the skill by another tag. */
export async function hasTwinTag(
  db: Db,
  { id, resource_id, skill_id }: { id: string; resource_id: string; skill_id: string },
): Promise<boolean> {
  const twin = await tables(db)
    .selectFrom('resource_skills')
    .select('id')
    .where('resource_id', '=', resource_id)
    .where('skill_id', '=', skill_id)
    .where('id', '<>', id)
    .executeTakeFirst()
  return twin !== undefined
}

export async function updateTagColumns(
  db: Db,
  id: string,
  values: Updateable<Tables['resource_skills']>,
): Promise<void> {
  await tables(db)
    .updateTable('resource_skills')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteTagRow(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('resource_skills').where('id', '=', id).execute()
}

export function presentTag({ resource_id, skill_id, proficiency, is_named, ...row }: TagRow) {
  return { ...row, resource: resource_id, skill: skill_id, proficiency: shownLevel(proficiency, is_named) }
}
