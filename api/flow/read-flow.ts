import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { mayReadSignal } from '../access/team-signals.ts'
import type { Ctx } from '../platform/context.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { countByDay } from './cumulative-flow.ts'
import { ageingOf, type Completion, completionsOf, percentilesOf } from './durations.ts'
import { type Timeline, timelinesOf } from './timelines.ts'
import { listMoves, listWorkItems } from './work.queries.ts'

const DEFAULT_WINDOW = 90
const LONGEST_WINDOW = 365
const WEEK_DAYS = 7

/** Days of the window: from `since` to `until`, both included, the last of them today. */
interface Window {
  readonly since: number
  readonly until: number
}

/** How tasks of a project went through their statuses: how long they took, how many were done, how many stand where. */
export async function readFlow(
  ctx: Ctx<ProjectScope>,
  query: { window?: string | undefined; ageing?: string | undefined },
) {
  const { projectId, code } = ctx.scope
  const { timezone } = await loadProjectFacts(ctx, projectId)
  const window_days = windowOf(query.window)
  const until = parseCivilDay(ctx.services.clock.today(timezone)) as number
  const window = { since: until - window_days + 1, until }
  const isTold = await mayReadSignal(ctx, 'flow_metrics')
  const timelines = isTold
    ? timelinesOf(await listWorkItems(ctx, projectId, timezone), await listMoves(ctx, projectId, timezone))
    : []
  const ageing =
    query.ageing === 'true' ? { ageing: ageingOf(timelines, code, ctx.services.clock.now().getTime()) } : {}
  return {
    window_days,
    since: formatCivilDay(window.since),
    until: formatCivilDay(until),
    ...timesOf(completionsOf(timelines, window, timezone)),
    cfd: isTold ? countByDay(timelines, window) : [],
    throughput: isTold ? throughputOf(timelines, window) : [],
    flow_metrics_suppressed: !isTold,
    ...ageing,
  }
}

function windowOf(sent: string | undefined): number {
  const days = sent === undefined || !/^\s*[+-]?\d+\s*$/.test(sent) ? DEFAULT_WINDOW : Number(sent)
  return Math.min(Math.max(days, 1), LONGEST_WINDOW)
}

function timesOf(completions: readonly Completion[]) {
  const count = (has: (one: Completion) => boolean) => completions.filter(has).length
  return {
    cycle_time: percentilesOf(completions.flatMap((one) => one.cycleDays ?? [])),
    lead_time: percentilesOf(completions.map((one) => one.leadDays)),
    data_integrity: {
      bulk_moved_count: count((one) => one.isBulkMoved),
      backdated_count: count((one) => one.isBackdated),
      missing_transition_count: count((one) => one.cycleDays === null),
    },
  }
}

/** Completions of each week that lies in the window with a part; who is completed again counts again. */
function throughputOf(timelines: readonly Timeline[], { since, until }: Window) {
  const firstWeek = weekOf(since)
  const counts = new Array<number>(weekOf(until) - firstWeek + 1).fill(0)
  for (const { moves } of timelines) {
    for (const { after, day } of moves) {
      const week = weekOf(day) - firstWeek
      if (after === 'COMPLETE' && day >= since && day <= until) counts[week] = (counts[week] ?? 0) + 1
    }
  }
  return counts.map((completed_count, index) => ({
    week_start: formatCivilDay((firstWeek + index) * WEEK_DAYS - DAYS_TO_MONDAY),
    completed_count,
  }))
}

/** Day 0 was a Thursday, so weeks from Monday begin three days before multiples of seven. */
const DAYS_TO_MONDAY = 3

function weekOf(day: number): number {
  return Math.floor((day + DAYS_TO_MONDAY) / WEEK_DAYS)
}
