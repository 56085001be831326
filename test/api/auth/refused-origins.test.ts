/**
 * An origin that is refused is named in the log with the setting that would let it in, at the cookie and at the socket: a
 * client on a wrong origin shows neither. Nothing had looked at what an operator sees.
 */
import { connect } from 'node:net'
import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { refresh } from './session.ts'

type Line = { level: string; facts: Record<string, unknown>; message: string }

/** What the service says from here on. */
function listen(app: TestApp): Line[] {
  const lines: Line[] = []
  const { log } = app.services
  for (const level of ['warn', 'error'] as const)
    log[level] = ((facts: Record<string, unknown>, message: string) => lines.push({ level, facts, message })) as never
  return lines
}

function openSocket(app: TestApp, origin: string): Promise<string> {
  const { hostname, port } = new URL(app.url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname, () =>
    socket.write(
      [
        `GET /ws/v1/projects/${newId()}/ HTTP/1.1`,
        `Host: ${hostname}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Origin: ${origin}`,
        '\r\n',
      ].join('\r\n'),
    ),
  )
  socket.once('data', (data) => {
    resolve(data.toString().split('\r\n')[0] ?? '')
    socket.destroy()
  })
  socket.once('error', reject)
  return promise
}

t.test('a refused origin is logged with the origin and the setting', async (t) => {
  const app = await startApp(t, { env: { SVC_APP_URL: 'https://plan.example.org' } })
  const lines = listen(app)
  const foreign = 'https://moved.example.org'
  t.equal((await refresh(app.anonymous, 'x', { Origin: foreign })).status, 403)
  t.match(await openSocket(app, foreign), / 403 /)
  t.equal(lines.length, 2)
  for (const [index, use] of ['cookie', 'socket'].entries()) {
    const line = lines[index] as Line
    t.match(line, { level: 'warn', facts: { origin: foreign, use, setting: 'SVC_APP_URL' } })
    t.match(line.message, /SVC_APP_URL.*SVC_ALLOWED_ORIGINS/)
    t.ok((line.facts.admitted as string[]).includes('https://plan.example.org'), 'and who is let in')
  }
  for (let index = 0; index < 20; index++) await refresh(app.anonymous, 'x', { Origin: foreign })
  t.equal(lines.length, 2, 'once a minute')
  await refresh(app.anonymous, 'x', { Origin: `https://${'x'.repeat(5000)}` })
  t.equal(String(lines[2]?.facts.origin).length, 200, 'as much of it as anybody reads')
})

t.test('an origin of ours, and none at all, say nothing', async (t) => {
  const env = { SVC_APP_URL: 'https://plan.example.org', SVC_ALLOWED_ORIGINS: 'https://two.example.org' }
  const app = await startApp(t, { env })
  const lines = listen(app)
  for (const origin of ['https://plan.example.org', 'https://two.example.org', app.services.config.publicUrl]) {
    t.equal((await refresh(app.anonymous, 'x', { Origin: origin })).status, 401, origin)
    t.notMatch(await openSocket(app, origin), / 403 /)
  }
  t.equal((await refresh(app.anonymous, 'x')).status, 401)
  t.strictSame(lines, [])
})
