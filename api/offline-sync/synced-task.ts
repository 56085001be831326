import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { presentTask } from '../tasks/task.present.ts'
import { loadTasksOfProject } from '../tasks/task-page.ts'

/** What a synchronised task tells, as any reply does. */
const FIELDS = [
  ...(['id', 'server_version', 'short_id', 'name', 'wbs_path', 'parent_id', 'status', 'type', 'duration'] as const),
  ...(['percent_complete', 'notes', 'planned_start', 'actual_start', 'actual_finish', 'scheduled_start'] as const),
  ...([
    'early_start',
    'early_finish',
    'late_start',
    'late_finish',
    'total_float',
    'free_float',
    'is_critical',
  ] as const),
  ...(['optimistic_duration', 'most_likely_duration', 'pessimistic_duration', 'is_subtask', 'is_phase'] as const),
  ...(['is_milestone', 'delivery_mode', 'governance_class', 'sprint', 'assignee', 'story_points'] as const),
] as const

/** The tasks in the order given, each as its caller may see it; those that went meanwhile are left out. */
export async function presentSyncedTasks(ctx: Ctx<ProjectScope>, ids: readonly string[]): Promise<object[]> {
  if (ids.length === 0) return []
  const page = await loadTasksOfProject(ctx, ids)
  const rows = new Map(page.rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row || row.is_deleted) return []
    const task = presentTask(row, page) as unknown as Record<string, unknown>
    const labels = task.labels as readonly { id: string }[]
    return {
      ...Object.fromEntries(FIELDS.map((field) => [field, task[field] ?? null])),
      label_ids: labels.map((label) => label.id),
      custom_fields: task.custom_fields,
    }
  })
}
