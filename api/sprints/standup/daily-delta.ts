import { atLeast, ROLE } from '../../access/roles.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { listBurnSnapshots } from '../burndown/burndown.queries.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { loadSprint } from '../write-sprint.ts'
import { listAdded, listCards, listNewBlockers, listStatusMoves, type StatusMove } from './standup.queries.ts'

const DAY_MS = 86_400_000

/** What happened in a sprint since an instant, by default in the last day. */
export async function readDailyDelta(ctx: Ctx<SprintScope>, asked: string | undefined): Promise<object> {
  const { projectId, sprintId } = ctx.scope
  const sprint = await loadSprint(ctx, sprintId)
  const until = ctx.services.clock.now()
  const since = sinceOf(asked, until, sprint.activated_at)
  const readsPoints = await mayReadVelocity(ctx)
  const moves = await listStatusMoves(ctx, projectId, sprintId, since)
  const blockers = await listNewBlockers(ctx, sprintId, since)
  const added = await listAdded(ctx, sprintId, since)
  const impediments = blockers.filter((task) => task.blocker_type !== '').length
  return {
    sprint_id: sprintId,
    since,
    until: until.toISOString(),
    task_changes: moves.map((move) => ({
      task_id: move.task_id,
      task_name: move.task_name,
      from_status: move.from_status,
      to_status: move.to_status,
      at: instantText(move.at),
    })),
    scope_added: added.map((row) => ({
      ...row,
      added_at: instantText(row.added_at),
      story_points: readsPoints ? row.story_points : null,
    })),
    new_blockers: blockers.map((task) => ({
      ...task,
      blocker_type: task.blocker_type || null,
      kind: task.blocker_type === '' ? 'paused' : 'impediment',
      blocked_since: instantText(task.blocked_since),
    })),
    blocker_summary: { impediments, paused: blockers.length - impediments },
    burndown_delta: await swingOf(ctx, sprintId),
    ...actorsOf(ctx, moves),
    sprint_load: await loadOf(ctx, sprint, readsPoints),
  }
}

/** A bad instant is none; nothing is told of before the sprint began. */
function sinceOf(asked: string | undefined, until: Date, activated: string | null): string {
  const sent = asked === undefined ? Number.NaN : Date.parse(asked)
  const isUsable = Number.isFinite(sent) && sent > 0 && sent <= until.getTime()
  const wanted = isUsable ? sent : until.getTime() - DAY_MS
  const began = activated === null ? wanted : new Date(activated).getTime()
  return new Date(Math.max(wanted, began)).toISOString()
}

/** How far the two newest days of the burndown lie apart. */
async function swingOf(ctx: Ctx<SprintScope>, sprintId: string): Promise<object | null> {
  const [before, last] = (await listBurnSnapshots(ctx, sprintId)).slice(-2)
  if (!before || !last) return null
  return {
    from_date: before.snapshot_date,
    to_date: last.snapshot_date,
    remaining_points: last.remaining_points - before.remaining_points,
    remaining_task_count: last.remaining_task_count - before.remaining_task_count,
    completed_points: last.completed_points - before.completed_points,
    completed_task_count: last.completed_task_count - before.completed_task_count,
  }
}

/** Who moved how much is for the team; how many moved anything for everybody. */
function actorsOf(ctx: Ctx<SprintScope>, moves: readonly StatusMove[]) {
  const byActor = [...Map.groupBy(moves, (move) => move.actor_id)].map(([actor_id, own]) => ({
    actor_id,
    actor_name: actor_id === null ? null : (own[0]?.actor_name ?? null),
    moved: own.length,
    completed: own.filter((move) => move.to_status === 'COMPLETE').length,
  }))
  const completed = byActor.reduce((sum, actor) => sum + actor.completed, 0)
  return {
    per_actor: atLeast(ctx.scope.role, ROLE.member) || ctx.actor.kind === 'system' ? byActor : [],
    actor_aggregate: { actor_count: byActor.length, moved: moves.length, completed },
  }
}

async function loadOf(
  ctx: Ctx<SprintScope>,
  sprint: { id: string; capacity_points: number | null; committed_points: number | null },
  readsPoints: boolean,
) {
  if (!readsPoints) return { loaded_points: null, capacity_points: null, pct_loaded: null }
  const capacity = sprint.capacity_points ?? sprint.committed_points
  const loaded = (await listCards(ctx, sprint.id)).reduce((sum, card) => sum + (card.story_points ?? 0), 0)
  const pct = capacity === null || capacity === 0 ? null : Math.round((100 * loaded) / capacity)
  return { loaded_points: loaded, capacity_points: capacity, pct_loaded: pct }
}
