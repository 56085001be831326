import { arrivalTypes } from './arrival-types.ts'

export interface Field {
  readonly name: string
  readonly dataTypeID: number
}

type Row = Record<string, unknown>

const WHOLE: ReadonlySet<number> = new Set([20, 21, 23])
const BOOLEAN = 16
/** Digits of a whole number that are counted up without a loss. */
const SAFE_DIGITS = 15
const [MINUS, ZERO, TRUE] = [0x2d, 0x30, 0x74]

const NULL_LENGTH = -1
const UNKNOWN_LENGTH = -2

/**
 * Reads the rows of a result from the bytes of the protocol. Most values of a row are those of the row before: where the bytes
 * are the same the value is taken over, and a row is a copy of the one before with what differs put in. An empty object that
 * is filled name by name becomes a dictionary, which takes several times as long to make, to read and to collect.
 */
export class RowLayout {
  readonly fields: readonly Field[]
  readonly #names: readonly string[]
  readonly #kinds: Uint8Array
  readonly #parsers: readonly ((text: string) => unknown)[]
  readonly #places: Int32Array
  readonly #lengths: Int32Array
  /** A row of nulls, whose fields have held numbers too: what is copied from it may hold anything. */
  readonly #empty: Row
  #before: Buffer | null = null
  #row: Row

  constructor(fields: readonly Field[]) {
    this.fields = fields
    this.#names = fields.map(({ name }) => name)
    this.#kinds = Uint8Array.from(fields, ({ name, dataTypeID }, place) => {
      // Of columns with one name the last counts.
      if (this.#names.lastIndexOf(name) !== place) return KIND.unread
      return WHOLE.has(dataTypeID) ? KIND.whole : dataTypeID === BOOLEAN ? KIND.boolean : KIND.other
    })
    this.#parsers = fields.map(({ dataTypeID }) => arrivalTypes.getTypeParser(dataTypeID))
    this.#places = new Int32Array(fields.length)
    this.#lengths = new Int32Array(fields.length)
    this.#empty = JSON.parse(`{${this.#names.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`)
    for (const name of this.#names) this.#empty[name] = null
    this.#row = this.#empty
  }

  /** Ends a result, and lets go of bytes and values of its last row. */
  forget(): void {
    this.#before = null
    this.#row = this.#empty
  }

  /** The row whose first value begins at this place. */
  read(bytes: Buffer, place: number): object {
    const [names, kinds, places, lengths] = [this.#names, this.#kinds, this.#places, this.#lengths]
    if (this.#before === null) lengths.fill(UNKNOWN_LENGTH)
    const before = this.#before ?? bytes
    const row = { ...this.#row }
    let at = place
    for (let column = 0; column < names.length; column++) {
      const length = bytes.readInt32BE(at)
      at += 4
      const isKept =
        lengths[column] === length && (length <= 0 || areSame(bytes, at, before, places[column] as number, length))
      if (!isKept && kinds[column] !== KIND.unread) {
        const value = length === NULL_LENGTH ? null : this.#value(column, bytes, at, length)
        row[names[column] as string] = value
        // Whoever gets an object may change it.
        lengths[column] = typeof value === 'object' && value !== null ? UNKNOWN_LENGTH : length
      }
      places[column] = at
      if (length > 0) at += length
    }
    this.#before = bytes
    this.#row = row
    return row
  }

  #value(column: number, bytes: Buffer, at: number, length: number): unknown {
    const kind = this.#kinds[column]
    if (kind === KIND.boolean) return bytes[at] === TRUE
    if (kind === KIND.whole && length <= SAFE_DIGITS) return wholeAt(bytes, at, length)
    return this.#parsers[column]?.(bytes.toString('utf8', at, at + length))
  }
}

const KIND = { other: 0, whole: 1, boolean: 2, unread: 3 }

function areSame(bytes: Buffer, at: number, others: Buffer, place: number, length: number): boolean {
  // What is counted differs at the end.
  for (let index = length - 1; index >= 0; index--) if (bytes[at + index] !== others[place + index]) return false
  return true
}

function wholeAt(bytes: Buffer, at: number, length: number): number {
  const isNegative = bytes[at] === MINUS
  let value = 0
  for (let index = isNegative ? 1 : 0; index < length; index++)
    value = value * 10 + (bytes[at + index] as number) - ZERO
  return isNegative ? -value : value
}
