import { type Insertable, sql, type Updateable } from 'kysely'
import { projectMemberships } from '../../access/memberships.queries.ts'
import { type Db, type RowOf, type Tables, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { containsWords, orderTerms, pageRows } from '../../platform/db/page-rows.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { ListSkillsQuery } from './skill.schema.ts'

const COLUMNS = ['id', 'server_version', 'name', 'normalized_name', 'category'] as const
const ORDERINGS = { name: 'skills.normalized_name', category: 'skills.category' }

/** A skill as it is stored and shown. */
export type SkillRow = Pick<RowOf<'skills'>, (typeof COLUMNS)[number]>

export async function loadSkill(db: Db, id: string): Promise<SkillRow> {
  const row = await tables(db).selectFrom('skills').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** The skill of that name, which `foldName` has folded. */
export function findSkillNamed(db: Db, normalizedName: string): Promise<SkillRow | undefined> {
  return tables(db)
    .selectFrom('skills')
    .select(COLUMNS)
    .where('normalized_name', '=', normalizedName)
    .executeTakeFirst()
}

/** Writers of skills and tags take turns, so that no two of them can meet on one name or one pair. They are rare. */
export async function lockSkillCatalog(db: Db): Promise<void> {
  await lockByName(db, 'skillCatalog')
}

/** The skill with its row locked, so that no task can ask for it before the commit. */
export async function lockSkill(db: Db, id: string): Promise<SkillRow> {
  const locked = tables(db).selectFrom('skills').select(COLUMNS).where('id', '=', id).forNoKeyUpdate()
  const row = await locked.executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** A skill that a write names: it is not deleted before the open transaction ends, or is refused on the field. */
export async function holdSkill(db: Db, id: string): Promise<void> {
  const row = await tables(db).selectFrom('skills').select('id').where('id', '=', id).forShare().executeTakeFirst()
  refuseUnless(row, () => fieldError('skill', 'Object does not exist.'))
}

export function pageSkills(db: Db, query: ListSkillsQuery): Promise<OffsetPage<SkillRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql.ref('skills.normalized_name')]
  const found = tables(db)
    .selectFrom('skills')
    .select(COLUMNS)
    .where(containsWords(query.search, ['skills.name', 'skills.category']))
    .orderBy(sql`${sql.join(order)}, skills.id`)
  return pageRows(found, pageRequest(query, LARGE_LIST))
}

/** Adds a skill; undefined when one of that name is there. */
export function insertSkill(db: Db, values: Insertable<Tables['skills']>): Promise<SkillRow | undefined> {
  return tables(db)
    .insertInto('skills')
    .values(values)
    .onConflict((conflict) => conflict.column('normalized_name').doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
}

export function updateSkillColumns(db: Db, id: string, values: Updateable<Tables['skills']>): Promise<SkillRow> {
  return tables(db)
    .updateTable('skills')
    .set(values)
    .set((eb) => ({ server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

export async function deleteSkillRow(db: Db, id: string): Promise<void> {
  await tables(db).deleteFrom('skills').where('id', '=', id).execute()
}

/** What bears a skill or asks for it. */
export interface SkillReference {
  readonly type: 'resource' | 'task'
  readonly id: string
  readonly name: string
  readonly is_visible: boolean
}

/** Who bears the skill and which tasks ask for it; a task's name is seen by the members of its project. */
export function findReferencesToSkill(ctx: Ctx<unknown>, skillId: string): Promise<SkillReference[]> {
  const asking = tables(ctx)
    .selectFrom('task_skill_requirements as q')
    .innerJoin('tasks as t', 't.id', 'q.task_id')
    .leftJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'q.project_id')
    .where('q.skill_id', '=', skillId)
    .select([sql<'resource' | 'task'>`'task'`.as('type'), 't.id', 't.name'])
    .select(sql<boolean>`m.project_id is not null`.as('is_visible'))
  return tables(ctx)
    .selectFrom('resource_skills as b')
    .innerJoin('resources as r', 'r.id', 'b.resource_id')
    .where('b.skill_id', '=', skillId)
    .select([sql<'resource' | 'task'>`'resource'`.as('type'), 'r.id', 'r.name', sql<boolean>`true`.as('is_visible')])
    .unionAll(asking)
    .orderBy('type')
    .orderBy('id')
    .execute()
}
