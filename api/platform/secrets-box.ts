import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import type { Services } from './context.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

type Keys = { readonly secrets: Pick<Services['secrets'], 'encryptionKey'> }

/** What was sealed under another key than the one at hand; told apart from a damaged text. */
export class WrongKey extends Error {
  override name = 'WrongKey'
  constructor(sealedWith: string) {
    super(`sealed with the encryption key ${sealedWith}, which is not the one in use`)
  }
}

/** Names a key without telling it: eight hex characters that stand in front of whatever it sealed. */
export function encryptionKeyId(keys: Keys): string {
  return createHash('sha256').update(`svc key id\n${keys.secrets.encryptionKey}`).digest('hex').slice(0, 8)
}

/**
 * Encrypts a secret for the database: AES-256-GCM under the installation's key. `purpose` names the place it belongs to
 * (such as `sso:google`); moved to another place it does not open.
 */
export function sealSecret(keys: Keys, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys), iv)
  cipher.setAAD(Buffer.from(purpose))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const packed = Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64url')
  return `${sealedPrefix(keys)}${packed}`
}

/** The secret again. Throws `WrongKey` for another key's, and an error for what was changed or moved. */
export function openSecret(keys: Keys, purpose: string, sealed: string): string {
  const [version, keyId, packed] = sealed.split('.')
  if (version !== 'box1' || keyId === undefined || packed === undefined) throw new Error('not a sealed secret')
  if (keyId !== encryptionKeyId(keys)) throw new WrongKey(keyId)
  const bytes = Buffer.from(packed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) throw new Error('the sealed secret is cut short')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys), bytes.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(purpose))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}

/** What everything starts with that was sealed with the key at hand; for readiness, without opening it. */
export function sealedPrefix(keys: Keys): string {
  return `box1.${encryptionKeyId(keys)}.`
}

function keyOf(keys: Keys): Buffer {
  return Buffer.from(hkdfSync('sha256', keys.secrets.encryptionKey, 'svc', 'secrets at rest', 32))
}
