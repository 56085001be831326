import t from 'tap'
import { joinProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'
const PATH = '/task-relations/'

t.test('relations between tasks', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
  const [quay, pier] = [
    await buildProject(app, { program_id: program }),
    await buildProject(app, { program_id: program }),
  ]
  const alone = await buildProject(app)
  const member = await quay.member(100)
  const neighbour = await pier.member(300)
  const outsider = await app.user('outsider')
  const task = async (project: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project, name: 'T', ...more })).body.id
  const own = await task(quay.id, { assignee: member.account.id })
  const [other, over, far] = [await task(quay.id), await task(pier.id), await task(alone.id)]

  await t.test('the edit rule of the source decides, and both tasks tell of it', async (t) => {
    const made = await member.post(PATH, { source: own, target: other, note: 'same bay' })
    t.equal(made.status, 201, made.text)
    const shown = { source: own, target: other, relation_type: 'relates_to', note: 'same bay' }
    t.match(made.body, { ...shown, created_by: member.account.id, source_card: { id: own, project_id: quay.id } })
    for (const id of [own, other]) t.equal((await member.get(`/tasks/${id}/`)).body.has_related_links, true)
    t.equal((await member.post(PATH, { source: other, target: own, relation_type: 'blocks' })).status, 403)
    const at = `${PATH}${made.body.id}/`
    t.match((await member.patch(at, { note: 'x' })).body, { note: 'x' })
    t.match((await member.put(at, { source: own, target: other, note: 'y' })).body, { note: 'y' })
    for (const body of [{ source: other }, { target: own }, { relation_type: 'blocks' }]) {
      const refused = await member.patch(at, body)
      t.same([refused.status, Object.keys(refused.body)], [400, Object.keys(body)])
    }
    for (const call of ['PATCH', 'DELETE']) t.equal((await outsider.request(call, at, {})).status, 404)
    t.equal((await outsider.get(at)).status, 404)
    t.equal((await member.delete(at)).status, 204)
    t.equal((await member.get(at)).status, 404)
    t.equal((await member.get(`/tasks/${own}/`)).body.has_related_links, false)
    t.equal((await member.post(PATH, { source: own, target: other })).status, 201, 'and again')
  })

  await t.test('what cannot be is refused', async (t) => {
    const post = (body: object) => app.owner.post(PATH, body)
    const refusals: [object, object][] = [
      [{ source: own, target: own }, { non_field_errors: [String] }],
      [{ source: own, target: other }, { detail: ['duplicate_relation'] }],
      [{ source: other, target: own }, { detail: ['duplicate_relation'] }],
      [{ source: own, target: far }, { detail: ['cross_program_relation'] }],
      [{ source: own, target: ABSENT }, { target: [String] }],
      [{ source: ABSENT, target: own }, { source: [String] }],
      [{ source: own, target: other, relation_type: 'likes' }, { relation_type: [String] }],
      [{ source: own, target: other, note: 'x'.repeat(281) }, { note: [String] }],
      [{ target: own }, { source: [String] }],
    ]
    for (const [body, expected] of refusals) {
      const refused = await post(body)
      t.equal(refused.status, 400)
      t.match(refused.body, expected, JSON.stringify(body))
    }
    t.equal((await post({ source: other, target: own, relation_type: 'blocks' })).status, 201, 'another type')
  })

  await t.test('across projects of a program both hear of it, and each sees the cards it may', async (t) => {
    t.equal((await member.post(PATH, { source: own, target: over })).status, 400, 'a project out of sight')
    await joinProject(app, pier.id, member, 1)
    await app.sql('delete from outbox_events')
    const { id } = (await member.post(PATH, { source: own, target: over, relation_type: 'duplicates' })).body
    t.same(await framesOf(app, 'task_relation_created'), [{ id }, { id }])
    t.match((await neighbour.get(`${PATH}${id}/`)).body, { source_card: null, target_card: { id: over } })
    t.equal((await neighbour.patch(`${PATH}${id}/`, { note: 'x' })).status, 403, 'the source is not theirs')
    t.equal((await neighbour.get(PATH)).body.length, 1)
  })

  await t.test('the list is an array by age, with filters', async (t) => {
    const count = async (query: string) => (await member.get(`${PATH}?${query}`)).body.length
    t.equal(await count(''), 3)
    t.equal(await count(`project=${quay.id}`), 3)
    t.equal(await count(`project=${pier.id}`), 0)
    t.equal(await count(`task=${over}`), 1)
    t.equal(await count('relation_type=blocks'), 1)
    t.equal(await count('relation_type=none'), 0)
    t.equal((await outsider.get(PATH)).body.length, 0)
    await app.owner.delete(`/tasks/${over}/`)
    t.equal(await count(''), 2, 'one to a deleted task is gone')
  })
})
