import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { fieldError, notFound, refuseUnless } from '../../platform/errors.ts'
import { shownLevel } from '../skills/proficiency.ts'

export interface ResourceRow {
  id: string
  server_version: number
  name: string
  email: string
  job_role: string
  calendar_id: string | null
  max_units: string
  is_deleted: boolean
}

export interface SkillTag {
  id: string
  server_version: number
  resource: string
  skill: string
  skill_name: string
  proficiency: number | string
}

export interface ResourceView {
  readonly row: ResourceRow
  readonly skills: readonly SkillTag[]
}

/** Of `resource_skills t` and `skills s`. */
export const TAG_COLUMNS = `t.id, t.server_version, t.resource_id as resource, t.skill_id as skill,
  s.name as skill_name, ${shownLevel('t.proficiency', 't.is_named')} as proficiency`

type Db = Pick<Ctx, 'em'>

const COLUMNS = 'id, server_version, name, email, job_role, calendar_id, max_units, is_deleted'

/** A resource in use; a deactivated one does not exist except for restoring. */
export async function loadResource(
  ctx: Db,
  id: string,
  options: { isDeactivated?: boolean } = {},
): Promise<ResourceRow> {
  const row = await sqlOne<ResourceRow>(ctx, `select ${COLUMNS} from resources where id = $1`, [id])
  refuseUnless(row && (options.isDeactivated || !row.is_deleted), notFound)
  return row
}

/** The same with the row locked against every other writer. */
export async function lockResource(
  ctx: Db,
  id: string,
  options: { isDeactivated?: boolean } = {},
): Promise<ResourceRow> {
  await sql(ctx, 'select 1 from resources where id = $1 for update', [id])
  return loadResource(ctx, id, options)
}

/** A resource that a write names: it stays active until the open transaction ends, or is refused on the field. */
export async function holdResource(ctx: Db, id: string, field = 'resource'): Promise<ResourceRow> {
  const row = await sqlOne<ResourceRow>(ctx, `select ${COLUMNS} from resources where id = $1 for share`, [id])
  refuseUnless(row, () => fieldError(field, 'Object does not exist.'))
  refuseUnless(!row.is_deleted, () => fieldError(field, 'The resource is deactivated.'))
  return row
}

/** Resources with their skills, by id. */
export async function viewResources(ctx: Db, ids: readonly string[]): Promise<Map<string, ResourceView>> {
  if (ids.length === 0) return new Map()
  const rows = await sql<ResourceRow>(ctx, `select ${COLUMNS} from resources where id = any($1::uuid[])`, [ids])
  const tags = await sql<SkillTag>(
    ctx,
    `select ${TAG_COLUMNS}
     from resource_skills t join skills s on s.id = t.skill_id
     where t.resource_id = any($1::uuid[]) order by s.normalized_name, t.id`,
    [ids],
  )
  const views = new Map(rows.map((row) => [row.id, { row, skills: [] as SkillTag[] }]))
  for (const tag of tags) views.get(tag.resource)?.skills.push(tag)
  return views
}

export async function viewResource(ctx: Db, id: string): Promise<ResourceView> {
  const view = (await viewResources(ctx, [id])).get(id)
  refuseUnless(view, notFound)
  return view
}

/** Live projects in which the resource stands on the roster or is assigned. */
export async function projectsOfResource(ctx: Db, resourceId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select p.id from projects p where not p.is_deleted and (
       p.id in (select project_id from project_resources where resource_id = $1)
       or p.id in (select project_id from task_resources where resource_id = $1))
     order by p.id`,
    [resourceId],
  )
  return rows.map((row) => row.id)
}
