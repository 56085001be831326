import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { type SkillTag, TAG_COLUMNS } from '../resources/resource.queries.ts'

type Db = Pick<Ctx, 'em'>

/** Tags of deactivated resources are hidden. */
const LIVE = `resource_skills t join skills s on s.id = t.skill_id
  join resources r on r.id = t.resource_id and not r.is_deleted`

export async function loadTag(ctx: Db, id: string): Promise<SkillTag> {
  const row = await sqlOne<SkillTag>(ctx, `select ${TAG_COLUMNS} from ${LIVE} where t.id = $1`, [id])
  refuseUnless(row, notFound)
  return row
}

export async function pageTags(
  ctx: Db,
  query: { page?: string | undefined; page_size?: string | undefined; resource?: string | undefined },
): Promise<OffsetPage<SkillTag>> {
  const request = pageRequest(query, LARGE_LIST)
  const params = query.resource === undefined ? [] : [query.resource]
  const from = `from ${LIVE} where ${query.resource === undefined ? 'true' : 't.resource_id = $1::uuid'}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const results = await sql<SkillTag>(
    ctx,
    `select ${TAG_COLUMNS} ${from} order by r.name, s.normalized_name, t.id
     limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results, request }
}
