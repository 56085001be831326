import { type ProjectScope, projectScopeOf, withScope } from '../../access/project-scope.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { dayOfSprint, readBurndown } from '../burndown/burndown.ts'
import { readCapacity } from '../capacity/capacity.ts'
import { todayOf } from '../follow-tasks.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { loadVelocityBand } from '../velocity/velocity-band.ts'
import { loadSprint } from '../write-sprint.ts'
import { countSprintSignals, listActiveSprintProjects, listBlocked, listCarriedInto } from './daily.queries.ts'

const DAY_MS = 86_400_000
const MAX_BLOCKED = 500
const MAX_CARDS = 50
/** So many phases at once are a sprint without a middle. */
const WIDE_SPAN = 3

/** What stands still in a sprint, longest first. */
export async function readBlocked(
  ctx: Ctx<SprintScope>,
  query: { blocker_type?: string | undefined; min_age_days?: number | undefined },
): Promise<object> {
  const nowMs = ctx.services.clock.now().getTime()
  const minAge = query.min_age_days ?? 0
  const before = minAge > 0 ? new Date(nowMs - minAge * DAY_MS) : null
  const filter = { blockerType: query.blocker_type, before, limit: MAX_BLOCKED + 1 }
  const rows = await listBlocked(ctx, ctx.scope.sprintId, filter)
  const blocked = rows.slice(0, MAX_BLOCKED).map(({ blocked_since, assignee_name, blocking_task_id, ...row }) => ({
    ...row,
    assignee_name: row.assignee_id === null ? null : assignee_name,
    blocking_task: blocking_task_id,
    blocked_since: instantText(blocked_since),
    age_days: blocked_since === null ? null : Math.floor((nowMs - new Date(blocked_since).getTime()) / DAY_MS),
  }))
  return { sprint_id: ctx.scope.sprintId, count: blocked.length, blocked, truncated: rows.length > MAX_BLOCKED }
}

/** What the sprint took over from those before it. */
export async function readIncomingCarryover(ctx: Ctx<SprintScope>): Promise<object> {
  const rows = await listCarriedInto(ctx, ctx.scope.sprintId)
  const readsPoints = await mayReadVelocity(ctx)
  return {
    sprint_id: ctx.scope.sprintId,
    count: rows.length,
    points: readsPoints ? rows.reduce((sum, row) => sum + (row.story_points ?? 0), 0) : null,
    items: rows.map((row) => ({ ...row, story_points: readsPoints ? row.story_points : null })),
  }
}

/** What should be looked at in how work lies in sprints; signals that do not trip are left out. */
export async function readSprintHealth(ctx: Ctx<ProjectScope>): Promise<object> {
  const counts = await countSprintSignals(ctx, ctx.scope.projectId)
  const signals = [
    { key: 'orphan', count: counts.orphan, tone: 'info', detail: 'Tasks at the top of the plan belong to no sprint.' },
    {
      key: 'phase_span',
      count: counts.phase_span >= WIDE_SPAN ? counts.phase_span : 0,
      tone: 'warning',
      detail: 'The active sprint works on many phases at once.',
    },
    {
      key: 'summary_in_sprint',
      count: counts.summary_in_sprint,
      tone: 'warning',
      detail: 'Tasks with tasks below them are in the active sprint.',
    },
  ]
  return { has_active_sprint: counts.active, signals: signals.filter((signal) => signal.count > 0) }
}

/** The sprints under way in the caller's projects, one card each. */
export async function readActiveSprints(ctx: Ctx): Promise<object[]> {
  const cards: object[] = []
  for (const project of await listActiveSprintProjects(ctx, MAX_CARDS)) {
    const scope = projectScopeOf({ ...project, project_id: project.id })
    const card = await readCard(withScope(ctx, scope), project.sprint_id)
    cards.push({ project_id: project.id, project_name: project.name, ...card })
  }
  return cards
}

async function readCard(ctx: Ctx<ProjectScope>, sprintId: string): Promise<object> {
  const sprint = await loadSprint(ctx, sprintId)
  const { totals } = await readCapacity(ctx, sprint)
  const { snapshots, trend_points } = await readBurndown(ctx, sprint)
  const readsVelocity = await mayReadVelocity(ctx)
  const band = readsVelocity ? await loadVelocityBand(ctx) : null
  const committed = sprint.committed_points ?? 0
  return {
    sprint: {
      id: sprint.id,
      name: sprint.name,
      short_id_display: `SP-${sprint.number}`,
      start_date: sprint.start_date,
      finish_date: sprint.finish_date,
      ...dayOfSprint(sprint, await todayOf(ctx, sprint.project_id)),
      remaining_points: snapshots.at(-1)?.remaining_points ?? committed,
      committed_points: committed,
      trend_pts: trend_points ?? 0,
    },
    capacity_ratio: totals.ratio,
    capacity_label: totals.label,
    velocity: {
      rolling_avg_points: band?.average ?? null,
      forecast_range_low: band?.low ?? null,
      forecast_range_high: band?.high ?? null,
      velocity_suppressed: !readsVelocity,
    },
  }
}
