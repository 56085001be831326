import { get, type IncomingHttpHeaders } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import t from 'tap'
import { z } from 'zod'
import { Reply, type Route, route } from '../../../api/platform/http/route.ts'
import { startApi } from '../../../api/server/main.ts'
import { routes } from '../../../api/server/routes.ts'
import { joinProject, makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

interface Raw {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** The bytes as they cross the wire, which a fetch would already have unpacked. */
function read(address: string, token: string | null, headers: Record<string, string> = {}): Promise<Raw> {
  const authorization = token === null ? {} : { Authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    get(address, { headers: { ...authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      )
    }).on('error', reject)
  })
}

async function startSite(t: Parameters<typeof startApp>[0]) {
  const app = await startApp(t, { env: { SVC_CHECK_REPLIES: 'false' } })
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const project = await makeProject(ann)
  await joinProject(app, project.id, bob, 1)
  const operations = Array.from({ length: 200 }, (_, n) => ({ op: 'create', data: { name: `Größe ${n}` } }))
  await ann.post(`/projects/${project.id}/tasks/bulk/`, { operations })
  const list = `${app.url}/api/v1/tasks/?project=${project.id}&page_size=200`
  return { app, ann, bob, project, list }
}

t.test('a long reply is compressed as the caller takes it, and unpacks to the same bytes', async (t) => {
  const { ann, list } = await startSite(t)
  const ask = (encoding?: string) =>
    read(list, ann.token, encoding === undefined ? {} : { 'Accept-Encoding': encoding })
  const plain = await ask()
  t.equal(plain.headers['content-encoding'], undefined, 'nobody asked for it')
  t.equal(plain.headers['content-length'], String(plain.bytes.length))
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const [accepted, encoding] of [
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
  ] as const) {
    const packed = await ask(accepted)
    t.equal(packed.headers['content-encoding'], encoding, accepted)
    t.equal(packed.headers['content-length'], String(packed.bytes.length))
    t.match(packed.headers.vary, /Accept-Encoding/)
    t.ok(packed.bytes.length * 10 < plain.bytes.length, `${plain.bytes.length} become ${packed.bytes.length}`)
    t.ok(unpack[encoding](packed.bytes).equals(plain.bytes), accepted)
  }
  for (const other of ['identity', 'deflate', 'zstd', '*;q=0', '', 'gzip;q=0, br;q=0'])
    t.equal((await ask(other)).headers['content-encoding'], undefined, other)
})

t.test('who holds the bytes is told so, each reader by a tag of his own', async (t) => {
  const { app, ann, bob, project, list } = await startSite(t)
  const detail = `${app.url}/api/v1/projects/${project.id}/`
  for (const address of [list, detail, `${app.url}/api/v1/projects/`]) {
    const first = await read(address, ann.token)
    const tag = first.headers.etag as string
    t.match(tag, /^W\/"[\w-]{27}"$/)
    t.equal(first.headers['cache-control'], 'private, no-cache')
    t.match(first.headers.vary, /Authorization/)
    for (const held of [tag, tag.replace('W/', ''), `"x", ${tag}`, '*']) {
      const again = await read(address, ann.token, { 'If-None-Match': held, 'Accept-Encoding': 'gzip' })
      t.strictSame([again.status, again.bytes.length, again.headers.etag], [304, 0, tag], held)
      t.equal(again.headers['content-length'], undefined)
    }
    t.equal((await read(address, ann.token, { 'If-None-Match': '"x"' })).status, 200)
    t.equal((await read(address, ann.token, { 'If-None-Match': tag, 'Cache-Control': 'no-cache' })).status, 200)
    t.equal((await read(address, ann.token, { 'Accept-Encoding': 'br' })).headers.etag, tag, 'whatever the encoding')
    t.not((await read(address, bob.token)).headers.etag, tag, 'another reader, another role')
    t.equal((await read(address, null, { 'If-None-Match': tag })).status, 401)
  }
  const tag = (await read(list, ann.token)).headers.etag as string
  await ann.post('/tasks/', { project: project.id, name: 'One more' })
  t.equal((await read(list, ann.token, { 'If-None-Match': tag })).status, 200, 'it changed')
  await app.sql('update project_members set is_deleted = true where account_id = $1', [ann.account.id])
  t.equal((await read(detail, ann.token, { 'If-None-Match': '*' })).status, 404, 'asked before it is compared')
})

t.test('writes and refusals carry no tag and are not to be kept', async (t) => {
  const { ann, project } = await startSite(t)
  for (const answer of [
    await ann.post('/tasks/', { project: project.id, name: 'x' }, { 'If-None-Match': '*' }),
    await ann.get('/projects/0198c0de-0000-7000-8000-000000000001/', { 'If-None-Match': '*' }),
  ]) {
    t.not(answer.status, 304)
    t.equal(answer.headers.get('etag'), null)
    t.equal(answer.headers.get('cache-control'), 'no-store')
  }
})

/** Fields that hold a credential where a reply has them. */
const SECRET_FIELDS = ['access', 'refresh', 'token', 'ticket', 'secret', 'client_secret', 'password']
/** Has a field of the name that is none: the audit's tokens are ids. */
const NO_SECRET = /api-token-audit\/$/

t.test('a reply that holds a secret is never compressed, tagged or kept', async (t) => {
  const holders = routes.filter((one) => one.reply && !NO_SECRET.test(one.path) && hasSecret(one.reply))
  t.ok(holders.length >= 7, holders.map((one) => `${one.method} ${one.path}`).join(' '))
  for (const one of holders) t.equal(one.holdsSecret, true, `${one.method} ${one.path} says that it holds one`)
  const long = { access: 'x'.repeat(5000) }
  const app = await startApp(t, { env: { SVC_CHECK_REPLIES: 'false' } })
  const probe = { method: 'GET', tag: 'probe', summary: 'For tests', audience: 'account' } as const
  const table: Route[] = [
    route({ ...probe, path: '/probe/secret/', holdsSecret: true, run: async () => long }),
    route({ ...probe, path: '/probe/plain/', run: async () => long }),
    route({
      ...probe,
      path: '/probe/picture/',
      run: async () => new Reply(200, Buffer.alloc(5000), { 'Content-Type': 'image/png' }),
    }),
  ]
  const api = await startApi(app.services, { ...app.services.config, port: 0 }, [...routes, ...table])
  t.teardown(() => api.close())
  const ask = (path: string) => read(`${api.address}/api/v1${path}`, app.owner.token, { 'Accept-Encoding': 'gzip, br' })
  const [secret, plain, picture] = [
    await ask('/probe/secret/'),
    await ask('/probe/plain/'),
    await ask('/probe/picture/'),
  ]
  t.equal(plain.headers['content-encoding'], 'br')
  t.strictSame(
    [secret.headers['content-encoding'], secret.headers.etag, secret.headers['cache-control']],
    [undefined, undefined, 'no-store'],
  )
  t.equal(picture.headers['content-encoding'], undefined, 'pictures are packed already')
})

function hasSecret(reply: z.ZodType): boolean {
  const schema = JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any', io: 'output' }))
  return SECRET_FIELDS.some((field) => schema.includes(`"${field}":{`))
}
