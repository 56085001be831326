import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Services } from './context.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

type Keys = Pick<Services, 'secrets'>

/** One key for each purpose, so that a text sealed for one cannot be opened as another. */
function keyOf(keys: Keys, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', keys.secrets.encryptionKey, 'svc', purpose, 32))
}

/** Encrypts a text for the database: AES-256-GCM under the installation's encryption key. */
export function sealText(keys: Keys, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(keys, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
}

/** The text again; throws when it was changed or sealed with another key. */
export function openSealedText(keys: Keys, purpose: string, sealed: string): string {
  const [version, content] = sealed.split('.')
  if (version !== 'v1' || content === undefined) throw new Error('a sealed text of unknown form')
  const bytes = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, purpose), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
}
