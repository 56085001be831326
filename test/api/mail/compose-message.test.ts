import t from 'tap'
import { composeMessage, type MessageFacts } from '../../../api/mail/compose-message.ts'
import { parseMail } from '../../support/smtp-sink.ts'

const FACTS = {
  id: '01890000-0000-7000-8000-000000000001',
  from: 'no-reply@example.org',
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'One\nTwo\n',
  sentAt: new Date('2026-03-02T09:00:00Z'),
  isForFile: false,
}

async function composed(facts: Partial<MessageFacts>): Promise<string> {
  return (await composeMessage({ ...FACTS, ...facts })).toString('utf8')
}

t.test('ASCII text stands as it is', async (t) => {
  const raw = await composed({})
  t.match(raw, '\r\n\r\nOne\r\nTwo\r\n')
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
})

t.test('a long link is read back whole', async (t) => {
  const text = `One\n https://example.org/?${'a=b&'.repeat(60)}token=xyz\n`
  const raw = await composed({ text })
  t.ok(raw.split('\r\n').every((line) => line.length <= 78))
  t.equal(parseMail('', [], raw).text, text)
})

t.test('text stands in a file as it is, however long its lines', async (t) => {
  const text = `Grüße\nhttps://example.org/?${'a=b&'.repeat(60)}token=xyz\n`
  const raw = await composed({ text, isForFile: true })
  t.match(raw, `\r\n\r\n${text.trim().replace('\n', '\r\n')}\r\n`)
  t.notMatch(raw.replace(/\r\n/g, ''), /[\r\n]/)
  t.equal(parseMail('', [], raw).headers.get('content-transfer-encoding'), '8bit')
})

t.test('other text is ASCII on the wire and read back whole', async (t) => {
  const text = `${'Grüße 日本 😀 '.repeat(20)}\n`
  const raw = await composed({ text })
  t.match(raw, /^[\x20-\x7e\r\n]*$/)
  t.ok(raw.split('\r\n').every((line) => line.length <= 76 || line.includes(':')))
  t.equal(parseMail('', [], raw).text, text)
})

t.test('a long subject is cut between characters and read back whole', async (t) => {
  const subject = 'Ünïcödé 😀 '.repeat(20).trim()
  const raw = await composed({ subject })
  t.ok(raw.split('\r\n').every((line) => line.length <= 78))
  t.equal(parseMail('', [], raw).headers.get('subject'), subject)
})

t.test('no header is ended early', async (t) => {
  const raw = await composed({
    to: 'ann@example.org\r\nBcc: eve@example.org',
    subject: 'Hi\r\nX-Evil: 1\u2028\u0000there',
  })
  const { headers } = parseMail('', [], raw)
  t.notOk(headers.has('bcc'))
  t.notOk(headers.has('x-evil'))
  t.equal(headers.get('subject'), 'Hi X-Evil: 1 there')
})
