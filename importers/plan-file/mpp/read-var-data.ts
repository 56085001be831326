import { ImportRefusal } from '../../plan/import-refusal.ts'
import { int32, uint8, uint16 } from './read-bytes.ts'

const META_HEADER_LENGTH = 24
const NOTHING: ReadonlyMap<number, number> = new Map()

/** How an entry of the index is laid out: versions 2000-2003 use 8 bytes, later ones 12. */
export type VarLayout = 'narrow' | 'wide'

/**
 * Values of any length that belong to rows: names, notes, calendars. An index gives the place of each by row and key;
 * places repeat (rows share values) and come in no order. What does not fit into the stream counts as absent.
 */
export class VarData {
  readonly #offsets: ReadonlyMap<number, ReadonlyMap<number, number>>
  readonly #data: Uint8Array
  #bytesLeft: number

  constructor(offsets: ReadonlyMap<number, ReadonlyMap<number, number>>, data: Uint8Array) {
    this.#offsets = offsets
    this.#data = data
    // Shared values are rare and short. A hostile index can make every row share one long text.
    this.#bytesLeft = 4 * data.length + 1_000_000
  }

  /** The rows that have any value. */
  uids(): Iterable<number> {
    return this.#offsets.keys()
  }

  hasRow(uid: number): boolean {
    return this.#offsets.has(uid)
  }

  bytes(uid: number, key: number): Uint8Array | null {
    const at = (this.#offsets.get(uid) ?? NOTHING).get(key)
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
  const entryLength = layout === 'narrow' ? 8 : 12
  const fitting = Math.floor(Math.max(0, meta.length - META_HEADER_LENGTH) / entryLength)
  const count = Math.min(Math.max(0, int32(meta, 8)), fitting)
  const offsets = new Map<number, Map<number, number>>()
  for (let entry = 0; entry < count; entry += 1) {
    const at = META_HEADER_LENGTH + entry * entryLength
    const [uid, key, offset] =
      layout === 'narrow'
        ? [int32(meta, at) & 0xffffff, uint8(meta, at + 3), int32(meta, at + 4)]
        : [int32(meta, at), uint16(meta, at + 8), int32(meta, at + 4)]
    const row = offsets.get(uid)
    if (row === undefined) offsets.set(uid, new Map([[key, offset]]))
    else row.set(key, offset)
  }
  return new VarData(offsets, data)
}
