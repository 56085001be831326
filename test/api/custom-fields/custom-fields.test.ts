import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const SIZES = [{ value: 's', label: 'Small', color: '#00FF00' }, { value: 'l' }]

t.test('the fields of a project’s own', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const viewer = await project.member(1)
  const member = await project.member(100)
  const scheduler = await project.member(200)
  const outsider = await app.user('outsider')
  const path = `/projects/${project.id}/fields/`

  await t.test('Resource Managers define them, everybody in the project reads them', async (t) => {
    const made = await scheduler.post(path, { name: ' Depth ', field_type: 'NUMBER' })
    t.equal(made.status, 201)
    const { id } = made.body
    const shown = { name: 'Depth', field_type: 'NUMBER', required: false, options: null, order: 1, show_on_card: false }
    t.match(made.body, { ...shown, server_version: 1 })
    const size = await scheduler.post(path, { name: 'Size', field_type: 'SINGLE_SELECT', options: SIZES, order: 0 })
    t.match(size.body, { order: 2, options: [SIZES[0], { value: 'l', label: 'l', color: null }] })
    const listed = await viewer.get(path)
    t.same([listed.status, listed.body.map((row: { name: string }) => row.name)], [200, ['Depth', 'Size']])
    t.match((await viewer.get(`${path}${id}/`)).body, { id, name: 'Depth' })
    for (const user of [viewer, member]) {
      t.equal((await user.post(path, { name: 'X', field_type: 'TEXT' })).status, 403)
      t.equal((await user.patch(`${path}${id}/`, { name: 'X' })).status, 403)
      t.equal((await user.delete(`${path}${id}/`)).status, 403)
    }
    t.equal((await outsider.get(path)).status, 404)
    const changed = await scheduler.patch(`${path}${id}/`, { required: true, show_on_card: true, order: 7 })
    t.match(changed.body, { name: 'Depth', required: true, show_on_card: true, order: 7, server_version: 2 })
    t.match((await scheduler.put(`${path}${id}/`, { name: 'DEPTH', field_type: 'NUMBER' })).body, { name: 'DEPTH' })
    t.same(
      (await framesOf(app, 'project_custom_fields_updated')).map((frame) => frame.action),
      ['created', 'created', 'updated', 'updated'],
    )
  })

  await t.test('what cannot be is refused on its field and changes nothing', async (t) => {
    const before = await app.sql('select * from custom_fields order by id')
    const [depth] = (await viewer.get(`${path}?search=depth`)).body
    const cases: [string, string, object, string][] = [
      ['POST', path, { name: 'X' }, 'field_type'],
      ['POST', path, { name: ' ', field_type: 'TEXT' }, 'name'],
      ['POST', path, { name: 'x'.repeat(65), field_type: 'TEXT' }, 'name'],
      ['POST', path, { name: 'depth', field_type: 'TEXT' }, 'name'],
      ['POST', path, { name: 'X', field_type: 'MONEY' }, 'field_type'],
      ['POST', path, { name: 'X', field_type: 'TEXT', options: SIZES }, 'options'],
      ['POST', path, { name: 'X', field_type: 'MULTI_SELECT' }, 'options'],
      ['POST', path, { name: 'X', field_type: 'MULTI_SELECT', options: [{ value: 'a' }, { value: 'a' }] }, 'options'],
      ['POST', path, { name: 'X', field_type: 'MULTI_SELECT', options: [{ value: 'a', color: 'red' }] }, 'options'],
      ['POST', path, { name: 'X', field_type: 'TEXT', order: 40_000 }, 'order'],
      ['PATCH', `${path}${depth.id}/`, { field_type: 'TEXT' }, 'field_type'],
      ['PATCH', `${path}${depth.id}/`, { name: 'sIZE' }, 'name'],
    ]
    for (const [method, address, body, field] of cases) {
      const refused = await scheduler.request(method, address, body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
    }
    t.equal((await scheduler.patch(`${path}${ABSENT}/`, { name: 'X' })).status, 404)
    t.same(await app.sql('select * from custom_fields order by id'), before)
  })

  await t.test('a project has at most 32; a removed one makes room and frees its name', async (t) => {
    for (let number = 3; number <= 32; number++)
      t.equal((await scheduler.post(path, { name: `Field ${number}`, field_type: 'TEXT' })).status, 201)
    const full = await scheduler.post(path, { name: 'One more', field_type: 'TEXT' })
    t.same([full.status, Object.keys(full.body)], [400, ['detail']])
    const [last] = (await viewer.get(`${path}?ordering=-order`)).body
    t.equal((await scheduler.delete(`${path}${last.id}/`)).status, 204)
    t.equal((await scheduler.delete(`${path}${last.id}/`)).status, 404)
    t.equal((await scheduler.post(path, { name: last.name, field_type: 'DATE' })).status, 201)
  })
})

