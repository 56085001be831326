import * as crypto from 'node:crypto'

type UuidV7 = () => string

// Newer Node releases bring it; the type package lags behind.
const nativeUuidV7 = (crypto as { randomUUIDv7?: UuidV7 }).randomUUIDv7

/** A new id (UUID version 7): ids made later sort later, which keeps index pages full. */
export const newId: UuidV7 = nativeUuidV7 === undefined ? ownUuidV7 : () => nativeUuidV7()

/** The same from 48 bits of milliseconds and 74 random bits, for a Node without `randomUUIDv7`. */
export function ownUuidV7(): string {
  const bytes = crypto.randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Random text that is safe in addresses, made of `byteCount` random bytes. */
export function newSecret(byteCount: number): string {
  return crypto.randomBytes(byteCount).toString('base64url')
}

/** How tokens are stored and looked up: SHA-256 in hex. The tokens are random, so no salt is needed. */
export function hashToken(token: string): string {
  return crypto.createHash('sha256').update(token).digest('hex')
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID in the 36-character form, of any version. */
export function isUuid(text: string): boolean {
  return uuidForm.test(text)
}
