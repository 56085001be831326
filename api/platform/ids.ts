import { createHash, randomBytes, randomUUID } from 'node:crypto'

let lastMs = 0
let count = 0

/**
 * A new id (UUID version 7). Ids of a process sort in the order they were made, which keeps index pages full and rows of
 * one bulk in the order they were sent: within a millisecond they are counted (RFC 9562, 6.2), and where the count is
 * full the next millisecond is taken in advance. The other 62 bits are random.
 */
export function newId(): string {
  const random = randomUUID()
  const nowMs = Date.now()
  if (nowMs > lastMs) {
    lastMs = nowMs
    count = Number.parseInt(random.slice(0, 3), 16) >>> 1
  } else if (++count > 0xfff) {
    lastMs++
    count = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}-${random.slice(19)}`
}

/** Random text that is safe in addresses, made of `byteCount` random bytes. */
export function newSecret(byteCount: number): string {
  return randomBytes(byteCount).toString('base64url')
}

/** How tokens are stored and looked up: SHA-256 in hex. The tokens are random, so no salt is needed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID in the 36-character form, of any version. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
