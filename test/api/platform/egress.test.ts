import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import {
  AddressRefused,
  ExchangeFailed,
  guardedFetch,
  judgeUrl,
  type OutboundRequest,
  type Resolve,
} from '../../../api/platform/egress/guarded-fetch.ts'
import { isPublicAddress } from '../../../api/platform/egress/judge-address.ts'

const CLOSED: { egressAllowlistedHosts: string[] } = { egressAllowlistedHosts: [] }

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '172.15.0.1',
  '172.32.0.1',
  '193.0.0.1',
  '198.20.0.1',
  '223.255.255.254',
]
const PUBLIC_V6 = [
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
  '2001:200::1',
  '2400::1',
  '::ffff:8.8.8.8',
  '64:ff9b::808:808',
]
const REFUSED =
  `0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 169.254.0.1
  169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.19.255.255
  198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16`.split(/\s+/)
const REFUSED_V6 =
  `:: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:168.63.129.16 64:ff9b::7f00:1
  64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1 2001:db8::1
  2001:1ff::1 2002:7f00:1::1 2002:808:808::1 3fff::1 3fff:fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fe80::1%lo
  fec0::1 ff02::1 ff0e::1 1fff::1`.split(/\s+/)
const MALFORMED = [
  '',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '[::1]',
  '1.2.3',
  '1.2.3.4.5',
  '::g',
]

t.test('addresses: public ones pass, everything else does not', async (t) => {
  for (const address of [...PUBLIC, ...PUBLIC_V6]) t.ok(isPublicAddress(address), address)
  for (const address of [...REFUSED, ...REFUSED_V6]) {
    t.ok(isIP(address), `${address} is an address`)
    t.notOk(isPublicAddress(address), address)
  }
  for (const text of MALFORMED) t.notOk(isPublicAddress(text), text)
})

/** Every way to write a private address, or something that is no plain web address, into a URL. */
const REFUSED_URLS =
  `http://127.0.0.1/ http://127.1/ http://0x7f000001/ http://0x7f.1/ http://2130706433/ http://017700000001/
  http://0177.0.0.1/ http://127.0.0.1./ http://%31%32%37.0.0.1/ http://①②⑦.⓪.⓪.①/ http://127。0。0。1/ http://[::1]/
  http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[0:0:0:0:0:ffff:7f00:1]/ http://[64:ff9b::7f00:1]/
  http://[2002:7f00:1::]/ http://[::]/ http://0/ http://0.0.0.0:80/ http://169.254.169.254/latest/meta-data/
  http://[fd00:ec2::254]/ https://10.0.0.1/ http://user@8.8.8.8/ http://:secret@8.8.8.8/ http://8.8.8.8@127.0.0.1/
  ftp://8.8.8.8/ file:///etc/passwd gopher://8.8.8.8/ javascript:1 data:text/plain,x unix:/var/run/docker.sock //8.8.8.8/
  /relative http:// http://[fe80::1%25lo]/ http://8.8.8.8:99999/`.split(/\s+/)

interface Teardown {
  teardown(work: () => void): void
}

/** A listener that no request may reach. */
async function canary(t: Teardown): Promise<{ port: number; connections: () => number }> {
  let count = 0
  const server = createServer((_, response) => response.end('reached'))
  server.on('connection', () => count++)
  return { port: await listen(t, server), connections: () => count }
}

async function listen(t: Teardown, server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function answering(...answers: string[][]): { resolve: Resolve; asked: string[] } {
  const asked: string[] = []
  const resolve: Resolve = async (hostname) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? []
    asked.push(hostname)
    return answer.map((address): LookupAddress => ({ address, family: isIP(address) }))
  }
  return { resolve, asked }
}

t.test('URL forms of private addresses never connect', async (t) => {
  for (const url of REFUSED_URLS) {
    t.throws(() => judgeUrl(CLOSED, url), AddressRefused, url)
    await t.rejects(guardedFetch(CLOSED, url), AddressRefused, url)
  }
  const { port, connections } = await canary(t)
  const hosts = ['127.0.0.1', '127.1', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]', '0', 'localhost']
  for (const host of hosts) {
    await t.rejects(guardedFetch(CLOSED, `http://${host}:${port}/`), AddressRefused, host)
    await t.rejects(guardedFetch(CLOSED, `https://${host}:${port}/`), AddressRefused, host)
  }
  t.equal(connections(), 0)
})

