import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startProbe } from './probe.ts'

/** Sends bytes as they are; everything that comes back until the server closes or is quiet. */
async function send(url: string, text: string | Buffer, quietMs = 400): Promise<{ text: string; isClosed: boolean }> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let received = ''
  let isClosed = false
  let lastMs = performance.now()
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    lastMs = performance.now()
  })
  socket.on('close', () => {
    isClosed = true
  })
  socket.on('error', () => undefined)
  socket.write(text)
  while (!isClosed && performance.now() - lastMs < quietMs) await sleep(20)
  socket.destroy()
  return { text: received, isClosed }
}

const statuses = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map((match) => Number(match[1]))
const HOST = 'Host: service\r\n'

t.test('requests that two servers could read differently are refused', async (t) => {
  const probe = await startProbe(t)
  const first = async (text: string) => statuses((await send(probe.url, text)).text)
  const post = 'POST /api/v1/auth/logout/ HTTP/1.1\r\n'
  const hidden = 'GET /api/v1/health/ HTTP/1.1\r\nHost: hidden\r\n\r\n'
  for (const [what, text] of Object.entries({
    'length and chunks': `${post}${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    'two lengths': `${post}${HOST}Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    'a list of lengths': `${post}${HOST}Content-Length: 0, 5\r\n\r\n`,
    'a signed length': `${post}${HOST}Content-Length: +0\r\n\r\n`,
    'a negative length': `${post}${HOST}Content-Length: -1\r\n\r\n`,
    'chunks not last': `${post}${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
    'an unknown coding': `${post}${HOST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`,
    'space before the colon': `${post}${HOST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
    'a folded header': `${post}${HOST}X-A: b\r\n c\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`,
    'a bad chunk size': `${post}${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`,
    'two hosts': `GET /api/v1/health/ HTTP/1.1\r\n${HOST}Host: other\r\n\r\n`,
    'two credentials': `GET /api/v1/health/ HTTP/1.1\r\n${HOST}Authorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n`,
    'a compressed body in chunks': `${post}${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    'no host': 'GET /api/v1/health/ HTTP/1.1\r\n\r\n',
    'a header name with a space': `GET /api/v1/health/ HTTP/1.1\r\n${HOST}X A: b\r\n\r\n`,
    'a bare line feed': `GET /api/v1/health/ HTTP/1.1\nHost: x\n\n`,
    'a header with a bare CR': `GET /api/v1/health/ HTTP/1.1\r\n${HOST}X: a\rb\r\n\r\n`,
    noise: '\u0000\u0001\u0002\r\n\r\n',
    'another protocol': 'GET /api/v1/health/ HTTP/3.0\r\nHost: x\r\n\r\n',
  })) {
    const seen = await first(text)
    t.ok(seen.length <= 1 && (seen[0] ?? 400) >= 400 && (seen[0] ?? 400) < 500, `${what}: ${seen}`)
  }
  t.strictSame(await first(`GET /api/v1/health/ HTTP/1.1\r\n${HOST}\r\n`), [200])
  t.strictSame(await first(hidden + hidden), [200, 200], 'pipelined requests are answered one by one')
})

t.test('odd methods and targets are answered and never a 5xx', async (t) => {
  const probe = await startProbe(t)
  const answer = async (line: string, headers = '') => {
    const { text } = await send(probe.url, `${line} HTTP/1.1\r\n${HOST}Connection: close\r\n${headers}\r\n`)
    return statuses(text)[0]
  }
  t.equal(await answer('TRACE /api/v1/health/'), 405)
  t.equal(await answer('TRACE /nothing'), 405)
  t.equal(await answer('DELETE /api/v1/health/'), 405)
  t.equal(await answer('PROPFIND /api/v1/health/'), 405)
  t.equal(await answer('BREW /api/v1/health/'), 400)
  t.equal(await answer('OPTIONS *'), 404)
  t.equal(
    await answer('GET /api/v1/probe/slugs/%00/', `Authorization: Bearer ${(await probe.app.user('eve')).token}\r\n`),
    404,
  )
  t.equal(await answer('GET http://evil.example.org/api/v1/health/'), 200, 'the absolute form names the same path')
  for (const target of [
    '/api/v1/probe/items/%zz/',
    '/api/v1/probe/items/%/',
    '/api/v1/probe/slugs/%zz/',
    '/api/v1/probe/slugs/%ff/',
    '/api/v1/probe/slugs/%00/',
    '/api/v1/probe/slugs/a%2fb/',
    '/api/v1/probe/slugs/..%2f..%2fetc/',
    '/api/v1/%2e%2e/secret',
    '/api/v1/../v1/health/',
    '/%',
    '//',
    '//evil.example.org/api/v1/health/',
    '/api/v1/health/?%zz=%zz',
    '/api/v1/health/?a=%00',
    '/api/v1/health/?a[b]=c&__proto__=x&constructor=y',
    '/api/v1/health/;x=y',
    `/api/v1/${'a'.repeat(8000)}/`,
    '/ws/v1/projects/x/',
  ]) {
    const status = (await answer(`GET ${target}`)) ?? 0
    t.ok(status >= 200 && status < 500, `${target.slice(0, 60)}: ${status}`)
  }
  t.equal((await probe.as(await probe.app.user('ann')).get('/probe/slugs/x/?q=a%00b')).status, 400)
  t.equal((await probe.as(await probe.app.user('bob')).get('/probe/slugs/x/?%00=1')).status, 400)
  const { text } = await send(probe.url, `CONNECT evil.example.org:443 HTTP/1.1\r\n${HOST}\r\n`)
  t.notMatch(text, /HTTP\/1\.1 [25]/)
})

t.test('headers are bounded in number and size', async (t) => {
  const probe = await startProbe(t)
  const withHeaders = async (headers: string) =>
    statuses((await send(probe.url, `GET /api/v1/health/ HTTP/1.1\r\n${HOST}${headers}\r\n`)).text)[0]
  const many = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: y\r\n`).join('')
  t.equal(await withHeaders(many(99)), 200)
  t.equal(await withHeaders(many(100)), 431)
  t.equal(await withHeaders(many(900)), 431)
  t.equal(await withHeaders(`X-Large: ${'y'.repeat(17 * 1024)}\r\n`), 431)
  t.equal(await withHeaders(`X-Source: ${'y'.repeat(10 * 1024)}\r\n`), 200)
})

t.test('an offer of another protocol is passed over', async (t) => {
  const probe = await startProbe(t)
  const request = `GET /api/v1/health/ HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`
  t.strictSame(statuses((await send(probe.url, request)).text), [200])
  const body = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'
  t.ok((statuses((await send(probe.url, body)).text)[0] ?? 400) < 500)
  const bare = `GET /ws/v1/projects/0198c0de-0000-7000-8000-000000000001/ HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  t.strictSame(statuses((await send(probe.url, bare)).text), [400], 'a socket handshake without its key')
})

t.test('who sends headers slowly is cut off, others do not feel it', async (t) => {
  const probe = await startProbe(t)
  const { hostname, port } = new URL(probe.url)
  const startedMs = performance.now()
  const closings = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.write(`GET /api/v1/health/ HTTP/1.1\r\n${HOST}`)
    const drip = setInterval(() => socket.write('X-A: b\r\n'), 700)
    return new Promise<number>((resolve) =>
      socket.on('close', () => {
        clearInterval(drip)
        resolve(performance.now() - startedMs)
      }),
    )
  })
  const waits: number[] = []
  for (let round = 0; round < 20; round++) {
    const askedMs = performance.now()
    t.equal((await probe.app.anonymous.get('/health/')).status, 200)
    waits.push(performance.now() - askedMs)
    await sleep(50)
  }
  t.ok(Math.max(...waits.slice(1)) < 200, `at most ${Math.max(...waits)} ms`)
  const longest = Math.max(...(await Promise.all(closings)))
  t.ok(longest >= 9_000 && longest < 14_000, `cut off after ${Math.round(longest)} ms`)
})

t.test('a reply without a body says so, and the connection goes on', async (t) => {
  const probe = await startProbe(t)
  const logout = `POST /api/v1/auth/logout/ HTTP/1.1\r\n${HOST}Content-Length: 0\r\n\r\n`
  const { text } = await send(probe.url, `${logout}${logout}GET /api/v1/health/ HTTP/1.1\r\n${HOST}\r\n`)
  t.strictSame(statuses(text), [205, 205, 200])
  t.equal(text.match(/content-length: 0\r\n/gi)?.length, 2)
})
