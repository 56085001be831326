// Little-endian numbers out of bytes that a stranger wrote. A position outside the bytes reads as zero: rows of older
// versions are shorter than the field map says, and what is missing there is empty. Where a missing byte means that a
// file is broken (the container), the caller checks lengths first.

const scratch = new DataView(new ArrayBuffer(8))
const utf16 = new TextDecoder('utf-16le')

export function uint8(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0
}

export function uint16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
}

export function int32(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) | (uint16(bytes, at + 2) << 16)
}

export function uint32(bytes: Uint8Array, at: number): number {
  return int32(bytes, at) >>> 0
}

/** A six-byte integer, which old versions use for work and money. */
export function int48(bytes: Uint8Array, at: number): number {
  const high = uint16(bytes, at + 4)
  return uint32(bytes, at) + (high >= 0x8000 ? high - 0x10000 : high) * 2 ** 32
}

/** Eight bytes, unsigned. Compared but never calculated with, so it stays a bigint. */
export function uint64(bytes: Uint8Array, at: number): bigint {
  return (BigInt(uint32(bytes, at + 4)) << 32n) | BigInt(uint32(bytes, at))
}

/** A double; what is no finite number reads as zero. */
export function float64(bytes: Uint8Array, at: number): number {
  const value = doubleOf(int32(bytes, at), int32(bytes, at + 4))
  return Number.isFinite(value) ? value : 0
}

/** The double of two halves, whatever it is. */
export function doubleOf(low: number, high: number): number {
  scratch.setInt32(0, low, true)
  scratch.setInt32(4, high, true)
  return scratch.getFloat64(0, true)
}

/** UTF-16 text that ends at a NUL or with the bytes. */
export function utf16Text(bytes: Uint8Array, at = 0, mostBytes = bytes.length): string {
  const last = Math.min(bytes.length, at + mostBytes) - 1
  let end = at
  while (end < last && (bytes[end] !== 0 || bytes[end + 1] !== 0)) end += 2
  return utf16.decode(bytes.subarray(at, end))
}

/** Eight-bit text that ends at a NUL or with the bytes; each byte becomes the character of that number. */
export function byteText(bytes: Uint8Array, at = 0, mostBytes = bytes.length): string {
  const end = Math.min(bytes.length, at + mostBytes)
  const nul = bytes.subarray(0, end).indexOf(0, at)
  return Buffer.from(bytes.subarray(at, nul < 0 ? end : nul)).toString('latin1')
}
