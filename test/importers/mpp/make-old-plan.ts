// Writes small plans of Project 98 for tests: rows of fixed places, and values of any length in chains of small blocks.

import { compObj, int16, int32, props, stamp, text } from './make-bytes.ts'
import { makeCompoundFile } from './make-compound-file.ts'

const ROW_LENGTH = 316
/** Later programs put so many bytes in before the last columns. */
const FURTHER_BYTES = 50

export type OldTask = {
  uid: number
  name: string
  /** Values by number. A text is kept elsewhere; its place is written. */
  items?: Record<number, Buffer | string>
  /** Bits of flags and of their masks, as whole numbers. */
  flags?: number
  flagMask?: number
  /** What stands at the place of the mark of deletion. */
  deletion?: number
}

export function makeOldPlan(tasks: readonly OldTask[], isLong = false): Buffer {
  const blocks = new BlockWriter()
  const rows = tasks.map((task) => oldRow(task, blocks, isLong))
  return makeCompoundFile({
    '\u0001CompObj': compObj('Microsoft Project 8.0', 'MSProject.MPP8'),
    '   1/Props': props({ 37748738: int32(stamp(15_000, 480)), 37748740: int16(1), 37748765: int32(480) }),
    '   1/TBkndTask/FixFix   0': Buffer.concat(rows),
    '   1/TBkndTask/FixDeferFix   0': blocks.bytes(),
  }).bytes
}

function oldRow(task: OldTask, blocks: BlockWriter, isLong: boolean): Buffer {
  const { uid, name, items = {}, flags = 0, flagMask = 0, deletion = 0 } = task
  const row = Buffer.alloc(ROW_LENGTH + (isLong ? FURTHER_BYTES : 0))
  const late = (at: number) => at + (isLong ? FURTHER_BYTES : 0)
  row.writeInt32LE(uid, 0)
  row.writeInt32LE(uid, 4)
  row.writeUInt16LE(1, 48)
  row.writeInt32LE(4800, 68)
  row.writeUInt16LE(7, 72)
  for (const at of [96, 20]) row.writeUInt32LE(stamp(15_000, 480), at)
  row.writeInt32LE(blocks.add(text(name)), 264)
  row.writeUInt32LE(flags, 268)
  row.writeUInt16LE(deletion, late(272))
  row.writeUIntLE(flagMask, late(303), 3)
  const list = Object.entries(items).map(([key, value]) => {
    const bytes = typeof value === 'string' ? int32(blocks.add(text(value))) : value
    return Buffer.concat([int32(bytes.length, Number(key)), bytes])
  })
  if (list.length > 0) row.writeInt32LE(blocks.add(Buffer.concat(list)), late(312))
  return row
}

class BlockWriter {
  // A reference to the very first place would be none.
  readonly #parts: Buffer[] = [Buffer.alloc(4)]
  #length = 4

  /** The reference to a value. */
  add(value: Buffer): number {
    const at = this.#length
    const first = value.subarray(0, 28)
    const further: Buffer[] = []
    for (let from = 28; from < value.length; from += 32) further.push(value.subarray(from, from + 32))
    let next = at + 8 + 28
    this.#push(
      Buffer.concat([int32(further.length === 0 ? -1 : next, value.length), first, Buffer.alloc(28 - first.length)]),
    )
    for (const [index, part] of further.entries()) {
      next += 36
      this.#push(Buffer.concat([int32(index === further.length - 1 ? -1 : next), part, Buffer.alloc(32 - part.length)]))
    }
    return -1 - at
  }

  /** Some bytes more than the longest value has. */
  bytes(): Buffer {
    return Buffer.concat([...this.#parts, Buffer.alloc(64)])
  }

  #push(part: Buffer): void {
    this.#parts.push(part)
    this.#length += part.length
  }
}
