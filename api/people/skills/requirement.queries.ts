import { actorId, type Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../../platform/http/paging.ts'
import { shownLevel } from './proficiency.ts'

export interface RequirementRow {
  id: string
  server_version: number
  project_id: string
  task_id: string
  skill_id: string
  skill_name: string
  min_proficiency: number | string
}

type Db = Pick<Ctx, 'em'>

const COLUMNS = `q.id, q.server_version, q.project_id, q.task_id, q.skill_id, s.name as skill_name,
  ${shownLevel('q.min_proficiency', 'q.is_named')} as min_proficiency`
const LIVE = `task_skill_requirements q join skills s on s.id = q.skill_id
  join tasks t on t.id = q.task_id and not t.is_deleted`

export function findRequirement(ctx: Db, id: string): Promise<RequirementRow | undefined> {
  return sqlOne<RequirementRow>(ctx, `select ${COLUMNS} from ${LIVE} where q.id = $1`, [id])
}

export async function loadRequirement(ctx: Db, id: string): Promise<RequirementRow> {
  const row = await findRequirement(ctx, id)
  refuseUnless(row, notFound)
  return row
}

/** What the tasks of the caller's projects ask for. */
export async function pageRequirements(
  ctx: Ctx<unknown>,
  query: { page?: string | undefined; page_size?: string | undefined; task?: string | undefined },
): Promise<OffsetPage<RequirementRow>> {
  const request = pageRequest(query, LARGE_LIST)
  const params: unknown[] = [actorId(ctx)]
  const filter = query.task === undefined ? '' : `and q.task_id = $${params.push(query.task)}::uuid`
  const from = `from ${LIVE} join projects p on p.id = q.project_id and not p.is_deleted
    join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted where true ${filter}`
  const counted = await sqlOne<{ count: number }>(ctx, `select count(*)::int as count ${from}`, params)
  const results = await sql<RequirementRow>(
    ctx,
    `select ${COLUMNS} ${from} order by p.name, t.name, s.normalized_name, q.id
     limit ${request.pageSize} offset ${request.offset}`,
    params,
  )
  return { count: counted?.count ?? 0, results, request }
}

export function presentRequirement(row: RequirementRow): object {
  const { project_id: _project, task_id, skill_id, ...facts } = row
  return { ...facts, task: task_id, skill: skill_id }
}
