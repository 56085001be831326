import type { Socket } from 'node:net'
import type { Pool, PoolClient } from 'pg'
import { configOf, isSubmittable, RowQuery, resultOf, type Send, sendOf } from './driver-query.ts'
import { type Field, RowLayout } from './row-layout.ts'

const [DATA_ROW, ROW_DESCRIPTION] = [0x44, 0x54]
/** The kind of a message and its length, which counts itself. */
const HEAD_BYTES = 5
/** Of a column behind its name: where it comes from, its type at the seventh, size, modifier and format. */
const [FIELD_BYTES, TYPE_PLACE] = [18, 6]
/** Results that a connection remembers the columns of. */
const MAX_LAYOUTS = 100

/** What the driver does with messages, of which its types do not tell. */
interface Inner {
  readonly connection: { readonly stream: Socket; emit(name: string, message: object): void }
}

/**
 * Reads rows by `RowLayout` where the driver would make a text of each value, a list of each row and then an object. All
 * other messages are the driver's.
 */
export function readRows(pool: Pool): void {
  pool.on('connect', readRowsOn)
}

function readRowsOn(client: PoolClient): void {
  const { connection } = client as unknown as Inner
  const { stream } = connection
  const others = stream.listeners('data') as ((bytes: Buffer) => void)[]
  stream.removeAllListeners('data')
  const messages = new Messages({
    columns: (fields) => connection.emit('rowDescription', { fields }),
    row: (row) => connection.emit('dataRow', { row }),
    others(bytes) {
      for (const listener of others) listener.call(stream, bytes)
    },
  })
  stream.on('data', (bytes: Buffer) => messages.take(bytes))

  const send = sendOf(client)
  const query: Send = (statement, values) => {
    if (isSubmittable(statement)) return send(statement)
    const one = new RowQuery(configOf(statement, values))
    const result = resultOf(one)
    send(one)
    return result
  }
  Object.assign(client, { query })
}

interface Heard {
  columns(fields: readonly Field[]): void
  row(row: object): void
  others(bytes: Buffer): void
}

/** The messages of a connection, from pieces that end anywhere. */
class Messages {
  readonly #heard: Heard
  /** Pieces of a message that is not whole yet, and how many bytes it needs. */
  #pieces: Buffer[] = []
  #length = 0
  #needed = 0
  readonly #layouts = new Map<number, { readonly bytes: Buffer; readonly layout: RowLayout }>()
  #layout: RowLayout | null = null

  constructor(heard: Heard) {
    this.#heard = heard
  }

  take(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    if (this.#length < this.#needed) return
    const bytes = this.#pieces.length === 1 ? piece : Buffer.concat(this.#pieces, this.#length)
    const rest = bytes.subarray(this.#walk(bytes))
    this.#pieces = rest.length === 0 ? [] : [rest]
    this.#length = rest.length
    this.#needed = rest.length < HEAD_BYTES ? HEAD_BYTES : lengthAt(rest, 0)
  }

  /** Tells of all whole messages; answers where the first begins that is not. */
  #walk(bytes: Buffer): number {
    this.#layout?.forget()
    let [from, at] = [0, 0]
    const passOn = () => from < at && this.#heard.others(bytes.subarray(from, at))
    while (at + HEAD_BYTES <= bytes.length) {
      const end = at + lengthAt(bytes, at)
      if (end > bytes.length) break
      const kind = bytes[at]
      if (kind === DATA_ROW || kind === ROW_DESCRIPTION) {
        passOn()
        from = end
        // Behind the number of columns.
        if (kind === DATA_ROW) this.#heard.row((this.#layout as RowLayout).read(bytes, at + HEAD_BYTES + 2))
        else this.#describe(bytes.subarray(at + HEAD_BYTES, end))
      }
      at = end
    }
    passOn()
    return at
  }

  #describe(bytes: Buffer): void {
    const known = this.#layouts.get(bytes.length)
    const layout = known?.bytes.equals(bytes) ? known.layout : new RowLayout(fieldsOf(bytes))
    if (layout !== known?.layout) {
      if (this.#layouts.size >= MAX_LAYOUTS) this.#layouts.clear()
      this.#layouts.set(bytes.length, { bytes: Buffer.from(bytes), layout })
    }
    layout.forget()
    this.#layout = layout
    this.#heard.columns(layout.fields)
  }
}

function lengthAt(bytes: Buffer, at: number): number {
  return 1 + bytes.readUInt32BE(at + 1)
}

function fieldsOf(bytes: Buffer): Field[] {
  let at = 2
  return Array.from({ length: bytes.readUInt16BE(0) }, () => {
    const end = bytes.indexOf(0, at)
    const name = bytes.toString('utf8', at, end)
    at = end + 1 + FIELD_BYTES
    return { name, dataTypeID: bytes.readUInt32BE(end + 1 + TYPE_PLACE) }
  })
}
