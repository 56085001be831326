// What all passes over positions of working days share.

import { STATE_DONE, STATE_PINNED } from '../layout/values'

/** Later than every position, and far enough from the ends that a weight can be taken off without wrapping round. */
export const NO_BOUND: i32 = 0x3fff_ffff

export function isDone(state: i32): bool {
  return state === STATE_PINNED || state === STATE_DONE
}
