import { uint16 } from '../../binary/read-bytes.ts'
import { broken } from '../../binary/sector-chains.ts'
import { RECORD } from './record-types.ts'

const HEADER_LENGTH = 4
const NOTHING = new Uint8Array(0)

/** Goes through the records of a stream: a type, a length and as many bytes, one behind the other. */
export class RecordCursor {
  type = -1
  data: Uint8Array = NOTHING
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** Goes to the next record and gives its type. Every part of a workbook ends with a record that says so, and what ends before is cut off. */
  next(): number {
    const from = this.#at + HEADER_LENGTH
    const to = from + uint16(this.#bytes, this.#at + 2)
    if (to > this.#bytes.length) throw broken('the records of the workbook end early')
    this.type = uint16(this.#bytes, this.#at)
    this.data = this.#bytes.subarray(from, to)
    this.#at = to
    return this.type
  }

  /** The record that begins a part of the workbook, or a refusal. */
  begin(what: string): void {
    if (this.next() !== RECORD.begin) throw broken(`${what} does not begin where the workbook says`)
    this.atLeast(4)
  }

  /** The bytes of the record and of those that continue it. */
  continued(): Uint8Array[] {
    const pieces = [this.data]
    while (this.#at + HEADER_LENGTH <= this.#bytes.length && uint16(this.#bytes, this.#at) === RECORD.continue) {
      this.next()
      pieces.push(this.data)
    }
    return pieces
  }

  /** Refuses a record that is shorter than its kind is. */
  atLeast(length: number): void {
    if (this.data.length < length) throw broken('a record of the workbook is too short')
  }
}
