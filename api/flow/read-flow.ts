import { formatCivilDay, parseCivilDay } from '../../compute/plan/civil-day.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { mayReadSignal } from '../access/team-signals.ts'
import type { Ctx } from '../platform/context.ts'
import { loadProjectFacts } from '../tasks/project-facts.ts'
import { countByDay } from './cumulative-flow.ts'
import { ageingOf, type Completion, completionsOf, percentilesOf } from './durations.ts'
import { NO_WORK, type Timeline, unpackWork, type Work } from './timelines.ts'
import { listNames, loadPackedWork } from './work.queries.ts'
import { zoneDays } from './zone-days.ts'

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
  const { projectId } = ctx.scope
  const { timezone } = await loadProjectFacts(ctx, projectId)
  const window_days = windowOf(query.window)
  const until = parseCivilDay(ctx.services.clock.today(timezone)) as number
  const window = { since: until - window_days + 1, until }
  const isTold = await mayReadSignal(ctx, 'flow_metrics')
  const days = zoneDays(timezone)
  const work = isTold ? unpackWork(await loadPackedWork(ctx, projectId), days) : NO_WORK
  const { timelines } = work
  return {
    window_days,
    since: formatCivilDay(window.since),
    until: formatCivilDay(until),
    ...timesOf(completionsOf(timelines, window, days)),
    cfd: isTold ? countByDay(timelines, window) : [],
    throughput: isTold ? throughputOf(timelines, window) : [],
    flow_metrics_suppressed: !isTold,
    ...(query.ageing === 'true' ? { ageing: await listAgeing(ctx, work) } : {}),
  }
}

/** Work under way, the oldest first. */
async function listAgeing(ctx: Ctx<ProjectScope>, work: Work) {
  const ageing = ageingOf(work, ctx.services.clock.now().getTime())
  const names = new Map(
    (
      await listNames(
        ctx,
        ageing.map((one) => one.task_id),
      )
    ).map((row) => [row.id, row]),
  )
  return ageing
    .flatMap(({ task_id, status, days }) => {
      const row = names.get(task_id)
      return row ? { task_id, short_id: `${ctx.scope.code}-T-${row.number}`, name: row.name, status, days } : []
    })
    .sort((a, b) => b.days - a.days || a.short_id.localeCompare(b.short_id))
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