t.test('what tasks have in the fields', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const member = await project.member(100, 'ada')
  const scheduler = await project.member(200)
  const outsider = await app.user('outsider')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'T', assignee: member.account.id })).body
    .id
  const other = (await app.owner.post('/tasks/', { project: project.id, name: 'Not theirs' })).body.id
  const field = async (type: string, options?: object[]) =>
    (await app.owner.post(`/projects/${project.id}/fields/`, { name: type, field_type: type, options })).body.id
  const fields: Record<string, string> = {}
  for (const type of ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'USER']) fields[type] = await field(type)
  fields.SINGLE_SELECT = await field('SINGLE_SELECT', SIZES)
  fields.MULTI_SELECT = await field('MULTI_SELECT', SIZES)
  const at = (type: string, id = task) => `/projects/${project.id}/tasks/${id}/field-values/${fields[type] ?? type}/`
  const shown = async (user: TestUser = member) => (await user.get(`/tasks/${task}/`)).body

  await t.test('each type keeps its type, and the task shows it', async (t) => {
    const ada = { id: member.account.id, name: 'ada', initials: 'AD' }
    const values: [string, unknown, unknown][] = [
      ['TEXT', 'wet', 'wet'],
      ['NUMBER', -2.5, -2.5],
      ['DATE', '2026-03-01', '2026-03-01'],
      ['BOOLEAN', false, false],
      ['SINGLE_SELECT', 'l', 'l'],
      ['MULTI_SELECT', ['l', 's', 'l'], ['l', 's']],
      ['USER', member.account.id, ada],
    ]
    t.same((await shown()).custom_fields, {})
    await app.sql('delete from outbox_events')
    for (const [type, sent, stored] of values) {
      const set = await member.put(at(type), { value: sent })
      t.same([set.status, set.body], [200, { field_id: fields[type], value: stored }], type)
    }
    const after = await shown()
    t.same(after.custom_fields, Object.fromEntries(values.map(([type, , stored]) => [fields[type], stored])))
    t.equal(after.server_version, 1 + values.length)
    t.same((await framesOf(app, 'task_updated'))[0]?.changed_fields, ['custom_fields'])
    const listed = (await scheduler.get(`/tasks/?project=${project.id}`)).body.results
    t.same(listed.find((row: { id: string }) => row.id === task).custom_fields, after.custom_fields)
  })

  await t.test('the same value again changes nothing, another takes its place, and it can be taken off', async (t) => {
    const before = await shown()
    t.equal((await member.put(at('NUMBER'), { value: -2.5 })).status, 200)
    t.equal((await shown()).server_version, before.server_version)
    t.same((await member.put(at('NUMBER'), { value: 3 })).body.value, 3)
    t.equal((await member.delete(at('NUMBER'))).status, 204)
    t.equal((await member.delete(at('NUMBER'))).status, 204, 'a second time changes nothing')
    const after = await shown()
    t.notOk((fields.NUMBER as string) in after.custom_fields)
    t.equal(after.server_version, before.server_version + 2)
  })

  await t.test('what is not of the type is a 400 on value', async (t) => {
    const before = await app.sql('select * from task_field_values order by field_id')
    const cases: [string, unknown[]][] = [
      ['TEXT', [undefined, null, 1, 'x'.repeat(2001), []]],
      ['NUMBER', ['1', null, 1e14, 0.1234567, true]],
      ['DATE', ['1.2.2026', '2026-02-30', 20260301]],
      ['BOOLEAN', ['true', 1, null]],
      ['SINGLE_SELECT', ['x', ['s'], null]],
      ['MULTI_SELECT', ['s', ['s', 'x'], [1], Array(51).fill('s')]],
      ['USER', ['ada', ABSENT, outsider.account.id]],
    ]
    for (const [type, refused] of cases)
      for (const value of refused) {
        const answer = await member.put(at(type), { value })
        t.same([answer.status, Object.keys(answer.body)], [400, ['value']], `${type} ${JSON.stringify(value)}`)
      }
    t.same(await app.sql('select * from task_field_values order by field_id'), before)
  })

  await t.test('the edit rule of the task decides; hidden and absent are 404', async (t) => {
    t.equal((await member.put(at('TEXT', other), { value: 'x' })).status, 403)
    t.equal((await scheduler.put(at('TEXT'), { value: 'x' })).status, 403)
    t.equal((await outsider.put(at('TEXT'), { value: 'x' })).status, 404)
    t.equal((await outsider.delete(at('TEXT'))).status, 404)
    t.equal((await member.put(at(ABSENT), { value: 'x' })).status, 404)
    t.equal((await member.put(at('TEXT', ABSENT), { value: 'x' })).status, 404)
    await app.sql('update projects set is_archived = true where id = $1', [project.id])
    t.equal((await member.put(at('TEXT'), { value: 'x' })).status, 403)
    await app.sql('update projects set is_archived = false where id = $1', [project.id])
  })

  await t.test('a value outlives its option, and goes with its field', async (t) => {
    const path = `/projects/${project.id}/fields/${fields.SINGLE_SELECT}/`
    t.equal((await scheduler.patch(path, { options: [{ value: 's' }] })).status, 200)
    t.equal((await shown()).custom_fields[fields.SINGLE_SELECT as string], 'l')
    t.equal((await member.put(at('SINGLE_SELECT'), { value: 'l' })).status, 400, 'but nobody can set it again')
    const version = (await shown()).server_version
    t.equal((await scheduler.delete(path)).status, 204)
    const after = await shown()
    t.notOk((fields.SINGLE_SELECT as string) in after.custom_fields)
    t.equal(after.server_version, version, 'nobody edited the task')
    t.same(await app.sql('select 1 from task_field_values where field_id = $1', [fields.SINGLE_SELECT]), [])
  })
})
