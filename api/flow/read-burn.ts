import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { CHART_TYPES, type ChartType } from './flow.schema.ts'
import { type DayTotals, replayDays } from './replay.ts'
import { unpackWork } from './timelines.ts'
import { listBaselinePlan, listPointings, loadPackedWork } from './work.queries.ts'
import { zoneDays } from './zone-days.ts'

/** Ten years: the reference names no bound, and each day is a row. */
const MOST_DAYS = 3660

interface AskedBurn {
  readonly chart_type?: string | undefined
  readonly metric?: string | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
}

/** What a project had to do and had done at the end of each day, replayed from what is known of its tasks. */
export async function readBurn(ctx: Ctx<ProjectScope>, query: AskedBurn) {
  const { projectId } = ctx.scope
  const { timezone, startDate } = await loadProjectFacts(ctx, projectId)
  const asked = check(query, startDate, ctx.services.clock.today(timezone))
  const { chart_type, metric, since, until } = asked
  const zone = zoneDays(timezone)
  const work = unpackWork(await loadPackedWork(ctx, projectId), zone)
  const pointings = metric === 'points' ? await listPointings(ctx, projectId) : null
  const dated = pointings?.map((one) => ({ ...one, day: zone.dayOf(one.at_ms) })) ?? null
  const days = replayDays(work, dated, { since, until })
  const baseline = await plannedOf(ctx, asked)
  return {
    chart_type,
    metric,
    since: formatCivilDay(since),
    until: formatCivilDay(until),
    series: days.map((day, index) => shown(chart_type, day, since + index, ideal(chart_type, days, index))),
    ...(baseline === null ? {} : { baseline_series: baseline }),
  }
}

interface Burn {
  readonly chart_type: ChartType
  readonly metric: 'tasks' | 'points'
  readonly since: number
  readonly until: number
}

function check(query: AskedBurn, startDate: string, today: string): Burn {
  const { chart_type = 'burndown', metric = 'tasks' } = query
  refuseUnless(isChart(chart_type), () => refused(`chart_type is one of ${CHART_TYPES.join(', ')}.`))
  refuseUnless(metric === 'tasks' || metric === 'points', () => refused('metric is tasks or points.'))
  const until = dayOf('until', query.until ?? today)
  const start = dayOf('since', query.since ?? startDate)
  // A project that starts later than it is looked at has this one day.
  const since = query.since === undefined ? Math.max(Math.min(start, until), until - MOST_DAYS + 1) : start
  refuseUnless(until >= since, () => refused('until is before since.'))
  refuseUnless(until - since < MOST_DAYS, () => refused(`At most ${MOST_DAYS} days can be looked at.`))
  return { chart_type, metric, since, until }
}

function isChart(text: string): text is ChartType {
  return (CHART_TYPES as readonly string[]).includes(text)
}

function dayOf(name: string, text: string): number {
  const day = parseCivilDay(text)
  refuseUnless(day !== null, () => refused(`${name} is no date: send YYYY-MM-DD.`))
  return day
}

function refused(detail: string): Refusal {
  return new Refusal(400, detail)
}

/** An even burn: from what there is on the first day to nothing, or from nothing to what there is on the last. */
function ideal(chart: ChartType, days: readonly DayTotals[], index: number): number {
  const share = days.length === 1 ? Number(chart === 'burnup') : index / (days.length - 1)
  const whole = chart === 'burnup' ? (days.at(-1)?.scope ?? 0) * share : (days[0]?.scope ?? 0) * (1 - share)
  return Math.round(whole * 100) / 100
}

function shown(chart: ChartType, { scope, completed }: DayTotals, day: number, ideal: number) {
  const date = formatCivilDay(day)
  const remaining = scope - completed
  if (chart === 'combined') return { date, remaining, completed, total: scope, ideal }
  return { date, scope, actual: chart === 'burnup' ? completed : remaining, ideal }
}

/** The same of the active baseline, by the days on which it was to be done; null without one, or where it has no points. */
async function plannedOf(ctx: Ctx<ProjectScope>, { chart_type, metric, since, until }: Burn) {
  const plan = await listBaselinePlan(ctx, ctx.scope.projectId)
  const total = plan.reduce((sum, day) => sum + day[metric], 0)
  if (total === 0) return null
  let [done, next] = [0, 0]
  return Array.from({ length: until - since + 1 }, (_, index) => {
    for (let due = plan[next]; due && due.day <= since + index; due = plan[++next]) done += due[metric]
    return { date: formatCivilDay(since + index), planned: chart_type === 'burnup' ? done : total - done }
  })
}
