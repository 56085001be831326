import { Refusal } from '../../platform/errors.ts'

function refusal(code: string, detail: string, extra: Record<string, unknown> = {}): Refusal {
  return new Refusal(400, detail, { code, extra })
}

export function invalidTaskIds(): Refusal {
  return refusal('invalid_task_ids', 'task_ids must be a list of one or more task ids.')
}

export function invalidTaskId(): Refusal {
  return refusal('invalid_task_id', 'task_id must be the id of a task.')
}

export function selectionTooLarge(count: number, most: number): Refusal {
  return refusal('selection_too_large', `${count} tasks were selected; ${most} is the most.`)
}

export function unknownTask(unknown: readonly string[]): Refusal {
  return new Refusal(404, 'No such task in the project.', { code: 'unknown_task', extra: { unknown } })
}

export function cannotGroupSubtasks(): Refusal {
  return refusal('cannot_group_subtasks', 'Subtasks cannot be grouped.')
}

export function cannotUngroupSubtask(): Refusal {
  return refusal('cannot_ungroup_subtask', 'A subtask is no group.')
}

export function taskWithoutWbsPath(): Refusal {
  return refusal('task_without_wbs_path', 'A selected task stands outside the tree.')
}

export function invalidName(): Refusal {
  return refusal('invalid_name', 'name must be a text of 1 to 512 characters.')
}

export function containerHasSubtasks(): Refusal {
  return refusal('container_has_subtasks', 'Subtasks stand below this task; they cannot be lifted.')
}
