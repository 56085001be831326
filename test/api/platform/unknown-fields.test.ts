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
  const strictTask = await ann.post('/tasks/', { project: made.body.id, name: 'Fill', durtion: 3 }, STRICT)
  t.strictSame(strictTask.body, { durtion: ['Unknown or read-only field; did you mean duration?'] })
  const strictEdit = await ann.patch(`/tasks/${task.body.id}/`, { early_start: '2026-01-07' }, STRICT)
  t.match(strictEdit, { status: 400, body: { early_start: [/read-only/] } })
})

t.test('fields of a form that nothing takes are named too, and the document lists those that are', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { isSuperuser: true })
  const project = (await ann.post('/projects/', { name: 'Quay', start_date: '2026-01-05' })).body.id
  const path = `/projects/${project}/import/csv/`
  const sheet = { name: 'plan.csv', bytes: 'Name,Duration\nDig,2\n' }
  const sent = { headerrow: '1', date_order: 'iso' }

  const refused = await ann.upload(path, sheet, sent, STRICT)
  t.strictSame(refused.body, { headerrow: ['Unknown or read-only field; did you mean header_row?'] })
  t.equal(refused.status, 400)
  t.strictSame((await ann.get(`/projects/${project}/imports/`)).body.results, [], 'and nothing was imported')
  const taken = await ann.upload(path, sheet, sent)
  t.equal(taken.status, 202, taken.text)
  t.equal(taken.headers.get('x-ignored-fields'), 'headerrow')

  const { paths } = (await ann.get('/schema/?format=json')).body
  const form = paths['/api/v1/projects/{id}/import/csv/'].post.requestBody.content['multipart/form-data'].schema
  t.strictSame(Object.keys(form.properties), [
    'file',
    'column_map',
    'date_order',
    'header_row',
    'last_row',
    'outline',
    'sheet',
    'dedupe_key',
    'on_repeat',
  ])
})

t.test('a dry run that was misspelt writes nothing', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { isSuperuser: true })
  const project = (await ann.post('/projects/', { name: 'Quay', start_date: '2026-01-05' })).body.id
  const task = `/tasks/${(await ann.post('/tasks/', { project, name: 'Dig' })).body.id}/`
  for (const name of ['dryrun', 'dry-run', 'dryRun', 'dry_runs']) {
    const refused = await ann.patch(`${task}?${name}=true`, { name: 'Dredge' })
    t.match(refused, { status: 400, body: { [name]: ['Unknown query parameter; did you mean dry_run?'] } })
  }
  t.equal((await ann.delete(`${task}?dryrun=true`)).status, 400)
  t.equal((await ann.get(`${task}?dryrun=true`)).body.name, 'Dig', 'reads ignore what they do not know')
  t.match(await ann.patch(`${task}?no_such=1`, { name: 'Dredge' }), { status: 200, body: { name: 'Dredge' } })
})
