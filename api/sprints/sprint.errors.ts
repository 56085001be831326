import { Refusal } from '../platform/errors.ts'

export function hasEnded(): Refusal {
  return new Refusal(400, 'The sprint has ended already.')
}

/** A move that the state of the sprint does not allow; it has no code of its own. */
export function notPlanned(): Refusal {
  return new Refusal(400, 'Only a planned sprint can be activated.')
}

export function otherSprintActive(conflictingId: string): Refusal {
  return new Refusal(409, 'Another sprint of the project is active; close it first.', {
    extra: { conflicting_sprint_id: conflictingId },
  })
}
