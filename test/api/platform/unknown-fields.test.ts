import t from 'tap'
import { startApp } from '../../support/start-app.ts'

const STRICT = { Prefer: 'handling=strict' }

t.test('fields of a body that nothing takes are named, and refused for who asks for that', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { isSuperuser: true })
  const made = await ann.post('/projects/', {
    name: 'Quay',
    start_date: '2026-01-05',
    descripton: 'misspelt',
    'a\nb': 1,
  })
  t.equal(made.status, 201)
  t.equal(made.headers.get('x-ignored-fields'), 'descripton, (1 more)', 'only what is safe in a header stands there')

  const path = `/projects/${made.body.id}/`
  const whole = await ann.patch(path, { ...made.body, name: 'Quay wall' })
  t.equal(whole.status, 200)
  t.equal(whole.headers.get('x-ignored-fields'), null, 'read-only fields may be sent back as they came')

  const refused = await ann.patch(path, { nmae: 'Pier' }, STRICT)
  t.strictSame(refused.body, { nmae: ['Unknown or read-only field; did you mean name?'] })
  t.equal(refused.status, 400)
  t.equal((await ann.get(path)).body.name, 'Quay wall', 'and nothing changed')
  const taken = await ann.patch(path, { name: 'Pier' }, STRICT)
  t.match(taken, { status: 200, body: { name: 'Pier' } })
  t.equal(taken.headers.get('preference-applied'), 'handling=strict')

  const task = await ann.post('/tasks/', { project: made.body.id, name: 'Dig', durtion: 3 })
  t.match(task, { status: 201, body: { warnings: [{ rule: 'dropped_fields', detail: /durtion/ }] } })
})
