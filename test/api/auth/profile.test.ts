import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { startApp } from '../../support/start-app.ts'

const DEFAULTS = {
  default_landing: 'auto',
  role_context: 'unified',
  hidden_views: [],
  timezone: 'auto',
  date_format: 'auto',
}

t.test('who one is', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { email: 'ann@example.org' })
  const me = await ann.get('/auth/me/')
  t.equal(me.status, 200)
  t.strictSame(me.body, {
    id: ann.account.id,
    username: 'ann',
    display_name: 'ann',
    initials: 'AN',
    email: 'ann@example.org',
    max_project_role: null,
    workspace_role: 100,
    can_access_admin_settings: false,
    landing: { intent: 'my_work', path: '/me/work', resolved_by: 'fallback' },
    dnd_enabled: false,
    ...DEFAULTS,
  })
  const owner = (await app.owner.get('/auth/me/')).body
  t.match(owner, { workspace_role: 400, can_access_admin_settings: true })
  await app.sql(`update accounts set first_name = 'Ann', last_name = 'Ode' where id = $1`, [ann.account.id])
  t.match((await ann.get('/auth/me/')).body, { display_name: 'Ann Ode', initials: 'AO' })
  t.equal((await app.anonymous.get('/auth/me/')).status, 401)
  t.equal((await app.anonymous.get('/auth/me/profile/')).status, 401)
  t.equal((await app.anonymous.patch('/auth/me/profile/', {})).status, 401)
})

t.test('where one lands follows the preference, then the role', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const landing = async () => (await ann.get('/auth/me/')).body.landing
  const id = newId()
  await app.sql(`insert into projects (id, name, code, start_date) values ($1, 'L', 'LLL', '2026-01-05')`, [id])
  await app.sql(
    'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 100)',
    [id, ann.account.id],
  )
  const overview = { intent: 'project_overview', path: `/projects/${id}/overview` }
  t.strictSame(await landing(), { intent: 'my_work', path: '/me/work', resolved_by: 'role_policy' })
  await ann.patch('/auth/me/profile/', { default_landing: 'project_overview' })
  t.strictSame(await landing(), { ...overview, resolved_by: 'preference' })
  await ann.patch('/auth/me/profile/', { default_landing: 'auto' })
  await app.sql('update project_members set role = 200 where account_id = $1', [ann.account.id])
  t.strictSame(await landing(), { ...overview, resolved_by: 'role_policy' })
  await ann.patch('/auth/me/profile/', { default_landing: 'my_work' })
  t.strictSame(await landing(), { intent: 'my_work', path: '/me/work', resolved_by: 'preference' })
  t.equal((await ann.get('/auth/me/')).body.max_project_role, 200)
  await app.sql('update projects set is_archived = true')
  t.equal((await ann.get('/auth/me/')).body.max_project_role, null, 'an archived project confers nothing')
  await app.sql('update projects set is_archived = false, is_deleted = true')
  t.equal((await ann.get('/auth/me/')).body.max_project_role, null, 'a deleted project confers nothing')
})

t.test('preferences are read and changed one by one', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  t.strictSame((await ann.get('/auth/me/profile/')).body, DEFAULTS)
  const changed = await ann.patch('/auth/me/profile/', {
    timezone: 'Europe/Vienna',
    hidden_views: ['risk', 'board', 'risk'],
    date_format: 'iso',
  })
  t.equal(changed.status, 200)
  const expected = { ...DEFAULTS, timezone: 'Europe/Vienna', hidden_views: ['risk', 'board'], date_format: 'iso' }
  t.strictSame(changed.body, expected)
  t.strictSame((await ann.get('/auth/me/profile/')).body, expected)
  const me = await ann.patch('/auth/me/', { role_context: 'pm' })
  t.match(me.body, { username: 'ann', role_context: 'pm', timezone: 'Europe/Vienna' })
  t.strictSame((await ann.patch('/auth/me/profile/', {})).body, { ...expected, role_context: 'pm' })
  t.strictSame((await bob.get('/auth/me/profile/')).body, DEFAULTS)
})

t.test('bad preferences are refused at their field and change nothing', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  for (const [field, value] of [
    ['default_landing', 'elsewhere'],
    ['role_context', null],
    ['hidden_views', ['nothing']],
    ['hidden_views', 'risk'],
    ['hidden_views', Array(33).fill('risk')],
    ['timezone', 'Mars/Olympus'],
    ['timezone', ''],
    ['timezone', 'x'.repeat(65)],
    ['date_format', 5],
  ] as const) {
    const answer = await ann.patch('/auth/me/profile/', { timezone: 'UTC', [field]: value })
    t.equal(answer.status, 400, `${field} ${JSON.stringify(value)}`)
    t.strictSame(Object.keys(answer.body), [field])
  }
  t.strictSame((await ann.get('/auth/me/profile/')).body, DEFAULTS)
})

t.test('the removed field rejects the whole body, whatever it holds', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  for (const path of ['/auth/me/profile/', '/auth/me/']) {
    for (const value of [true, false, null, 'x', {}]) {
      const answer = await ann.patch(path, { timezone: 'UTC', schedule_in_deliver: value })
      t.equal(answer.status, 400)
      t.strictSame(Object.keys(answer.body), ['schedule_in_deliver'])
    }
  }
  t.strictSame((await ann.get('/auth/me/profile/')).body, DEFAULTS)
})

t.test('what one may not change oneself stays as it is', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { email: 'ann@example.org' })
  const before = (await ann.get('/auth/me/')).body
  const forbidden = {
    id: newId(),
    username: 'root',
    email: 'x@y.z',
    is_superuser: true,
    workspace_role: 400,
    dnd_enabled: true,
  }
  t.equal((await ann.patch('/auth/me/', forbidden)).status, 200)
  t.strictSame((await ann.get('/auth/me/')).body, before)
})
