import { int32, uint8, uint16 } from '../../../binary/read-bytes.ts'
import type { CompoundFile } from '../../../binary/read-compound-file.ts'
import { broken } from '../../../binary/sector-chains.ts'
import { Props } from '../container/read-props.ts'
import { Blocks } from './read-blocks.ts'

/** The storage of a plan of Project 98. */
export type OldStore = {
  props: Props
  rows: (table: string) => Uint8Array
  blocks: (table: string) => Blocks
}

const DATA = '   1'
const HEADER_LENGTH = 16
const ITEM_HEADER_LENGTH = 12
const SELF_SIZED = 64
const SHORT_VALUE = 65_536

export function openOldStore(file: CompoundFile): OldStore {
  if (!file.hasStorage(DATA)) throw broken('it holds no plan')
  const settings = file.stream(DATA, 'Props')
  if (settings === null) throw broken('its settings are missing')
  return {
    props: readOldProps(settings),
    rows: (table) => file.stream(DATA, table, 'FixFix   0') ?? new Uint8Array(0),
    blocks: (table) => new Blocks(file.stream(DATA, table, 'FixDeferFix   0') ?? new Uint8Array(0)),
  }
}

/** Rows of one length; what is left over at the end is no row. */
export function* equalRows(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let at = 0; at + length <= bytes.length; at += length) yield bytes.subarray(at, at + length)
}

/** Settings by number. The length stands in one of two places; where both say nothing, the rest cannot be read. */
function readOldProps(bytes: Uint8Array): Props {
  const values = new Map<number, Uint8Array>()
  const count = uint16(bytes, 12)
  let at = HEADER_LENGTH
  for (let item = 0; item < count && at + ITEM_HEADER_LENGTH <= bytes.length; item += 1) {
    const last = int32(bytes, at + 8)
    const stated = uint8(bytes, at + 6) === SELF_SIZED ? int32(bytes, at) : last
    const length = last === SHORT_VALUE ? 4 : stated
    const start = at + ITEM_HEADER_LENGTH
    if (length < 1 || length > bytes.length - start) break
    values.set(int32(bytes, at + 4), bytes.subarray(start, start + length))
    at = start + length + (length % 2)
  }
  return new Props(values)
}
