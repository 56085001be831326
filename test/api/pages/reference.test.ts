import t from 'tap'
import { routes } from '../../../api/server/routes.ts'
import { startApp } from '../../support/start-app.ts'

t.test('the schema and the reference page', async (t) => {
  const app = await startApp(t)

  t.test('the schema is OpenAPI 3.1 and lists every operation that answers, itself included', async (t) => {
    const schema = await app.anonymous.get('/schema/')
    t.equal(schema.status, 200)
    t.match(schema.headers.get('content-type'), /^application\/json/)
    t.match(schema.body.openapi, /^3\.1/)
    for (const { method, path } of routes) {
      t.ok(schema.body.paths[`/api/v1${path}`]?.[method.toLowerCase()], `${method} ${path}`)
    }
    t.ok(schema.body.paths['/api/v1/docs/'].get)
    t.strictSame(schema.body.paths['/api/v1/docs/'].get.security, [])
  })

  t.test('operation ids are unique, so that clients can be generated', async (t) => {
    const schema = await app.anonymous.get('/schema/')
    const ids = Object.values<Record<string, { operationId: string }>>(schema.body.paths).flatMap((item) =>
      Object.values(item).map((operation) => operation.operationId),
    )
    t.equal(new Set(ids).size, ids.length)
  })

  t.test('it says what no JSON is, which cookie signs in, and shows bodies', async (t) => {
    const { paths, components } = (await app.anonymous.get('/schema/')).body
    const { get: sheet } = paths['/api/v1/projects/{id}/export/plan.xlsx']
    const [[type, { schema }]] = Object.entries<{ schema: object }>(sheet.responses[200].content) as [
      [string, { schema: object }],
    ]
    t.match(type, /spreadsheetml/)
    t.match(schema, { type: 'string', format: 'binary' })
    t.same(paths['/api/v1/auth/token/refresh/'].post.security, [{ refreshCookie: [] }])
    t.equal(components.securitySchemes.refreshCookie.name, 'svc_refresh')
    const whatIf = paths['/api/v1/projects/{id}/schedule/what-if/'].post
    t.match(whatIf.requestBody.content['application/json'].example.edits, [{ op: 'set_duration' }])
    t.match(whatIf.description, /session or a personal token/)
  })

  t.test('both are answered 304 to a caller who has them', async (t) => {
    for (const path of ['/schema/', '/docs/']) {
      const first = await app.anonymous.get(path, { 'Accept-Encoding': 'identity' })
      const etag = first.headers.get('etag')
      t.match(etag, /^"[\w-]+"$/)
      const packed = await app.anonymous.get(path, { 'Accept-Encoding': 'gzip' })
      const isPacked = packed.headers.get('content-encoding') === 'gzip'
      t.equal(isPacked, path === '/schema/', 'the page is too short to be packed')
      t.equal(packed.headers.get('etag'), isPacked ? `W/${etag}` : etag, 'other bytes, the same meaning')
      for (const known of [etag!, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await app.anonymous.get(path, { 'If-None-Match': known })
        t.equal(again.status, 304, `${path} ${known}`)
        t.equal(again.text, '')
      }
      t.equal((await app.anonymous.get(path, { 'If-None-Match': '"other"' })).status, 200)
    }
  })

  t.test('the page is a frame for a viewer that comes from the service itself', async (t) => {
    const page = await app.anonymous.get('/docs/')
    t.equal(page.status, 200)
    t.match(page.headers.get('content-type'), /^text\/html/)
    t.notMatch(page.text, /(src|href)="(https?:)?\/\//, 'nothing is loaded from or linked to outside')
    t.match(page.text, /<noscript>.*href="\/api\/v1\/schema\/"/)
    const path = /<script src="([^"]+)">/.exec(page.text)?.[1] ?? ''
    const ask = (encoding: string) => fetch(`${app.url}${path}`, { headers: { 'Accept-Encoding': encoding } })
    const packed = await ask('gzip')
    t.equal(packed.headers.get('content-encoding'), 'gzip')
    t.match(packed.headers.get('cache-control'), /immutable/)
    const plain = await ask('identity')
    t.equal(plain.headers.get('content-encoding'), null)
    t.match(plain.headers.get('content-type'), /^text\/javascript/)
    t.equal(await plain.text(), await packed.text())
    t.equal((await fetch(`${app.url}${path}`, { method: 'POST' })).status, 404)
  })

  t.test('its policy lets scripts of the service run, and nothing come from or go elsewhere', async (t) => {
    const page = await app.anonymous.get('/docs/')
    const policy = page.headers.get('content-security-policy') ?? ''
    t.match(policy, /^default-src 'none';/)
    t.match(policy, /frame-ancestors 'none'/)
    t.match(policy, /connect-src 'self'/)
    t.notMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
    const content = /<script>([\s\S]*?)<\/script>/.exec(page.text)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
    t.ok(policy.includes(`'sha256-${Buffer.from(digest).toString('base64')}'`))
  })

  t.test('the document begins with the recipes, and names each shape of a choice', async (t) => {
    const { info, paths } = (await app.anonymous.get('/schema/')).body
    for (const recipe of ['Import my plan', 'What if a task slips', 'Be told of changes', 'Share with a customer'])
      t.match(info.description, recipe)
    const { edits } =
      paths['/api/v1/projects/{id}/schedule/what-if/'].post.requestBody.content['application/json'].schema.properties
    const shapes: { title: string; properties: { op: { const: string } } }[] = edits.items.oneOf
    t.equal(shapes.length, 14)
    t.same(
      shapes.map(({ title }) => title),
      shapes.map(({ properties }) => properties.op.const),
    )
  })

  t.test('a wrong token does not keep anyone from the reference', async (t) => {
    const reply = await app.anonymous.get('/docs/', { Authorization: 'Bearer nonsense' })
    t.equal(reply.status, 200)
  })
})
