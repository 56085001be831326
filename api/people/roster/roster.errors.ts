import { Refusal } from '../../platform/errors.ts'

const TASK_SAMPLE = 10
const NAME_SAMPLE = 5

/** The resource still works on tasks of the project; names a few of them. */
export function rosterHasAssignments(tasks: readonly { id: string; name: string }[]): Refusal {
  return new Refusal(409, `The resource is assigned to ${tasks.length} tasks of the project.`, {
    code: 'roster_has_assignments',
    extra: {
      affected_tasks: tasks.slice(0, TASK_SAMPLE),
      task_names: tasks.slice(0, NAME_SAMPLE).map((task) => task.name),
      assignment_count: tasks.length,
    },
  })
}