t.test('a name is judged by every address of its one answer', async (t) => {
  const { port, connections } = await canary(t)
  const url = `http://hooks.example:${port}/`
  const privateAnswers = [
    ['127.0.0.1'],
    ['8.8.8.8', '127.0.0.1'],
    ['127.0.0.1', '8.8.8.8'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2606:4700::1111', 'fe80::1'],
    ['169.254.169.254'],
    ['127.1'],
  ]
  for (const answer of privateAnswers) {
    await t.rejects(guardedFetch(CLOSED, url, {}, answering(answer).resolve), AddressRefused, answer.join())
  }
  const rebinding = answering(['2400::1'], ['127.0.0.1'])
  await t.rejects(guardedFetch(CLOSED, url, { timeoutMs: 300 }, rebinding.resolve), ExchangeFailed)
  t.strictSame(rebinding.asked, ['hooks.example'], 'it is not asked again between judging and connecting')
  t.equal(connections(), 0)
})

t.test('a name without an answer is a failure on the way, not a refusal', async (t) => {
  await t.rejects(guardedFetch(CLOSED, 'http://nowhere.example/', {}, answering([]).resolve), ExchangeFailed)
  const failing: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'EAI_AGAIN' }))
  await t.rejects(guardedFetch(CLOSED, 'http://nowhere.example/', {}, failing), {
    name: 'ExchangeFailed',
    message: 'EAI_AGAIN',
  })
})

t.test('hosts that the operator named skip the checks, by exact name and port', async (t) => {
  const { port, connections } = await canary(t)
  const resolve = answering(['127.0.0.1']).resolve
  const named = (...hosts: string[]) => ({ egressAllowlistedHosts: hosts })
  const get = (settings: typeof CLOSED, host: string) => guardedFetch(settings, `http://${host}:${port}/`, {}, resolve)
  for (const [entry, host] of [
    ['hooks.internal', 'hooks.internal'],
    ['HOOKS.internal', 'hooks.INTERNAL'],
    [`hooks.internal:${port}`, 'hooks.internal'],
    ['127.0.0.1', '127.0.0.1'],
    [`127.0.0.1:${port}`, '127.0.0.1'],
  ] as const) {
    t.equal((await get(named(entry), host)).body.toString(), 'reached', entry)
  }
  const reached = connections()
  for (const [entry, host] of [
    ['internal', 'hooks.internal'],
    ['.internal', 'hooks.internal'],
    ['*.internal', 'hooks.internal'],
    ['hooks.internal', 'hooks.internal.evil.example'],
    [`hooks.internal:${port + 1}`, 'hooks.internal'],
    ['hooks.internal', '127.0.0.1'],
    [`127.0.0.1:${port + 1}`, '127.0.0.1'],
  ] as const) {
    await t.rejects(get(named(entry), host), AddressRefused, `${entry} does not free ${host}`)
  }
  t.equal(connections(), reached)
})

t.test('redirects are answers like any other', async (t) => {
  const trap = await canary(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const server = createServer((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${trap.port}/` }).end(),
    )
    const port = await listen(t, server)
    const settings = { egressAllowlistedHosts: [`127.0.0.1:${port}`, `127.0.0.1:${trap.port}`] }
    const reply = await guardedFetch(settings, `http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    t.equal(reply.status, status)
  }
  t.equal(trap.connections(), 0)
})

t.test('proxies of the environment are not used', async (t) => {
  const proxy = await canary(t)
  const target = await canary(t)
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  for (const name of names) process.env[name] = name.startsWith('NODE') ? '1' : `http://127.0.0.1:${proxy.port}`
  t.teardown(() => {
    for (const name of names) delete process.env[name]
  })
  await guardedFetch({ egressAllowlistedHosts: ['127.0.0.1'] }, `http://127.0.0.1:${target.port}/`)
  t.equal(target.connections(), 1)
  t.equal(proxy.connections(), 0)
})

t.test('an exchange is bounded in time and size and arrives as it was sent', async (t) => {
  const server = createServer(async (request, response) => {
    if (request.url === '/large') response.end(Buffer.alloc(1_000_000, 'x'))
    else if (request.url === '/gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello'))
    else if (request.url === '/drip') response.writeHead(200).write('x')
    else if (request.url === '/cut')
      response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy())
    else if (request.url === '/echo') {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      response.writeHead(201, { 'x-seen': request.headers['x-test'] ?? '' }).end(Buffer.concat(chunks))
    }
  })
  const port = await listen(t, server)
  const settings = { egressAllowlistedHosts: ['127.0.0.1'] }
  const send = (path: string, request: OutboundRequest = {}) =>
    guardedFetch(settings, `http://127.0.0.1:${port}${path}`, request)
  const large = await send('/large')
  t.equal(large.body.length, 256 * 1024)
  t.ok(large.isCut)
  t.equal((await send('/large', { maxBytes: 10 })).body.length, 10)
  t.strictSame((await send('/gzip')).body, gzipSync('hello'))
  const echo = await send('/echo', { method: 'POST', body: 'héllo', headers: { 'x-test': 'yes' } })
  t.match(echo, { status: 201, isCut: false, headers: { 'x-seen': 'yes' } })
  t.equal(echo.body.toString(), 'héllo')
  for (const path of ['/drip', '/silent']) {
    await t.rejects(send(path, { timeoutMs: 200 }), { name: 'ExchangeFailed', message: 'timeout' }, path)
  }
  await t.rejects(send('/cut'), ExchangeFailed)
  await t.rejects(send('/silent', { signal: AbortSignal.abort() }), ExchangeFailed)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await t.rejects(send('/echo'), { name: 'ExchangeFailed', message: 'ECONNREFUSED' })
})
