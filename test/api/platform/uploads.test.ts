import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { safeName } from '../../../api/platform/http/body/read-upload.ts'
import type { TestUser } from '../../support/start-app.ts'
import { type Probe, startProbe } from './probe.ts'

const PATH = '/probe/upload/'

async function sendRaw(probe: Probe, user: TestUser, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${probe.url}/api/v1${PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
    body,
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const part = (disposition: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
const file = (content: string, name = 'file') => part(`name="${name}"; filename="a.txt"`, content)
const END = '--b--\r\n'

/** After every try: the process lives and no temporary file is left. */
async function assertClean(t: Test, probe: Probe, what: string): Promise<void> {
  t.equal((await probe.as(probe.app.anonymous).get('/health/')).status, 200, `${what}: alive`)
  t.strictSame(probe.uploads(), [], `${what}: nothing left behind`)
}

t.test('one file with its fields arrives whole', async (t) => {
  const probe = await startProbe(t)
  const ann = await probe.app.user('ann')
  const bytes = Buffer.alloc(100_000, 7)
  const answer = await probe.as(ann).upload(PATH, { name: '../../etc/pass\u0000wd.xml', bytes }, { mode: 'merge' })
  t.equal(answer.status, 200)
  t.equal(answer.body.size, 100_000)
  t.strictSame(answer.body.fields, { mode: 'merge' })
  t.notOk(/[/\\]/.test(answer.body.name) || answer.body.name.includes('\u0000'))
  await assertClean(t, probe, 'done')
  const refused = await probe.as(ann).upload(PATH, { name: 'a', bytes }, { refuse: 'yes' })
  t.equal(refused.status, 400)
  await assertClean(t, probe, 'refused by the route')
})

t.test('a file past the limit is 413, whether or not its length was told', async (t) => {
  const probe = await startProbe(t)
  const ann = await probe.app.user('ann')
  for (const size of [100_001, 1_000_000, 20_000_000]) {
    const answer = await probe.as(ann).upload(PATH, { name: 'big', bytes: Buffer.alloc(size) })
    t.equal(answer.status, 413, `${size} bytes`)
    t.type(answer.body.detail, 'string')
    await assertClean(t, probe, `${size} bytes`)
  }
  const pieces = async function* () {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
    for (let sent = 0; sent < 40; sent++) yield Buffer.alloc(50_000, 65)
    yield Buffer.from(`\r\n${END}`)
  }
  const streamed = await fetch(`${probe.url}/api/v1${PATH}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ann.token}`, 'Content-Type': 'multipart/form-data; boundary=b' },
    body: ReadableStream.from(pieces()),
    duplex: 'half',
  } as RequestInit)
  t.equal(streamed.status, 413)
  await assertClean(t, probe, 'streamed')
})

t.test('bodies that are no uploads', async (t) => {
  const probe = await startProbe(t)
  const ann = await probe.app.user('ann')
  t.equal((await sendRaw(probe, ann, '{}', { 'Content-Type': 'application/json' })).status, 415)
  t.equal((await sendRaw(probe, ann, '{}', { 'Content-Type': 'multipart/mixed; boundary=b' })).status, 415)
  t.equal((await sendRaw(probe, ann, file('x') + END, { 'Content-Encoding': 'gzip' })).status, 415)
  t.equal((await sendRaw(probe, ann, file('x') + END, { 'Content-Type': 'multipart/form-data; x=y' })).status, 400)
  t.equal(
    (
      await sendRaw(probe, ann, file('x') + END, {
        'Content-Type': `multipart/form-data; boundary=${'b'.repeat(5000)}`,
      })
    ).status,
    400,
  )
  for (const [what, body] of Object.entries({
    empty: '',
    'no end': file('x'),
    'cut in the headers': '--b\r\nContent-Disposition: form-da',
    'cut in the file': '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    'cut in an unwanted file': '--b\r\nContent-Disposition: form-data; name="other"; filename="a"\r\n\r\nabc',
    'cut in an unnamed part': '--b\r\nX: y\r\n\r\nabc',
    'no parts': END,
    noise: 'abc'.repeat(1000),
  })) {
    const answer = await sendRaw(probe, ann, body)
    t.equal(answer.status, 400, what)
    await assertClean(t, probe, what)
  }
  const none = await sendRaw(probe, ann, part('name="mode"', 'x') + END)
  t.match(none, { status: 400, body: { file: [String] } })
  const elsewhere = await sendRaw(probe, ann, file('x', 'other') + END)
  t.match(elsewhere, { status: 400, body: { file: [String] } })
})

t.test('one file, ten fields, 64 KiB each', async (t) => {
  const probe = await startProbe(t)
  const ann = await probe.app.user('ann')
  const fields = (count: number) => Array.from({ length: count }, (_, index) => part(`name="f${index}"`, 'x')).join('')
  t.equal((await sendRaw(probe, ann, fields(10) + file('x') + END)).status, 200)
  t.equal((await sendRaw(probe, ann, file('x') + fields(11) + END)).status, 400)
  t.equal((await sendRaw(probe, ann, file('x') + fields(500) + END)).status, 400)
  t.equal((await sendRaw(probe, ann, file('x') + file('y') + END)).status, 400)
  t.equal((await sendRaw(probe, ann, file('x') + part('name="f"', 'x'.repeat(64 * 1024)) + END)).status, 200)
  const long = await sendRaw(probe, ann, file('x') + part('name="f"', 'x'.repeat(64 * 1024 + 1)) + END)
  t.match(long, { status: 400, body: { f: [String] } })
  const odd = await sendRaw(
    probe,
    ann,
    file('x') + part('name="__proto__"', 'x') + part('name="constructor"', 'y') + END,
  )
  t.equal(odd.status, 200)
  t.equal(({} as { x?: string }).x, undefined)
  await assertClean(t, probe, 'after all')
})

t.test('an upload whose sender vanishes leaves nothing', async (t) => {
  const probe = await startProbe(t)
  const ann = await probe.app.user('ann')
  const url = new URL(probe.url)
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => undefined)
  const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
  socket.write(
    `POST /api/v1${PATH} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ann.token}\r\nContent-Length: 5000\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\n\r\n${start}`,
  )
  for (let waited = 0; waited < 40 && probe.uploads().length === 0; waited++) await sleep(25)
  t.equal(probe.uploads().length, 1, 'under way')
  socket.destroy()
  for (let waited = 0; waited < 40 && probe.uploads().length > 0; waited++) await sleep(25)
  await assertClean(t, probe, 'vanished')
})

t.test('nobody without credentials gets to write a byte', async (t) => {
  const probe = await startProbe(t)
  const answer = await probe.as(probe.app.anonymous).upload(PATH, { name: 'a', bytes: Buffer.alloc(3_000_000) })
  t.equal(answer.status, 401)
  await assertClean(t, probe, 'anonymous')
})

t.test('file names are reduced to what may be shown', async (t) => {
  t.equal(safeName('C:\\plans\\Größe 1.mpp'), 'Größe 1.mpp')
  t.equal(safeName('/etc/passwd'), 'passwd')
  t.equal(safeName('a\r\nSet-Cookie: x'), 'a__Set-Cookie_ x')
  t.equal(safeName('..'), '..', 'a name and never a path: files are stored under names of ours')
  t.equal(safeName(''), 'upload')
  t.equal(safeName(undefined), 'upload')
  t.equal(safeName('x'.repeat(999)).length, 255)
})
