import type { ProjectStore } from '../container/project-store.ts'
import { uint8 } from '../values/read-bytes.ts'

type Bit = { at: number; mask: number }

/** Where the yes/no columns of a task are; `second` ones lie in the records of the second index. */
export type TaskBits = { milestone: Bit; second: { active: Bit; manual: Bit } | null }

const MILESTONE_TO_2010 = { at: 8, mask: 0x20 }
const MILESTONE_FROM_2013 = { at: 10, mask: 0x02 }

/** The places moved with Project 2013. Before the 2010 layout every task is active and scheduled by the planner. */
export function taskBits(store: ProjectStore): TaskBits {
  if (store.version.format !== 'mpp14') return { milestone: MILESTONE_TO_2010, second: null }
  if (!store.isFrom2013) {
    return { milestone: MILESTONE_TO_2010, second: { active: { at: 8, mask: 0x04 }, manual: { at: 8, mask: 0x08 } } }
  }
  return { milestone: MILESTONE_FROM_2013, second: { active: { at: 8, mask: 0x40 }, manual: { at: 8, mask: 0x80 } } }
}

export function isSet(record: Uint8Array, { at, mask }: Bit): boolean {
  return (uint8(record, at) & mask) !== 0
}
