import type { Db } from '../database.ts'
import { instantText } from '../platform/db/sql.ts'
import type { listSprintDurationEvents } from './duration-events.queries.ts'
import { loadPredecessorIds } from './milestone/rollup.queries.ts'
import { EMPTY_ROLLUP, loadMilestoneRollups } from './milestone/rollup.ts'
import type { SprintRow } from './sprint.queries.ts'

type DurationEvent = Awaited<ReturnType<typeof listSprintDurationEvents>>[number]

/** Sprints as they are shown, with what is known of the milestones that they work towards. */
export async function presentSprints(db: Db, rows: readonly SprintRow[]): Promise<object[]> {
  const milestoneIds = [...new Set(rows.flatMap((row) => row.milestone_id ?? []))]
  const rollups = await loadMilestoneRollups(db, milestoneIds)
  const predecessors = await loadPredecessorIds(db, milestoneIds)
  return rows.map((row) => ({
    ...presentColumns(row),
    target_milestone: row.milestone_id,
    target_milestone_detail: row.milestone_id && {
      id: row.milestone_id,
      name: row.milestone_name,
      wbs_path: row.milestone_wbs_path,
      finish: row.milestone_finish,
      predecessor_ids: predecessors.get(row.milestone_id) ?? [],
      rollup: rollups.get(row.milestone_id) ?? EMPTY_ROLLUP,
    },
  }))
}

export async function presentSprint(db: Db, row: SprintRow): Promise<object> {
  return (await presentSprints(db, [row]))[0] as object
}

function presentColumns(row: SprintRow): object {
  const reference = `${row.code}-SP-${row.number}`
  // A deleted milestone binds nobody; restored, it does again.
  const isBound = row.milestone_id !== null
  return {
    id: row.id,
    server_version: row.server_version,
    short_id: reference,
    short_id_display: `SP-${row.number}`,
    qualified_id: reference,
    project: row.project_id,
    name: row.name,
    goal: row.goal,
    notes: row.notes,
    start_date: row.start_date,
    finish_date: row.finish_date,
    state: row.state,
    status: row.state,
    milestone_bound_by: isBound ? row.milestone_bound_by_id : null,
    milestone_bound_by_name: isBound && row.milestone_bound_by_id !== null ? row.milestone_bound_by_name : null,
    milestone_bound_at: isBound ? instantText(row.milestone_bound_at) : null,
    binding_committed_snapshot: isBound ? row.binding_committed_snapshot : null,
    capacity_points: row.capacity_points,
    wip_limit: row.wip_limit,
    goal_outcome: row.goal_outcome,
    exclude_from_velocity: row.exclude_from_velocity,
    committed_points: row.committed_points,
    committed_task_count: row.committed_task_count,
    completed_points: row.completed_points,
    completed_task_count: row.completed_task_count,
    completion_ratio_points: ratio(row.completed_points, row.committed_points),
    completion_ratio_tasks: ratio(row.completed_task_count, row.committed_task_count),
    pending_count: row.pending_count,
    wip_count: row.wip_count,
    activated_at: instantText(row.activated_at),
    closed_at: instantText(row.closed_at),
    created_by: row.created_by_id,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
}

export function presentDurationEvent({ actor_id, actor_name, created_at, ...event }: DurationEvent): object {
  return { ...event, actor_name: actor_id === null ? null : actor_name, created_at: instantText(created_at) }
}

/** Four decimals; null where nothing was committed or completed yet. */
export function ratio(completed: number | null, committed: number | null): number | null {
  if (completed === null || committed === null || committed === 0) return null
  return Math.round((10_000 * completed) / committed) / 10_000
}
