import { instantText } from '../platform/db/sql.ts'
import type { TaskPart } from '../tasks/reading/task-relatives.ts'
import { findTargetedMilestones } from './milestone/rollup.queries.ts'
import { loadMilestoneRollups } from './milestone/rollup.ts'
import { loadScopeChangesOfTasks, type ScopeChange } from './scope/scope-change.queries.ts'

/** What was added to the sprint that a task is in. */
export const scopeChangesInTasks: TaskPart<'sprintScopeChanges'> = {
  table: 'sprint_scope_changes',
  async load(ctx, idList) {
    const changes = await loadScopeChangesOfTasks(ctx, idList)
    return new Map([...changes].map(([id, rows]) => [id, { sprintScopeChanges: rows.map(presentOnTask) }]))
  },
}

/** How far the sprints are that work towards a milestone. */
export const rollupsInTasks: TaskPart<'milestoneRollup'> = {
  table: 'sprints',
  column: 'target_milestone_id',
  async load(ctx, idList) {
    const rollups = await loadMilestoneRollups(ctx, await findTargetedMilestones(ctx, idList))
    return new Map([...rollups].map(([id, milestoneRollup]) => [id, { milestoneRollup }]))
  },
}

function presentOnTask(change: ScopeChange): object {
  return {
    id: change.id,
    item_name: change.item_name,
    subtask_name: change.item_name,
    added_by_name: change.added_by_id === null ? null : change.added_by_name,
    added_at: instantText(change.added_at),
    goal_impact: change.goal_impact,
    status: change.status,
  }
}
