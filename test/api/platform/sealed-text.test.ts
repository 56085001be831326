import t from 'tap'
import { openSealedText, sealText } from '../../../api/platform/sealed-text.ts'

const keys = { secrets: { secretKey: 's'.repeat(32), jwtSigningKey: 'j'.repeat(32), encryptionKey: 'e'.repeat(32) } }
const others = { secrets: { ...keys.secrets, encryptionKey: 'f'.repeat(32) } }

t.test('a sealed text opens with its key and purpose only', (t) => {
  const text = 'Grüße, token=abc'
  const sealed = sealText(keys, 'mail', text)
  t.equal(openSealedText(keys, 'mail', sealed), text)
  t.not(sealText(keys, 'mail', text), sealed, 'the same text never looks the same')
  t.notMatch(sealed, /token/)
  t.throws(() => openSealedText(others, 'mail', sealed))
  t.throws(() => openSealedText(keys, 'webhook', sealed))
  t.end()
})

t.test('an altered text does not open', (t) => {
  const sealed = sealText(keys, 'mail', 'text')
  for (let at = 3; at < sealed.length; at += 5) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    t.throws(() => openSealedText(keys, 'mail', sealed.slice(0, at) + other + sealed.slice(at + 1)), `character ${at}`)
  }
  for (const broken of ['', 'v1.', 'v2.AAAA', sealed.slice(0, 20)]) t.throws(() => openSealedText(keys, 'mail', broken))
  t.end()
})
