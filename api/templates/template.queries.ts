import { actorId, type Ctx } from '../platform/context.ts'
import { likeEscape, sql, sqlOne } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import type { TemplateQuery } from './template.schema.ts'
import type { TemplateCounts } from './template-structure.ts'

export interface TemplateRow {
  id: string
  name: string
  description: string
  source_kind: 'workspace' | 'community'
  methodology: string
  version: number
  program_id: string | null
  published_at: string
  published_by_id: string | null
  username: string | null
  first_name: string | null
  last_name: string | null
  source_project_id: string | null
  source_project_name: string | null
  supersedes_id: string | null
  is_superseded: boolean
  counts: TemplateCounts
  usage_count: number
}

/** Live projects of the account `$1`. */
const OWN_PROJECTS = `select p.id, p.name from project_members m join projects p on p.id = m.project_id
  where m.account_id = $1 and not m.is_deleted and not p.is_deleted`

/** Condition on `project_templates t`: what the account `$1` may see. One of a program is its people's and its source's. */
export const IS_VISIBLE = `(t.program_id is null or t.source_kind = 'community'
  or exists (select 1 from program_members m join programs g on g.id = m.program_id
    where m.program_id = t.program_id and m.account_id = $1 and not m.is_deleted and not g.is_deleted)
  or t.source_project_id in (select own.id from (${OWN_PROJECTS}) own))`

/** Never the structure itself. Of the source only members of it are told. */
const TEMPLATE_ROW = `t.id, t.name, t.description, t.source_kind, t.methodology, t.version, t.program_id, t.published_at,
  t.published_by_id, a.username, a.first_name, a.last_name, own.id as source_project_id, own.name as source_project_name,
  t.supersedes_id, t.counts,
  exists (select 1 from project_templates n where n.supersedes_id = t.id) as is_superseded,
  (select count(*)::int from template_applications u where u.template_id = t.id and u.status = 'success') as usage_count`

const JOINED = `project_templates t left join accounts a on a.id = t.published_by_id
  left join (${OWN_PROJECTS}) own on own.id = t.source_project_id`

/** The gallery: one's own workspace first, then by name with the newest version first. */
export async function pageTemplates(
  ctx: Ctx<unknown>,
  query: TemplateQuery,
  request: PageRequest,
): Promise<OffsetPage<TemplateRow>> {
  const found = `${IS_VISIBLE} and ($2::uuid is null or t.program_id is null or t.source_kind = 'community' or t.program_id = $2)
    and t.name ilike $3`
  const params = [actorId(ctx), query.program ?? null, `%${likeEscape(query.search ?? '')}%`]
  const counted = await sqlOne<{ count: number }>(
    ctx,
    `select count(*)::int as count from project_templates t where ${found}`,
    params,
  )
  const results = await sql<TemplateRow>(
    ctx,
    `select ${TEMPLATE_ROW} from ${JOINED} where ${found}
     order by t.source_kind = 'community', t.name, t.version desc, t.id limit $4 offset $5`,
    [...params, request.pageSize, request.offset],
  )
  return { count: counted?.count ?? 0, results, request }
}

export async function loadTemplate(ctx: Ctx<unknown>, id: string): Promise<TemplateRow> {
  const row = await sqlOne<TemplateRow>(
    ctx,
    `select ${TEMPLATE_ROW} from ${JOINED} where t.id = $2 and ${IS_VISIBLE}`,
    [actorId(ctx), id],
  )
  refuseUnless(row, notFound)
  return row
}

/** The structure of a template that the caller sees; absent and hidden alike are the 404. */
export async function loadVisibleStructure(ctx: Ctx<unknown>, id: string): Promise<unknown> {
  const row = await sqlOne<{ structure: unknown }>(
    ctx,
    `select t.structure from project_templates t where t.id = $2 and ${IS_VISIBLE}`,
    [actorId(ctx), id],
  )
  refuseUnless(row, notFound)
  return row.structure
}

/** The newest version of a name in the whole workspace. */
export function findNewestVersion(
  ctx: Ctx<unknown>,
  name: string,
): Promise<{ id: string; version: number; is_visible: boolean } | undefined> {
  return sqlOne(
    ctx,
    `select t.id, t.version, ${IS_VISIBLE} as is_visible from project_templates t
     where t.name = $2 order by t.version desc limit 1`,
    [actorId(ctx), name],
  )
}
