import t from 'tap'
import { startApp } from '../../support/start-app.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
)

t.test('the picture of the workspace', async (t) => {
  const app = await startApp(t)
  const { owner, anonymous } = app
  const member = await app.user('member')
  const send = (bytes: Uint8Array | string, user = owner, name = 'logo.png') =>
    user.upload('/workspace/logo/', { name, bytes, type: 'image/png' })
  const shown = () => fetch(`${app.url}/api/v1/workspace/logo/`)

  t.equal((await shown()).status, 404)
  t.equal((await owner.get('/workspace/')).body.logo_url, null)
  t.equal((await send(PNG, member)).status, 403)

  const set = await send(PNG)
  t.equal(set.status, 200)
  t.match(set.body.logo_url, /^\/api\/v1\/workspace\/logo\/\?v=\d+$/)
  const picture = await fetch(`${app.url}${set.body.logo_url}`)
  t.equal(picture.status, 200, 'anyone sees it: sign-in pages show it')
  t.equal(picture.headers.get('content-type'), 'image/png')
  t.equal(picture.headers.get('x-content-type-options'), 'nosniff')
  t.match(picture.headers.get('cache-control'), /max-age=86400/)
  t.ok(Buffer.from(await picture.arrayBuffer()).equals(PNG))

  for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'GIF89a', ''])
    t.match(await send(bytes), { status: 415, body: { file: [String] } }, 'what it is and not what it is called')
  const large = Buffer.concat([PNG, Buffer.alloc(2 * 2 ** 20)])
  t.match(await send(large), { status: 413, body: { file: [String] } })
  t.equal((await shown()).status, 200, 'what was refused changed nothing')

  t.equal((await member.delete('/workspace/logo/')).status, 403)
  t.equal((await owner.delete('/workspace/logo/')).body.logo_url, null)
  t.equal((await owner.delete('/workspace/logo/')).status, 200)
  t.equal((await shown()).status, 404)
  t.equal((await anonymous.get('/workspace/')).status, 401)
  const told = await owner.get('/workspace/audit-events/?event_type=workspace_settings_changed')
  t.equal(told.body.results.length, 2)
})
