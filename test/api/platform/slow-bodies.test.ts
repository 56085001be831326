/**
 * Bodies that trickle are ended, and those that say they are too large are refused before they come.
 *
 * Seen failing without `watchPace` (api/platform/http/body/pace.ts): they trickle on for two minutes.
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

t.setTimeout(120_000)

const ENDED_WITHIN_MS = 19_000

interface Heard {
  text: string
  answeredMs: number
  endedMs: number
}

/** Sends a head, then a piece of body every now and then, until the server ends the connection. */
async function trickle(
  t: Test,
  { url }: TestApp,
  { token }: TestUser,
  sent: { path: string; type: string; declared: number; first?: string; piece?: string; everyMs?: number },
): Promise<Heard> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  t.teardown(() => void socket.destroy())
  const startedMs = performance.now()
  const heard: Heard = { text: '', answeredMs: Number.POSITIVE_INFINITY, endedMs: Number.POSITIVE_INFINITY }
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    heard.text += bytes.toString()
    heard.answeredMs = Math.min(heard.answeredMs, performance.now() - startedMs)
  })
  socket.on('close', () => {
    heard.endedMs = performance.now() - startedMs
  })
  socket.write(
    `POST /api/v1${sent.path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: ${sent.type}\r\n` +
      `Content-Length: ${sent.declared}\r\n\r\n${sent.first ?? ''}`,
  )
  while (heard.endedMs === Number.POSITIVE_INFINITY && performance.now() - startedMs < 40_000) {
    await sleep(sent.everyMs ?? 500)
    if (sent.piece !== undefined) socket.write(sent.piece)
  }
  return heard
}

const MULTIPART = 'multipart/form-data; boundary=b'
const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nName\r\n'

t.test('a body that trickles is ended after fifteen seconds', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { body } = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const upload = `/projects/${body.id}/import/csv/`
  const ended = await Promise.all([
    trickle(t, app, ann, {
      path: '/tasks/',
      type: 'application/json',
      declared: 5_000,
      first: '{"name":"',
      piece: 'a',
    }),
    trickle(t, app, ann, { path: '/tasks/', type: 'application/json', declared: 5_000 }),
    trickle(t, app, ann, { path: upload, type: MULTIPART, declared: 50_000, first: FILE_HEAD, piece: 'x' }),
    trickle(t, app, ann, { path: upload, type: MULTIPART, declared: 50_000 }),
    trickle(t, app, ann, { path: '/programs/import/', type: 'application/json', declared: 50_000, piece: ' ' }),
  ])
  for (const { text, endedMs } of ended) {
    t.match(text, /^HTTP\/1\.1 408 [\s\S]*body_too_slow/)
    t.ok(endedMs > 14_000 && endedMs < ENDED_WITHIN_MS, `after ${Math.round(endedMs)} ms`)
  }
})

t.test('a body that brings much may take longer', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { body } = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const piece = `${'Dig\r\n'.repeat(2_000)}`
  const declared = FILE_HEAD.length + 36 * piece.length
  const path = `/projects/${body.id}/import/csv/`
  const slow = trickle(t, app, ann, { path, type: MULTIPART, declared, first: FILE_HEAD, piece, everyMs: 500 })
  // Thirty-six pieces in eighteen seconds; without its last boundary it is no upload, which is what it is told then.
  t.match((await slow).text, /^HTTP\/1\.1 400 /)
})

t.test('a declared length over the limit is refused at once', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { body } = await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02' })
  const declared = 10 ** 12
  const heard = await Promise.all([
    trickle(t, app, ann, { path: '/tasks/', type: 'application/json', declared }),
    trickle(t, app, ann, { path: `/projects/${body.id}/tasks/bulk/`, type: 'application/json', declared, first: '[' }),
    trickle(t, app, ann, { path: `/projects/${body.id}/import/csv/`, type: MULTIPART, declared, first: FILE_HEAD }),
    trickle(t, app, ann, { path: '/programs/import/', type: 'application/json', declared }),
  ])
  for (const [index, { text, answeredMs, endedMs }] of heard.entries()) {
    t.match(text, index === 3 ? /^HTTP\/1\.1 400 / : /^HTTP\/1\.1 413 /)
    t.ok(answeredMs < 1_500, `answered after ${Math.round(answeredMs)} ms`)
    t.ok(endedMs < 6_000, `ended after ${Math.round(endedMs)} ms`)
  }
})
