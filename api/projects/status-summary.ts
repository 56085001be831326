import type { ProjectScope } from '../access/project-scope.ts'
import { actingAccount, type Ctx } from '../platform/context.ts'
import { instantText, sql, sqlOne } from '../platform/db/sql.ts'
import { orderBySql, searchSql } from '../platform/http/list-query.ts'
import { presentStaleDates, type StaleColumns } from '../schedule/stale-dates.ts'
import { healthBand } from './health-band.ts'

/** Working days of float up to which an unfinished task counts as at risk; late ones have less than none. */
const AT_RISK_FLOAT = 5
export const AT_RISK_TASK = `t.status <> 'COMPLETE' and s.total_float <= ${AT_RISK_FLOAT}`
const CRITICAL_TASK = `t.status <> 'COMPLETE' and s.is_critical`
const SAMPLE_SIZE = 5

interface Totals extends StaleColumns {
  health: string
  recalculated_at: string | null
  task_count: number
  at_risk: number
  critical: number
  last_saved: string | null
  p80: string | null
}

type TaskSample = { id: string; name: string; wbs: string }

/** Where the project stands: part 2.6 of the interface. */
export async function readStatusSummary(ctx: Ctx<ProjectScope>): Promise<object> {
  const { projectId } = ctx.scope
  const totals = await sqlOne<Totals>(
    ctx,
    `select p.health, p.recalculated_at, p.dates_stale_since, p.dates_stale_because, c.*,
       (select r.p80 from monte_carlo_runs r where r.project_id = p.id order by r.taken_at desc, r.id desc limit 1) as p80
     from projects p cross join lateral (
       select count(*)::int as task_count, max(t.edited_at) as last_saved,
         count(*) filter (where ${AT_RISK_TASK})::int as at_risk,
         count(*) filter (where ${CRITICAL_TASK})::int as critical
       from tasks t left join task_schedules s on s.task_id = t.id
       where t.project_id = p.id and not t.is_deleted) c
     where p.id = $1`,
    [projectId],
  )
  if (!totals) throw new Error('the project in scope has no row')
  return {
    task_count: totals.task_count,
    ...healthBand(totals.health, { atRisk: totals.at_risk, critical: totals.critical }),
    at_risk_count: totals.at_risk,
    critical_count: totals.critical,
    at_risk_tasks: await sampleTasks(ctx, projectId, AT_RISK_TASK, 's.total_float, t.wbs_order, t.id'),
    critical_tasks: await sampleTasks(ctx, projectId, CRITICAL_TASK, 't.wbs_order, t.id'),
    monte_carlo_p80: totals.p80,
    last_saved: instantText(totals.last_saved),
    recalculated_at: instantText(totals.recalculated_at),
    ...(await presentStaleDates(ctx, totals)),
  }
}

function sampleTasks(ctx: Ctx<ProjectScope>, projectId: string, where: string, order: string): Promise<TaskSample[]> {
  return sql<TaskSample>(
    ctx,
    `select t.id, t.name, coalesce(array_to_string(t.wbs_order, '.'), '') as wbs
     from tasks t join task_schedules s on s.task_id = t.id
     where t.project_id = $1 and not t.is_deleted and ${where} order by ${order} limit ${SAMPLE_SIZE}`,
    [projectId],
  )
}

interface HealthRow {
  id: string
  name: string
  health: string
  at_risk: number
  critical: number
}

/** One row for each of the caller's projects in use; drafts and archived ones are left out. */
export async function listHealth(
  ctx: Ctx<unknown>,
  query: { search?: string | undefined; ordering?: string | undefined },
): Promise<object[]> {
  const params: unknown[] = [actingAccount(ctx).id]
  const where = searchSql(query.search, ['p.name'], params)
  const rows = await sql<HealthRow>(
    ctx,
    `select p.id, p.name, p.health, c.at_risk, c.critical
     from projects p
     join project_members m on m.project_id = p.id and m.account_id = $1 and not m.is_deleted
     cross join lateral (
       select count(*) filter (where ${AT_RISK_TASK})::int as at_risk,
         count(*) filter (where ${CRITICAL_TASK})::int as critical
       from tasks t join task_schedules s on s.task_id = t.id
       where t.project_id = p.id and not t.is_deleted) c
     where not p.is_deleted and not p.is_archived and p.lifecycle <> 'draft'
       ${where.map((condition) => `and ${condition}`).join(' ')}
     order by ${orderBySql(query.ordering, { name: 'p.name' }, 'p.name', 'p.id')}`,
    params,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ...healthBand(row.health, { atRisk: row.at_risk, critical: row.critical }),
    at_risk_count: row.at_risk,
    critical_count: row.critical,
  }))
}
