import { forbidden, Refusal } from '../platform/errors.ts'

/** Links end for several reasons; whoever holds one learns only that it has ended. */
export function linkEnded(): Refusal {
  return new Refusal(410, 'This link is no longer active.')
}

export function sharingIsOff(): Refusal {
  return forbidden('Public sharing is switched off for this project.')
}
