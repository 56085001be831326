import t from 'tap'
import { encryptionKeyId, openSecret, sealedPrefix, sealSecret, WrongKey } from '../../../api/platform/secrets-box.ts'

const keysOf = (encryptionKey: string) => ({ secrets: { encryptionKey } })
const ours = keysOf('k'.repeat(48))
const theirs = keysOf('q'.repeat(48))

t.test('a secret comes back, and is sealed differently each time', async (t) => {
  for (const text of ['', 'hunter2', 'Größe – 日本 😀', 'x'.repeat(10_000)]) {
    const [one, two] = [sealSecret(ours, 'sso:google', text), sealSecret(ours, 'sso:google', text)]
    t.not(one, two)
    t.equal(openSecret(ours, 'sso:google', one), text)
    if (text.length > 3) t.notOk(one.includes(text))
  }
})

t.test('another key is told apart from damage', async (t) => {
  const sealed = sealSecret(ours, 'sso:google', 'hunter2')
  t.throws(() => openSecret(theirs, 'sso:google', sealed), WrongKey)
  t.ok(sealed.startsWith(sealedPrefix(ours)))
  t.notOk(sealed.startsWith(sealedPrefix(theirs)))
  t.not(encryptionKeyId(ours), encryptionKeyId(theirs))
  t.notOk(sealed.includes('k'.repeat(8)))
})

t.test('nothing changed, moved, cut or foreign opens', async (t) => {
  const sealed = sealSecret(ours, 'sso:google', 'hunter2')
  const [version, keyId, packed = ''] = sealed.split('.')
  const bytes = Buffer.from(packed, 'base64url')
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    t.throws(() => openSecret(ours, 'sso:google', `${version}.${keyId}.${changed.toString('base64url')}`))
  }
  t.throws(() => openSecret(ours, 'sso:okta', sealed), 'a secret stays where it belongs')
  t.throws(() => openSecret(ours, 'sso:google', `${version}.${keyId}.${bytes.subarray(0, 20).toString('base64url')}`))
  t.throws(() => openSecret(ours, 'sso:google', 'hunter2'))
  t.throws(() => openSecret(ours, 'sso:google', `box2.${keyId}.${packed}`))
})
