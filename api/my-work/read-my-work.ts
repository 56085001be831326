import { parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { presentWindow, type Window } from '../platform/http/paging.ts'
import { isTimeZone } from '../platform/http/wire-kinds.ts'
import { listHealth } from '../projects/status/status-summary.ts'
import { canReadStoryPoints } from '../tasks/task.policy.ts'
import { readExternalWork } from './my-work.hooks.ts'
import {
  findLastForecast,
  findProjectsOfWork,
  listActiveSprints,
  listBurn,
  loadTimeZone,
  loadTotals,
  type OwnTask,
  pageOwnTasks,
} from './my-work.queries.ts'
import type { Signals } from './my-work.schema.ts'

const GROUPS = ['today', 'this_sprint', 'upcoming'] as const

/** Everything that waits for the caller, in all projects and outside. The day is that of the caller's own time zone. */
export async function readMyWork(ctx: Ctx, window: Window) {
  const { timezone } = await loadTimeZone(ctx)
  const today = ctx.services.clock.today(isTimeZone(timezone) ? timezone : 'UTC')
  const nowMs = ctx.services.clock.now().getTime()
  const page = await pageOwnTasks(ctx, today, window)
  const results = page.results.map((row) => presentOwn(row, nowMs, ctx.services.config.appUrl))
  const totals = await loadTotals(ctx, today)
  const sprints = await listActiveSprints(ctx)
  return {
    ...presentWindow({ count: page.count, results, window }, ctx.services.config, '/me/work/'),
    active_sprints: sprints.map(({ committed_points: _, finish_date, ...sprint }) => ({
      ...sprint,
      finish_date,
      days_remaining: Math.max(0, dayOf(finish_date as string) - dayOf(today)),
    })),
    due_today_count: totals.due_today,
    server_version_high_water: totals.high_water,
    ...(window.offset === 0 ? { signals: await readSignals(ctx, sprints[0]) } : {}),
    ...(await readExternalWork(ctx, null)),
  }
}

const dayOf = (text: string): number => parseCivilDay(text) as number

/** A row as its assignee sees it, who is told why it is blocked. */
function presentOwn(
  { number, code, role, points_are_shared, place, blocked_since, ...row }: OwnTask,
  nowMs: number,
  appUrl: string,
) {
  const reference = `${code}-T-${number}`
  const isBlocked = row.blocked_reason !== ''
  const readsPoints = canReadStoryPoints(role, points_are_shared)
  const ageMs = isBlocked && blocked_since !== null ? nowMs - Date.parse(blocked_since) : null
  return {
    ...row,
    short_id: reference,
    short_id_display: `T-${number}`,
    qualified_id: reference,
    url: `${appUrl}/projects/${row.project_id}/tasks/${row.id}/`,
    story_points: readsPoints ? row.story_points : null,
    remaining_points: readsPoints ? row.remaining_points : null,
    is_blocked: isBlocked,
    blocked_age_seconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1_000)),
    group: GROUPS[place] as (typeof GROUPS)[number],
  }
}

type ActiveSprint = Awaited<ReturnType<typeof listActiveSprints>>[number]

async function readSignals(ctx: Ctx, sprint: ActiveSprint | undefined): Promise<Signals> {
  const [health, forecast, burn] = [await readHealth(ctx), await findLastForecast(ctx), await readBurn(ctx, sprint)]
  return {
    ...(health ? { schedule_health: health } : {}),
    ...(forecast?.p80
      ? {
          forecast: {
            p80_finish: forecast.p80,
            project_id: forecast.id,
            project_name: forecast.name,
            as_of: instantText(forecast.taken_at) as string,
          },
        }
      : {}),
    ...(burn ? { sprint_burndown: burn } : {}),
  }
}

const BANDS = ['critical', 'at_risk', 'on_track'] as const

async function readHealth(ctx: Ctx) {
  const ofWork = await findProjectsOfWork(ctx)
  if (ofWork.size === 0) return null
  const rows = (await listHealth(ctx, {})) as { id: string; health_band: (typeof BANDS)[number] }[]
  const bands = rows.filter(({ id }) => ofWork.has(id)).map((row) => row.health_band)
  const band = BANDS.find((one) => bands.includes(one))
  return band === undefined ? null : { band, project_count: bands.length }
}

async function readBurn(ctx: Ctx, sprint: ActiveSprint | undefined) {
  const { id, name } = sprint ?? {}
  if (!sprint || id == null || name == null) return null
  const series = await listBurn(ctx, id)
  if (series.length === 0) return null
  return { sprint_id: id, sprint_name: name, committed_points: sprint.committed_points ?? 0, series }
}
