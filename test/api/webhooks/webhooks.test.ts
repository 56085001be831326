import t from 'tap'
import { LETS_LOCAL_IN } from '../../support/deliveries.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

const SECRET = 'a secret of at least thirty-two characters'
const HOOK = { url: 'http://127.0.0.1:9/hook', events: ['task.created'] }

t.test('webhooks of a project and of a program', async (t) => {
  const app = await startApp(t, { env: LETS_LOCAL_IN })
  const project = await buildProject(app)
  const [pam, sam, vic] = [await project.member(300), await project.member(200), await project.member(1)]
  const path = `/projects/${project.id}/webhooks/`

  await t.test('a Project Manager makes one; its secret is shown that once', async (t) => {
    const made = await pam.post(path, HOOK)
    t.equal(made.status, 201, made.text)
    const { id, secret, created_at, ...rest } = made.body
    t.ok(secret.length >= 32, 'a secret is made')
    t.equal(Math.abs(Date.parse(created_at) - Date.now()) < 60_000, true)
    t.same(rest, {
      project: project.id,
      program: null,
      ...HOOK,
      secret_set: true,
      format: 'generic',
      is_active: true,
      consecutive_failures: 0,
      last_failure_at: null,
      last_failure_reason: '',
      disabled_at: null,
      disabled_reason: '',
      created_by: pam.account.id,
    })
    const read = await vic.get(`${path}${id}/`)
    t.same(read.body, { id, created_at, ...rest }, 'a Viewer reads it without the secret')
    t.same((await vic.get(path)).body.results, [read.body])
    const [row] = await app.sql<{ sealed_secret: string }>('select sealed_secret from webhooks where id = $1', [id])
    t.notOk(row?.sealed_secret.includes(secret), 'and it is stored sealed')
  })

  await t.test('the list is newest first, by pages', async (t) => {
    for (const name of ['two', 'three']) await pam.post(path, { ...HOOK, url: `http://127.0.0.1:9/${name}` })
    const urls = (await vic.get(path)).body.results.map((row: { url: string }) => row.url)
    t.same(urls, ['http://127.0.0.1:9/three', 'http://127.0.0.1:9/two', HOOK.url])
    const page = await vic.get(`${path}?page_size=1&page=2`)
    t.match(page.body, { count: 3, results: [{ url: 'http://127.0.0.1:9/two' }] })
    t.match((await vic.get(`${path}?search=three`)).body, { count: 1 })
  })

  await t.test('fields that cannot be are refused by name', async (t) => {
    const refused = async (change: object, field: string) => {
      const reply = await pam.post(path, { ...HOOK, ...change })
      t.equal(reply.status, 400, JSON.stringify(change))
      t.same(Object.keys(reply.body), [field], JSON.stringify(change))
    }
    for (const events of [[], ['ping'], ['task.created', 'nothing'], undefined, 'task.created'])
      await refused({ events }, 'events')
    for (const secret of ['short', 'x'.repeat(256), ' '.repeat(40)]) await refused({ secret }, 'secret')
    for (const url of [
      '',
      'no address',
      'ftp://example.org/',
      'javascript:alert(1)',
      `http://x.org/${'y'.repeat(2048)}`,
    ])
      await refused({ url }, 'url')
    await refused({ format: 'teams' }, 'format')
    await refused({ is_active: 'perhaps' }, 'is_active')
    t.equal((await pam.post(path, { ...HOOK, secret: '' })).status, 201, 'a blank secret asks for one')
  })

  await t.test('private addresses are refused in every disguise, without naming them', async (t) => {
    const disguises = [
      '10.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[::ffff:10.0.0.1]',
      '[64:ff9b::a9fe:a9fe]',
      '0x7f000002',
    ]
    for (const host of [
      ...disguises,
      '2130706434',
      '0177.0.0.2',
      '127.2',
      'localhost',
      'LOCALHOST.',
      'svc.localhost',
      '[fe80::1]',
      '100.64.0.1',
    ]) {
      const reply = await pam.post(path, { ...HOOK, url: `http://${host}/hook` })
      t.equal(reply.status, 400, host)
      t.same(reply.body, { url: ['This address is not allowed.'] }, host)
    }
    t.equal((await pam.post(path, { ...HOOK, url: 'http://user:word@127.0.0.1:9/' })).status, 400, 'with a user')
    t.equal((await pam.post(path, { ...HOOK, url: 'http://nowhere.invalid/' })).status, 201, 'an unknown name may come')
  })

  await t.test('changed, replaced and removed', async (t) => {
    const { id } = (await pam.post(path, { ...HOOK, secret: SECRET })).body
    const one = `${path}${id}/`
    const events = ['risk.opened', 'task.created', 'risk.opened']
    const patched = await pam.patch(one, { events, format: 'slack' })
    t.match(
      patched.body,
      { events: ['task.created', 'risk.opened'], format: 'slack', url: HOOK.url },
      'without doubles',
    )
    const put = await pam.put(one, { url: 'http://127.0.0.1:9/other', events: ['task.deleted'] })
    t.match(put.body, { url: 'http://127.0.0.1:9/other', events: ['task.deleted'], is_active: true })
    t.equal((await pam.put(one, { url: HOOK.url })).status, 400, 'a replacement says everything')
    for (const secret of ['', 'short']) t.same(Object.keys((await pam.patch(one, { secret })).body), ['secret'])
    t.same((await pam.patch(one, { url: 'http://192.168.0.1/' })).body, { url: ['This address is not allowed.'] })
    t.match((await pam.patch(one, { is_active: false })).body, { is_active: false, disabled_at: null })
    t.equal((await pam.delete(one)).status, 204)
    t.equal((await pam.get(one)).status, 404)
  })

  await t.test('a rotated secret is used and shown to nobody', async (t) => {
    const { id } = (await pam.post(path, { ...HOOK, secret: SECRET })).body
    const sealed = async () =>
      (await app.sql<{ sealed_secret: string }>('select sealed_secret from webhooks where id = $1', [id]))[0]
    const before = await sealed()
    const reply = await pam.patch(`${path}${id}/`, { secret: SECRET.toUpperCase() })
    t.equal(reply.status, 200)
    t.notOk(reply.text.includes(SECRET.toUpperCase()))
    t.not((await sealed())?.sealed_secret, before?.sealed_secret)
    await pam.patch(`${path}${id}/`, { format: 'slack' })
    t.equal((await pam.get(`${path}${id}/`)).body.secret_set, true, 'and stays when left out')
  })

  await t.test('others neither write nor see deliveries', async (t) => {
    const { id } = (await pam.post(path, HOOK)).body
    for (const user of [sam, vic]) {
      t.equal((await user.post(path, HOOK)).status, 403)
      t.equal((await user.patch(`${path}${id}/`, { format: 'slack' })).status, 403)
      t.equal((await user.delete(`${path}${id}/`)).status, 403)
      t.equal((await user.post(`${path}${id}/test/`)).status, 403)
      t.equal((await user.get(`${path}${id}/deliveries/`)).status, 403)
    }
    const other = await buildProject(app)
    t.equal((await app.owner.get(`/projects/${other.id}/webhooks/${id}/`)).status, 404, 'nor through another project')
  })

  await t.test('an archived project keeps its webhooks readable and unchanged', async (t) => {
    const own = await makeProject(app.owner, { name: 'Old' })
    const list = `/projects/${own.id}/webhooks/`
    const { id } = (await app.owner.post(list, HOOK)).body
    await app.sql('update projects set is_archived = true where id = $1', [own.id])
    t.equal((await app.owner.post(list, HOOK)).status, 403)
    t.equal((await app.owner.patch(`${list}${id}/`, { format: 'slack' })).status, 403)
    t.equal((await app.owner.post(`${list}${id}/test/`)).status, 403)
    t.equal((await app.owner.get(`${list}${id}/deliveries/`)).status, 200)
  })

  await t.test('a program has its own', async (t) => {
    const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body
    const list = `/programs/${program.id}/webhooks/`
    const made = await app.owner.post(list, HOOK)
    t.match(made.body, { project: null, program: program.id }, made.text)
    t.equal((await app.owner.get(list)).body.count, 1)
    t.equal((await pam.get(list)).status, 404)
    t.equal((await app.owner.delete(`${list}${made.body.id}/`)).status, 204)
  })
})
