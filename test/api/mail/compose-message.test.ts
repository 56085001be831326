import t from 'tap'
import { composeMessage } from '../../../api/mail/compose-message.ts'
import { parseMail } from '../../support/smtp-sink.ts'

const FACTS = {
  id: '01890000-0000-7000-8000-000000000001',
  from: 'no-reply@example.org',
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'One\nTwo\n',
  sentAt: new Date('2026-03-02T09:00:00Z'),
  allowsEightBit: false,
}

t.test('ASCII text stands as it is, however long its lines', (t) => {
  const link = `https://example.org/?${'a=b&'.repeat(60)}token=xyz`
  const raw = composeMessage({ ...FACTS, text: `One\n${link}\n` }).toString('utf8')
  t.match(raw, `\r\n\r\nOne\r\n${link}\r\n`)
  t.notMatch(raw.replace(/\r\n/g, ''), /[\r\n]/)
  const { headers } = parseMail('', [], raw)
  t.match(Object.fromEntries(headers), {
    from: 'no-reply@example.org',
    to: 'ann@example.org',
    subject: 'Hello',
    date: 'Mon, 02 Mar 2026 09:00:00 +0000',
    'message-id': `<${FACTS.id}@example.org>`,
    'content-transfer-encoding': '7bit',
    'auto-submitted': 'auto-generated',
  })
  t.end()
})

t.test('other text is ASCII on the wire and itself in a file', (t) => {
  const text = `${'Grüße 日本 😀 '.repeat(20)}\n`
  const wire = composeMessage({ ...FACTS, text }).toString('utf8')
  t.match(wire, /^[\x20-\x7e\r\n]*$/)
  t.ok(wire.split('\r\n').every((line) => line.length <= 76 || line.includes(':')))
  t.equal(parseMail('', [], wire).text, text)
  const file = composeMessage({ ...FACTS, text, allowsEightBit: true }).toString('utf8')
  t.match(file, text.trim())
  t.equal(parseMail('', [], file).headers.get('content-transfer-encoding'), '8bit')
  t.end()
})

t.test('a long subject is cut between characters and read back whole', (t) => {
  const subject = 'Ünïcödé 😀 '.repeat(20).trim()
  const raw = composeMessage({ ...FACTS, subject }).toString('utf8')
  t.ok(raw.split('\r\n').every((line) => line.length <= 78))
  t.equal(parseMail('', [], raw).headers.get('subject'), subject)
  t.end()
})

t.test('no header is ended early', (t) => {
  const raw = composeMessage({
    ...FACTS,
    to: 'ann@example.org\r\nBcc: eve@example.org',
    subject: 'Hi\r\nX-Evil: 1\u2028\u0000there',
  }).toString('utf8')
  const { headers } = parseMail('', [], raw)
  t.notOk(headers.has('bcc'))
  t.notOk(headers.has('x-evil'))
  t.equal(headers.get('subject'), 'Hi X-Evil: 1 there')
  t.end()
})
