import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sql, sqlOne } from '../../platform/db/sql.ts'
import { IS_SCHEDULABLE } from '../../tasks/schedulable.ts'
import type { ForecastReason } from './monte-carlo.schema.ts'

export interface DateCount {
  readonly date: string
  readonly count: number
}

export interface ForecastDiagnostic {
  readonly deterministic: boolean
  readonly reason: ForecastReason | null
  readonly tasks_total: number
  readonly tasks_with_variance: number
  readonly tasks_pending_approval: number
  readonly agile_tasks_without_velocity: number
}

/** What a stored run keeps beside its percentiles, in wire form. */
export interface RunDetail {
  readonly histogram: DateCount[]
  readonly sensitivity: { task_id: string; index: number }[]
  readonly diagnostic: ForecastDiagnostic
}

export interface StoredRun {
  readonly id: string
  readonly takenAt: string
  readonly runs: number
  readonly seed: string
  readonly taskCount: number
  readonly p50: string
  readonly p80: string
  readonly p95: string
  readonly cpmFinish: string | null
  readonly statusDate: string
  readonly inHistory: boolean
  readonly detail: RunDetail
  readonly distribution: string[] | null
  readonly triggeredByName: string | null
}

const COLUMNS = `r.id, r.taken_at as "takenAt", r.runs, r.seed, r.task_count as "taskCount", r.p50, r.p80, r.p95,
  r.cpm_finish as "cpmFinish", r.status_date as "statusDate", r.in_history as "inHistory", r.detail`

export interface HistorySettings {
  readonly enabled: boolean
  readonly retentionCap: number
  readonly audience: string
  readonly timezone: string
}

/** The project's own settings, else the program's, else the workspace's. */
export async function loadHistorySettings(ctx: Ctx<ProjectScope>): Promise<HistorySettings> {
  const row = await sqlOne<HistorySettings>(
    ctx,
    `select coalesce(p.mc_history_enabled, g.mc_history_enabled, w.mc_history_enabled) as enabled,
       coalesce(p.mc_history_retention_cap, g.mc_history_retention_cap, w.mc_history_retention_cap) as "retentionCap",
       coalesce(p.mc_history_attribution_audience, g.mc_history_attribution_audience,
         w.mc_history_attribution_audience) as audience, p.timezone
     from projects p left join programs g on g.id = p.program_id and not g.is_deleted cross join workspace w
     where p.id = $1`,
    [ctx.scope.projectId],
  )
  if (!row) throw new Error('the workspace row is missing')
  return row
}

/** The last run of all when it is recent enough to stand for now, else the newest kept in the history. */
export async function findLatestRun(ctx: Ctx<ProjectScope>, freshAfter: Date): Promise<StoredRun | undefined> {
  return sqlOne<StoredRun>(
    ctx,
    `select ${COLUMNS}, array_to_json(r.distribution) as distribution, null as "triggeredByName"
     from monte_carlo_runs r where r.project_id = $1 and (r.taken_at > $2 or r.in_history)
     order by r.taken_at desc, r.id desc limit 1`,
    [ctx.scope.projectId, freshAfter],
  )
}

export async function listHistory(ctx: Ctx<ProjectScope>, cap: number): Promise<StoredRun[]> {
  return sql<StoredRun>(
    ctx,
    `select ${COLUMNS}, null as distribution, coalesce(nullif(btrim(a.first_name || ' ' || a.last_name), ''), a.username) as "triggeredByName"
     from monte_carlo_runs r left join accounts a on a.id = r.triggered_by_id
     where r.project_id = $1 and r.in_history order by r.taken_at desc, r.id desc limit $2`,
    [ctx.scope.projectId, cap],
  )
}

/** The latest stored early finish of the tasks that get dates. */
export async function loadStoredFinish(ctx: Ctx<ProjectScope>): Promise<string | null> {
  const row = await sqlOne<{ finish: string | null }>(
    ctx,
    `select max(s.early_finish) as finish from tasks t join task_schedules s on s.task_id = t.id
     where t.project_id = $1 and ${IS_SCHEDULABLE}`,
    [ctx.scope.projectId],
  )
  return row?.finish ?? null
}

/**
 * Makes room for one more run: the full distribution is kept of the last run alone, of runs outside the history only
 * the last is kept, and the history keeps `cap` rows with the new one.
 */
export async function trimRuns(ctx: Ctx<ProjectScope>, newestId: string, cap: number): Promise<void> {
  await sql(
    ctx,
    `delete from monte_carlo_runs where project_id = $1 and id <> $2 and (not in_history or id not in (
       select id from monte_carlo_runs where project_id = $1 and in_history order by taken_at desc, id desc limit $3))`,
    [ctx.scope.projectId, newestId, cap],
  )
  await sql(
    ctx,
    'update monte_carlo_runs set distribution = null where project_id = $1 and id <> $2 and distribution is not null',
    [ctx.scope.projectId, newestId],
  )
}
