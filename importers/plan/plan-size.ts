/** Bytes that a number, a flag or nothing takes where it is kept. */
const SCALAR_BYTES = 8

/** Whether a value that was read takes more than so many bytes, two for each letter; looks no further than that. */
export function isLargerThan(value: unknown, maxBytes: number): boolean {
  const open: unknown[] = [value]
  let bytes = 0
  while (open.length > 0) {
    const next = open.pop()
    bytes += typeof next === 'string' ? SCALAR_BYTES + 2 * next.length : SCALAR_BYTES
    if (bytes > maxBytes) return true
    if (ArrayBuffer.isView(next)) bytes += next.byteLength
    else if (next instanceof Map) for (const entry of next) open.push(...entry)
    else if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part)
  }
  return bytes > maxBytes
}
