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

const [BOOL_OID, INT4_OID, DATE_OID] = [16, 23, 1082]
/** The day from which the server counts dates, in days since 1970. */
const DATE_ZERO = 10_957
const ARRAY_HEAD_BYTES = 20

/** An `int[]` parameter as the protocol carries it: the server reads it several times faster than the text of one. */
export function int4Array(values: ArrayLike<number>): Buffer {
  return wordArray(INT4_OID, values, 0)
}

/** A `date[]` parameter in the same way, of days since 1970. */
export function dateArray(days: ArrayLike<number>): Buffer {
  return wordArray(DATE_OID, days, DATE_ZERO)
}

/** Each word with its length before it, all turned over at once: to write them one by one takes twice as long. */
function wordArray(elementOid: number, values: ArrayLike<number>, zero: number): Buffer {
  const words = new Int32Array(ARRAY_HEAD_BYTES / 4 + 2 * values.length).fill(4)
  words.set([1, 0, elementOid, values.length, 1])
  for (let index = 0, at = ARRAY_HEAD_BYTES / 4 + 1; index < values.length; index++, at += 2)
    words[at] = (values[index] as number) - zero
  return Buffer.from(words.buffer).swap32()
}

/** A `boolean[]` parameter in the same way; what is neither 0 nor 1 is null. */
export function booleanArray(values: ArrayLike<number>): Buffer {
  const bytes = Buffer.alloc(ARRAY_HEAD_BYTES + 5 * values.length)
  let at = 0
  for (const word of [1, 1, BOOL_OID, values.length, 1]) at = bytes.writeInt32BE(word, at)
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as number
    const isNull = value !== 0 && value !== 1
    at = bytes.writeInt32BE(isNull ? -1 : 1, at)
    if (!isNull) at = bytes.writeUInt8(value, at)
  }
  return bytes.subarray(0, at)
}
