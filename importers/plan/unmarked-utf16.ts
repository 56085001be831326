const LOOKED_AT = 64
const LEAST = 8

/** The byte order of UTF-16 text that does not say it: every second byte of its first ASCII characters is 0. */
export function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(LOOKED_AT, bytes.length - (bytes.length % 2))
  let [even, odd] = [0, 0]
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1
    if (bytes[at + 1] === 0) odd += 1
  }
  const most = length / 2
  if (most < LEAST || Math.min(even, odd) > 0 || Math.max(even, odd) < 0.75 * most) return null
  return odd > 0 ? 'utf-16le' : 'utf-16be'
}
