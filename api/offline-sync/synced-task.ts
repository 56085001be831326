import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { loadTasksOfProject } from '../tasks/reading/task-page.ts'
import { presentTask } from '../tasks/task.present.ts'

/** The tasks in the order given, each as its caller may see it; those that went meanwhile are left out. */
export async function presentSyncedTasks(ctx: Ctx<ProjectScope>, ids: readonly string[]): Promise<object[]> {
  if (ids.length === 0) return []
  const page = await loadTasksOfProject(ctx, ids)
  return page.rows.filter((row) => !row.is_deleted).map((row) => told(presentTask(row, page)))
}

/** What a synchronised task tells, as any reply does. Written out, since a page tells a thousand of them. */
function told(task: ReturnType<typeof presentTask>): object {
  return {
    id: task.id,
    server_version: task.server_version,
    short_id: task.short_id,
    name: task.name,
    wbs_path: task.wbs_path,
    parent_id: task.parent_id,
    status: task.status,
    type: task.type,
    duration: task.duration,
    percent_complete: task.percent_complete,
    notes: task.notes,
    planned_start: task.planned_start,
    actual_start: task.actual_start,
    actual_finish: task.actual_finish,
    scheduled_start: task.scheduled_start,
    early_start: task.early_start,
    early_finish: task.early_finish,
    late_start: task.late_start,
    late_finish: task.late_finish,
    total_float: task.total_float,
    free_float: task.free_float,
    is_critical: task.is_critical,
    optimistic_duration: task.optimistic_duration,
    most_likely_duration: task.most_likely_duration,
    pessimistic_duration: task.pessimistic_duration,
    is_subtask: task.is_subtask,
    is_phase: task.is_phase,
    is_milestone: task.is_milestone,
    delivery_mode: task.delivery_mode,
    governance_class: task.governance_class,
    sprint: task.sprint,
    assignee: task.assignee,
    story_points: task.story_points,
    label_ids: task.labels.map((label) => label.id),
    custom_fields: task.custom_fields,
  }
}
