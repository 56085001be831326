import { FieldErrors, fieldError, refuseUnless } from '../../platform/errors.ts'
import type { TaskDraft } from '../task-draft.ts'

/** Owner entries one task write may carry, duplicates included. */
export const MAX_OWNERS = 100

/** Owners must stand on the project's roster and never on a summary; an empty list asks for nothing. */
export function checkOwners(draft: TaskDraft): void {
  const owners = draft.input.owners ?? []
  if (owners.length === 0) return
  checkOwnerCount(owners.length)
  refuseUnless(!draft.shape.hasChildren, () => fieldError('owners', 'A summary task takes no owners.'))
  // Nobody stands on a roster yet, so every resource is unknown.
  const unknown = [...new Set(owners.map((owner) => owner.resource))]
  throw fieldError('owners', `Not on the roster of the project: ${unknown.join(', ')}`)
}

export function checkOwnerCount(count: number): void {
  if (count <= MAX_OWNERS) return
  const message = `At most ${MAX_OWNERS} owners may be sent, not ${count}.`
  throw new FieldErrors({ owners: { non_field_errors: [message] } })
}
