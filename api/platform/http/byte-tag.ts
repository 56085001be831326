import { createCipheriv, createHmac, hash } from 'node:crypto'
import type { Secrets } from '../settings/secrets.ts'

interface TagKeys {
  readonly sum: Buffer
  readonly shown: Buffer
}

const CIPHER = 'aes-128-gcm'
const NONCE = Buffer.alloc(12)
const TAG_LENGTH = 27
/** Of shorter bodies the plain hash is faster. */
const LONG_BYTES = 64 * 1024

const keysOf = new WeakMap<Secrets, TagKeys>()

/**
 * A short text for a body; two bodies have the same one by a chance below 2^-90, whoever chose them. The sum that GCM makes of a
 * long one takes a tenth of the time of SHA-256. Under one key and nonce it keeps that promise only while nobody sees it, so
 * what is shown is a hash of it with a key. Processes that share their secrets give the same tags.
 */
export function byteTag(secrets: Secrets, body: Buffer): string {
  return tagText(body.length < LONG_BYTES ? body : sumOf(keysOf.get(secrets) ?? deriveKeys(secrets), body))
}

const tagText = (bytes: Buffer) => hash('sha256', bytes, 'base64url').slice(0, TAG_LENGTH)

function sumOf(keys: TagKeys, body: Buffer): Buffer {
  const sum = createCipheriv(CIPHER, keys.sum, NONCE).setAAD(body)
  sum.final()
  return Buffer.concat([keys.shown, sum.getAuthTag()])
}

function deriveKeys(secrets: Secrets): TagKeys {
  const derive = (use: string) => createHmac('sha256', secrets.secretKey).update(use).digest()
  const keys = { sum: derive('sum of a reply').subarray(0, 16), shown: derive('tag of a reply') }
  keysOf.set(secrets, keys)
  return keys
}
