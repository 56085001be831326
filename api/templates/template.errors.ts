import { type FieldErrors, fieldError, Refusal } from '../platform/errors.ts'

/** `template` is null where the name is taken by one that the caller does not see. */
export function nameTaken(latest: { id: string | null; version: number }): Refusal {
  const detail = 'A template of this name exists; send new_version to publish the next version of it.'
  const extra = { template: latest.id, version: latest.version, next_version: latest.version + 1 }
  return new Refusal(409, detail, { code: 'name_taken', extra })
}

export function unreadableTemplate(): FieldErrors {
  return fieldError('template', 'This release cannot read the structure of the template.')
}

export function applicationNotDone(): Refusal {
  return new Refusal(400, 'Only a successful application can be undone, and only once.')
}
