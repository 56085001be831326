import { Refusal } from '../platform/errors.ts'

export function structureRoleContradicted(): Refusal {
  return new Refusal(409, 'The task has structural children, so it is a container.', {
    code: 'structure_role_contradicted',
    extra: { structure_role: 'container' },
  })
}

export function zeroDurationNotMilestone(): Refusal {
  return new Refusal(400, 'A duration of 0 marks a milestone; flag the task as a milestone instead.', {
    code: 'zero_duration_not_milestone',
    extra: { suggested_action: 'set_is_milestone' },
  })
}

export function progressRequiresAnchor(): Refusal {
  return new Refusal(400, 'Give the task a planned start or a sprint before reporting progress on it.', {
    code: 'progress_requires_anchor',
    extra: { suggested_action: 'set_planned_start' },
  })
}

export function childOfMilestone(): Refusal {
  return new Refusal(400, 'A milestone cannot have children.', { code: 'child_of_milestone' })
}

/** A refusal of a request that has no code of its own. */
export function badRequest(detail: string): Refusal {
  return new Refusal(400, detail)
}
