import { instantText } from '../../platform/db/sql.ts'
import type { ScopeChange } from './scope-change.queries.ts'

export function presentScopeChange(change: ScopeChange): Record<string, unknown> {
  return {
    id: change.id,
    task: change.task_id,
    sprint: change.sprint_id,
    item_name: change.item_name,
    status: change.status,
    goal_impact: change.goal_impact,
    added_at: instantText(change.added_at),
  }
}

/** Everything that was added, and what it adds up to; points only for who may read them. */
export function presentAudit(changes: readonly ScopeChange[], readsPoints: boolean): object {
  const added = changes.filter((change) => change.status !== 'rejected')
  const removed = changes.filter((change) => change.status === 'rejected')
  return {
    summary: {
      points_added: readsPoints ? sumOf(added) : null,
      points_removed: readsPoints ? sumOf(removed) : null,
      added_mid_sprint_count: added.length,
      total: changes.length,
    },
    events: changes.map((change) => ({
      id: change.id,
      item_name: change.item_name,
      story_points: readsPoints && !change.is_subtask ? change.story_points : null,
      added_by_name: change.added_by_id === null ? null : change.added_by_name,
      added_at: instantText(change.added_at),
      goal_impact: change.goal_impact,
      status: change.status,
    })),
  }
}

/** A subtask has no points of its own: those of its task were committed with it. */
function sumOf(changes: readonly ScopeChange[]): number {
  return changes.reduce((sum, change) => sum + (change.is_subtask ? 0 : (change.story_points ?? 0)), 0)
}
