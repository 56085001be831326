import { Refusal } from '../../platform/errors.ts'

/** A record that this version of the service cannot read. */
export function foreignRecord(): Refusal {
  return new Refusal(409, 'The record of the change is of another version of the service.', { code: 'shape_changed' })
}
