import { byteText, float64, int32, uint16, utf16Text } from '../../../binary/read-bytes.ts'
import { timestampAt } from '../values/decode-timestamp.ts'
import type { FieldMap } from './field-map.ts'
import type { VarData } from './read-var-data.ts'

type Found = { bytes: Uint8Array; at: number }

/** One row of a table: its columns by field number, wherever the field map puts them. Null means no value. */
export class TableRecord {
  readonly uid: number
  readonly #map: FieldMap
  readonly #rows: readonly (Uint8Array | null)[]
  readonly #varData: VarData

  constructor(uid: number, map: FieldMap, rows: readonly (Uint8Array | null)[], varData: VarData) {
    this.uid = uid
    this.#map = map
    this.#rows = rows
    this.#varData = varData
  }

  uint16(field: number): number | null {
    const found = this.#find(field, 2)
    return found === null ? null : uint16(found.bytes, found.at)
  }

  int32(field: number): number | null {
    const found = this.#find(field, 4)
    return found === null ? null : int32(found.bytes, found.at)
  }

  float64(field: number): number | null {
    const found = this.#find(field, 8)
    return found === null ? null : float64(found.bytes, found.at)
  }

  /** `YYYY-MM-DDTHH:MM:SS`. */
  timestamp(field: number): string | null {
    const found = this.#find(field, 4)
    return found === null ? null : timestampAt(found.bytes, found.at)
  }

  text(field: number): string | null {
    const bytes = this.bytes(field)
    return bytes === null ? null : utf16Text(bytes)
  }

  /** Eight-bit text, which notes are. */
  byteText(field: number): string | null {
    const bytes = this.bytes(field)
    return bytes === null ? null : byteText(bytes)
  }

  /** The bytes of a value that lies outside the row. */
  bytes(field: number): Uint8Array | null {
    const place = this.#map.place(field)
    return place?.in === 'var' ? this.#varData.bytes(this.uid, place.key) : null
  }

  /** The bytes of a value wherever it lies; of one in its row as many as any such value takes. */
  stored(field: number, most: number): Uint8Array | null {
    const place = this.#map.place(field)
    if (place?.in !== 'row') return this.bytes(field)
    return this.#rows[place.block]?.subarray(place.at, place.at + most) ?? null
  }

  #find(field: number, length: number): Found | null {
    const place = this.#map.place(field)
    if (place === undefined) return null
    if (place.in === 'var') {
      const bytes = this.#varData.bytes(this.uid, place.key)
      return bytes === null || bytes.length < length ? null : { bytes, at: 0 }
    }
    const bytes = this.#rows[place.block] ?? null
    return bytes === null || place.at + length > bytes.length ? null : { bytes, at: place.at }
  }
}
