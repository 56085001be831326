import { createHash } from 'node:crypto'

/** Hash of an answer, of its texts, numbers and arrays in order. */
export function hashAnswer(...parts: readonly (string | number | NodeJS.ArrayBufferView)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(typeof part === 'number' ? `${part};` : part)
  return hash.digest('hex').slice(0, 16)
}
