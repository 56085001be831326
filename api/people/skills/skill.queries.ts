import { actorId, type Ctx } from '../../platform/context.ts'
import { lockByName } from '../../platform/db/advisory-locks.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { orderBySql, searchSql } from '../../platform/http/list-query.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import type { ListSkillsQuery } from './skill.schema.ts'

/** A skill as it is stored and shown. */
export interface SkillRow {
  id: string
  server_version: number
  name: string
  normalized_name: string
  category: string
}

type Db = Pick<Ctx, 'em'>

const COLUMNS = 'id, server_version, name, normalized_name, category'
const ORDERINGS = { name: 's.normalized_name', category: 's.category' }

export async function loadSkill(ctx: Db, id: string): Promise<SkillRow> {
  const row = await sqlOne<SkillRow>(ctx, `select ${COLUMNS} from skills where id = $1`, [id])
  refuseUnless(row, notFound)
  return row
}

/** Writers of skills and tags take turns, so that no two of them can meet on one name or one pair. They are rare. */
export async function lockSkillCatalog(ctx: Db): Promise<void> {
  await lockByName(ctx, 'skillCatalog')
}

/** A skill that a write names: it is not deleted before the open transaction ends, or is refused on the field. */
export async function holdSkill(ctx: Db, id: string): Promise<void> {
  const row = await sqlOne(ctx, 'select 1 as ok from skills where id = $1 for share', [id])
  refuseUnless(row, () => fieldError('skill', 'Object does not exist.'))
}

export async function pageSkills(ctx: Db, query: ListSkillsQuery): Promise<OffsetPage<SkillRow>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = []
  const where = searchSql(query.search, ['s.name', 's.category'], params)
  const from = `from skills s where ${where.length > 0 ? where.join(' and ') : 'true'}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const results = await sql<SkillRow>(
    ctx,
    `select ${COLUMNS} ${from} order by ${orderBySql(query.ordering, ORDERINGS, 's.normalized_name', 's.id')}
     limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results, request }
}

export interface SkillReference {
  type: 'resource' | 'task'
  id: string
  name: string
  isVisible: boolean
}

/** Who bears the skill and which tasks ask for it; a task's name is seen by the members of its project. */
export function referencesToSkill(ctx: Ctx<unknown>, skillId: string): Promise<SkillReference[]> {
  return sql<SkillReference>(
    ctx,
    `select 'resource' as type, r.id, r.name, true as "isVisible"
     from resource_skills t join resources r on r.id = t.resource_id where t.skill_id = $1
     union all
     select 'task', t.id, t.name, m.id is not null
     from task_skill_requirements q join tasks t on t.id = q.task_id
     left join project_members m on m.project_id = q.project_id and m.account_id = $2 and not m.is_deleted
     where q.skill_id = $1 order by type, id`,
    [skillId, actorId(ctx)],
  )
}
