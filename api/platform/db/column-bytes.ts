// Whole columns in one value each: `string_agg(int4send(x), '')` crosses the driver as one piece of bytes, which is
// several times cheaper than a row object for every task. The database writes big-endian, and so are parameters read.

/** A column of `int4send`. */
export function int32s(bytes: Buffer | null): Int32Array {
  const copy = alignedCopy(bytes)
  copy.swap32()
  return new Int32Array(copy.buffer, 0, copy.length >> 2)
}

/** A column of `float8send`. */
export function float64s(bytes: Buffer | null): Float64Array {
  const copy = alignedCopy(bytes)
  copy.swap64()
  return new Float64Array(copy.buffer, 0, copy.length >> 3)
}

/** Buffers of the driver lie anywhere in its memory; typed views need multiples of their width. */
function alignedCopy(bytes: Buffer | null): Buffer<ArrayBuffer> {
  const copy = Buffer.from(new ArrayBuffer(bytes?.length ?? 0))
  if (bytes) copy.set(bytes)
  return copy
}

/** An array parameter from numbers, ids or other texts that need no quotes: the literal is far cheaper to join than for the driver to quote. */
export function arrayLiteral(values: ArrayLike<number> | readonly string[]): string {
  return `{${Array.prototype.join.call(values, ',')}}`
}

const [INT4_OID, UUID_OID] = [23, 2950]
const ARRAY_HEAD_BYTES = 20

/** An `int[]` parameter as the protocol carries it: the server reads it several times faster than the text of one. */
export function int4Array(values: ArrayLike<number>): Buffer {
  const bytes = arrayBytes(INT4_OID, values.length, 4)
  for (let index = 0, at = ARRAY_HEAD_BYTES + 4; index < values.length; index++, at += 8)
    bytes.writeInt32BE(values[index] as number, at)
  return bytes
}

/** A `uuid[]` parameter in the same way, of the ids that stand at `rows` of columns of four words each. */
export function uuidArray(words: Int32Array, rows: ArrayLike<number>): Buffer {
  const ids = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  const bytes = arrayBytes(UUID_OID, rows.length, 16)
  for (let index = 0, at = ARRAY_HEAD_BYTES + 4; index < rows.length; index++, at += 20) {
    const from = 16 * (rows[index] as number)
    ids.copy(bytes, at, from, from + 16)
  }
  return bytes
}

/** One dimension without nulls, counted from 1; each value has its length before it. */
function arrayBytes(elementOid: number, count: number, width: number): Buffer {
  const bytes = Buffer.alloc(ARRAY_HEAD_BYTES + count * (4 + width))
  bytes.writeInt32BE(1, 0)
  bytes.writeInt32BE(elementOid, 8)
  bytes.writeInt32BE(count, 12)
  bytes.writeInt32BE(1, 16)
  for (let at = ARRAY_HEAD_BYTES; at < bytes.length; at += 4 + width) bytes.writeInt32BE(width, at)
  return bytes
}
