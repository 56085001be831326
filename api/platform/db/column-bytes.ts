// Whole columns in one value each: `string_agg(int4send(x), '')` crosses the driver as one piece of bytes, which is
// several times cheaper than a row object for every task. The database writes big-endian.

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
