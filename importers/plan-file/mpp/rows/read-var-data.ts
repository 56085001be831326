import { int32, uint8, uint16, uint32 } from '../../../binary/read-bytes.ts'
import { broken } from '../../../binary/sector-chains.ts'
import { ImportRefusal } from '../../../plan/import-refusal.ts'

const META_HEADER_LENGTH = 24
const MARK = 0xfadfadba
const KEYS_OF_ROW = 0x10000
// An entry with its value takes 20 bytes and more, so that no file within the size limit has as many.
const MOST_ENTRIES = 2_000_000

/** How an entry of the index is laid out: versions 2000-2003 use 8 bytes, later ones 12. */
export type VarLayout = 'narrow' | 'wide'

/**
 * Values of any length that belong to rows: names, notes, calendars. An index gives the place of each by row and key;
 * places repeat (rows share values) and come in no order. What does not fit into the stream counts as absent.
 */
export class VarData {
  readonly #rows = new Set<number>()
  readonly #offsets = new Map<number, number>()
  readonly #data: Uint8Array
  #bytesLeft: number

  constructor(data: Uint8Array) {
    this.#data = data
    // Shared values are rare and short. A hostile index can make every row share one long text.
    this.#bytesLeft = 4 * data.length + 1_000_000
  }

  add(uid: number, key: number, offset: number): void {
    this.#rows.add(uid)
    this.#offsets.set(uid * KEYS_OF_ROW + key, offset)
  }

  /** The rows that have any value. */
  uids(): Iterable<number> {
    return this.#rows
  }

  hasRow(uid: number): boolean {
    return this.#rows.has(uid)
  }

  bytes(uid: number, key: number): Uint8Array | null {
    const at = this.#offsets.get(uid * KEYS_OF_ROW + key)
    if (at === undefined || at < 0 || at + 4 > this.#data.length) return null
    const length = int32(this.#data, at)
    if (length < 0 || length > this.#data.length - at - 4) return null
    this.#bytesLeft -= length
    if (this.#bytesLeft < 0) throw new ImportRefusal('too_complex', 'the texts of the file overlap')
    return this.#data.subarray(at + 4, at + 4 + length)
  }
}

/** Reads the index (`VarMeta`); the values themselves (`Var2Data`) are looked up when asked for. */
export function readVarData(meta: Uint8Array, data: Uint8Array, layout: VarLayout): VarData {
  // Some writers leave the mark empty.
  if (meta.length > 0 && uint32(meta, 0) !== MARK && uint32(meta, 0) !== 0) {
    throw broken('the index of its texts is not one')
  }
  const entryLength = layout === 'narrow' ? 8 : 12
  const fitting = Math.floor(Math.max(0, meta.length - META_HEADER_LENGTH) / entryLength)
  const count = Math.min(Math.max(0, int32(meta, 8)), fitting)
  if (count > MOST_ENTRIES) throw new ImportRefusal('too_complex', `the file holds more than ${MOST_ENTRIES} texts`)
  const varData = new VarData(data)
  for (let entry = 0; entry < count; entry += 1) {
    const at = META_HEADER_LENGTH + entry * entryLength
    if (layout === 'narrow') varData.add(int32(meta, at) & 0xffffff, uint8(meta, at + 3), int32(meta, at + 4))
    else varData.add(int32(meta, at), uint16(meta, at + 8), int32(meta, at + 4))
  }
  return varData
}
