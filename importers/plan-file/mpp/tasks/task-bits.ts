import { uint8 } from '../../../binary/read-bytes.ts'
import type { ProjectStore } from '../container/project-store.ts'

type Bit = { at: number; mask: number }

/** Where the yes/no columns of a task are; `second` ones lie in the records of the second index. */
export type TaskBits = {
  milestone: Bit
  /** Flag1 to Flag20, which people use as they like. */
  flags: readonly Bit[]
  second: { active: Bit; manual: Bit } | null
}

const MILESTONE_TO_2010 = { at: 8, mask: 0x20 }
const MILESTONE_FROM_2013 = { at: 10, mask: 0x02 }

const FLAG_COUNT = 20

/** Twenty bits in a row, or two rows of ten, counted from a bit of a byte. */
const FLAGS_TO_2007 = bitsFrom(37, 5, FLAG_COUNT)
const FLAGS_OF_2010 = bitsFrom(35, 6, FLAG_COUNT)
const FLAGS_FROM_2013 = [...bitsFrom(24, 1, FLAG_COUNT / 2), ...bitsFrom(33, 1, FLAG_COUNT / 2)]

function bitsFrom(at: number, firstBit: number, count: number): Bit[] {
  return Array.from({ length: count }, (_, index) => {
    const bit = firstBit + index
    return { at: at + (bit >> 3), mask: 1 << (bit & 7) }
  })
}

/** The places moved with Project 2013. Before the 2010 layout every task is active and scheduled by the planner. */
export function taskBits(store: ProjectStore): TaskBits {
  if (store.version.format !== 'mpp14') return { milestone: MILESTONE_TO_2010, flags: FLAGS_TO_2007, second: null }
  if (!store.isFrom2013) {
    return {
      milestone: MILESTONE_TO_2010,
      flags: FLAGS_OF_2010,
      second: { active: { at: 8, mask: 0x04 }, manual: { at: 8, mask: 0x08 } },
    }
  }
  return {
    milestone: MILESTONE_FROM_2013,
    flags: FLAGS_FROM_2013,
    second: { active: { at: 8, mask: 0x40 }, manual: { at: 8, mask: 0x80 } },
  }
}

export function isSet(record: Uint8Array, { at, mask }: Bit): boolean {
  return (uint8(record, at) & mask) !== 0
}
