// The lists that values of people's own fields are chosen from. A plan keeps the rows of all its lists in one table.

import { int32, uint16, utf16Text } from '../../../binary/read-bytes.ts'
import type { ProjectStore } from '../container/project-store.ts'
import { readFixedMeta, readFixedRows } from '../rows/read-fixed-data.ts'
import type { VarData } from '../rows/read-var-data.ts'
import { openVarData } from '../rows/task-table.ts'

const NAME = 'TBkndOutlCode'
const RECORD_LENGTH = 10
const ROW_UID_AT = 4
const VALUE = 22
const VALUE_TO_2003 = 1

/** Since 2007 a chosen value is a mark, the row, its GUID and four bytes more. A row of -1 leaves it to the GUID. */
const POINTER_LENGTH = 26
const POINTER_MARKS: readonly number[] = [0x0701, 0x0401]
const POINTER_ROW_AT = 2
const POINTER_GUID_AT = 6
const GUID_LENGTH = 16

// No planner nests codes this deep, or lets them grow this long.
const DEEPEST_CODE = 50
const LONGEST_CODE = 1000

export class ListedValues {
  readonly #store: ProjectStore
  readonly #codes = new Map<number, string | null>()
  #values: VarData | null = null
  #parents: ReadonlyMap<number, number> | null = null
  #uids: ReadonlyMap<string, number> | null = null

  constructor(store: ProjectStore) {
    this.#store = store
  }

  isPointer(bytes: Uint8Array): boolean {
    return bytes.length === POINTER_LENGTH && POINTER_MARKS.includes(uint16(bytes, 0))
  }

  /** The bytes that a pointer stands for, in the form in which its field holds them. */
  valueOf(pointer: Uint8Array): Uint8Array | null {
    return this.#value(int32(pointer, POINTER_ROW_AT)) ?? this.#value(this.#rowOfGuid(pointer))
  }

  /** A code as it is shown: the texts of the rows above it come before its own. Before 2007 its task names the row alone. */
  codeOf(bytes: Uint8Array): string | null {
    if (!this.isPointer(bytes)) return bytes.length >= 4 ? this.#code(int32(bytes, 0)) : null
    return this.#code(int32(bytes, POINTER_ROW_AT)) ?? this.#code(this.#rowOfGuid(bytes))
  }

  #code(row: number): string | null {
    const known = this.#codes.get(row)
    if (known !== undefined) return known
    const parts: string[] = []
    for (let at = row; at > 0 && parts.length < DEEPEST_CODE; at = this.#parentOf(at)) {
      const bytes = this.#value(at)
      const text = bytes === null ? '' : utf16Text(bytes).trim()
      // A text that says the whole code already needs none above it.
      if (text === '' || parts[0]?.startsWith(`${text}.`)) break
      parts.unshift(text)
    }
    const code = parts.length === 0 ? null : parts.join('.').slice(0, LONGEST_CODE)
    this.#codes.set(row, code)
    return code
  }

  #value(row: number): Uint8Array | null {
    if (row <= 0 || this.#store.stream(NAME, 'VarMeta').length === 0) return null
    this.#values ??= openVarData(this.#store, NAME)
    return this.#values.bytes(row, this.#store.version.format === 'mpp9' ? VALUE_TO_2003 : VALUE)
  }

  #parentOf(row: number): number {
    if (this.#parents === null) {
      const parentAt = this.#store.isFrom2013 ? 10 : 8
      this.#parents = new Map(
        this.#rows('Fixed').map(({ bytes }) => [int32(bytes, ROW_UID_AT), int32(bytes, parentAt)]),
      )
    }
    return this.#parents.get(row) ?? 0
  }

  #rowOfGuid(pointer: Uint8Array): number {
    this.#uids ??= this.#readGuids()
    return this.#uids.get(guidAt(pointer, POINTER_GUID_AT)) ?? 0
  }

  #readGuids(): ReadonlyMap<string, number> {
    const uids = new Map(this.#rows('Fixed').map(({ index, bytes }) => [index, int32(bytes, ROW_UID_AT)]))
    const found = this.#rows('Fixed2').filter(({ bytes }) => bytes.length >= GUID_LENGTH)
    return new Map(found.map(({ index, bytes }) => [guidAt(bytes, 0), uids.get(index) ?? 0]))
  }

  #rows(half: 'Fixed' | 'Fixed2'): { index: number; bytes: Uint8Array }[] {
    const meta = readFixedMeta(this.#store.stream(NAME, `${half}Meta`), RECORD_LENGTH)
    const row = readFixedRows(meta, this.#store.stream(NAME, `${half}Data`))
    return Array.from({ length: meta.count }, (_, index) => ({ index, bytes: row(index) })).filter(
      (found): found is { index: number; bytes: Uint8Array } => found.bytes !== null,
    )
  }
}

function guidAt(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at, at + GUID_LENGTH)).toString('hex')
}
