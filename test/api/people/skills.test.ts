import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { addResource, addTask, idsOf } from './people.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

t.test('the skills of the workspace', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const member = await project.member(100)
  const keeper = await project.member(200)
  const outsider = await app.user('outsider')

  await t.test('a name stands once whatever its case: 201 when made, 200 when found', async (t) => {
    const made = await keeper.post('/skills/', { name: '  Welding ', category: 'Trade' })
    t.equal(made.status, 201)
    t.match(made.body, { name: 'Welding', normalized_name: 'welding', category: 'Trade', server_version: 1 })
    const found = await keeper.post('/skills/', { name: 'WELDING', category: 'Other' })
    t.same([found.status, found.body], [200, made.body], 'unchanged')
    t.equal((await member.post('/skills/', { name: 'X' })).status, 403)
    t.equal((await outsider.post('/skills/', { name: 'X' })).status, 403)
    t.match((await outsider.get(`/skills/${made.body.id}/`)).body, { name: 'Welding' })
    const raced = await Promise.all([1, 2, 3].map(() => keeper.post('/skills/', { name: 'Rigging' })))
    t.same(raced.map((answer) => answer.status).sort(), [200, 200, 201])
    t.same(await idsOf(outsider, '/skills/?search=TRADE'), [made.body.id])
    t.equal((await outsider.get('/skills/')).body.count, 2)
  })

  await t.test('changes keep names apart and refresh the key', async (t) => {
    const [rigging, welding] = await idsOf(keeper, '/skills/')
    const path = `/skills/${rigging}/`
    t.match((await keeper.patch(path, { name: 'Slinging' })).body, { normalized_name: 'slinging', server_version: 2 })
    t.equal((await keeper.post('/skills/', { name: 'slinging' })).status, 200)
    for (const body of [{ name: 'welding' }, { name: '' }, { name: 'x'.repeat(121) }]) {
      const refused = await keeper.put(path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, ['name']])
    }
    t.same(Object.keys((await keeper.patch(path, { category: 'x'.repeat(61) })).body), ['category'])
    t.equal((await member.patch(path, { name: 'X' })).status, 403)
    t.equal((await keeper.patch(`/skills/${ABSENT}/`, { name: 'X' })).status, 404)
    t.equal((await member.delete(`/skills/${welding}/`)).status, 403)
  })

  await t.test('what is in use stays, and says by whom, as far as the caller may see', async (t) => {
    const skill = (await keeper.post('/skills/', { name: 'Diving' })).body.id
    const ada = await addResource(app.owner, 'Ada')
    const task = await addTask(app.owner, project.id, { name: 'Under water' })
    const tag = (await keeper.post('/resource-skills/', { resource: ada, skill })).body.id
    const requirement = (await keeper.post('/task-skill-requirements/', { task, skill })).body.id
    const refused = await keeper.delete(`/skills/${skill}/`)
    t.equal(refused.status, 409)
    t.match(refused.body, { code: 'skill_in_use', detail: String, reference_count: 2 })
    t.same(refused.body.references, [
      { type: 'resource', id: ada, name: 'Ada' },
      { type: 'task', id: task, name: 'Under water' },
    ])
    const elsewhere = await buildProject(app)
    const stranger = await elsewhere.member(200)
    t.same((await stranger.delete(`/skills/${skill}/`)).body.references[1], { type: 'task', id: task })
    t.equal((await keeper.delete(`/resource-skills/${tag}/`)).status, 204)
    t.equal((await keeper.delete(`/task-skill-requirements/${requirement}/`)).status, 204)
    t.equal((await keeper.delete(`/skills/${skill}/`)).status, 204)
    t.equal((await keeper.delete(`/skills/${skill}/`)).status, 404)
  })
})

t.test('skills of resources', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const keeper = await project.member(200)
  const member = await project.member(100)
  const [ada, bo] = [await addResource(app.owner, 'Ada'), await addResource(app.owner, 'Bo')]
  const welding = (await keeper.post('/skills/', { name: 'Welding' })).body.id
  const diving = (await keeper.post('/skills/', { name: 'Diving' })).body.id

  const made = await keeper.post('/resource-skills/', { resource: ada, skill: welding })
  t.equal(made.status, 201)
  t.match(made.body, { resource: ada, skill: welding, skill_name: 'Welding', proficiency: 2 })
  const path = `/resource-skills/${made.body.id}/`
  t.match((await keeper.patch(path, { proficiency: 'Expert' })).body, { proficiency: 'Expert', server_version: 2 })
  t.match((await keeper.put(path, { resource: ada, skill: welding, proficiency: 1 })).body, { proficiency: 1 })
  t.match((await member.get(`/resources/${ada}/`)).body.skills, [{ skill_name: 'Welding', proficiency: 1 }])
  const other = (await keeper.post('/resource-skills/', { resource: bo, skill: diving })).body.id
  const cases: [string, string, object, string][] = [
    ['POST', '/resource-skills/', { skill: welding }, 'resource'],
    ['POST', '/resource-skills/', { resource: ABSENT, skill: welding }, 'resource'],
    ['POST', '/resource-skills/', { resource: ada, skill: ABSENT }, 'skill'],
    ['POST', '/resource-skills/', { resource: ada, skill: welding }, 'non_field_errors'],
    ['POST', '/resource-skills/', { resource: ada, skill: diving, proficiency: 4 }, 'proficiency'],
    ['POST', '/resource-skills/', { resource: ada, skill: diving, proficiency: 'Master' }, 'proficiency'],
    ['POST', '/resource-skills/', { resource: ada, skill: diving, proficiency: '' }, 'proficiency'],
    ['PATCH', `/resource-skills/${other}/`, { resource: ada, skill: welding }, 'non_field_errors'],
  ]
  for (const [method, address, body, field] of cases) {
    const refused = await keeper.request(method, address, body)
    t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
  }
  t.equal((await member.post('/resource-skills/', { resource: ada, skill: diving })).status, 403)
  t.equal((await member.delete(path)).status, 403)
  t.same(await idsOf(member, '/resource-skills/'), [made.body.id, other])
  t.same(await idsOf(member, `/resource-skills/?resource=${bo}`), [other])
  await app.owner.delete(`/resources/${bo}/`)
  t.same(await idsOf(member, '/resource-skills/'), [made.body.id], 'those of deactivated ones are hidden')
  t.equal((await member.get(`/resource-skills/${other}/`)).status, 404)
})

t.test('what tasks ask for, and who fits', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const keeper = await project.member(200)
  const member = await project.member(100)
  const viewer = await project.member(1)
  const outsider = await app.user('outsider')
  const skill = async (name: string) => (await keeper.post('/skills/', { name })).body.id
  const [welding, diving] = [await skill('Welding'), await skill('Diving')]
  const task = await addTask(app.owner, project.id)
  const require = (body: object, user = keeper) => user.post('/task-skill-requirements/', { task, ...body })

  await t.test('Resource Managers write them, members of the project read them', async (t) => {
    const made = await require({ skill: welding, min_proficiency: 2 })
    t.equal(made.status, 201)
    t.match(made.body, { task, skill: welding, skill_name: 'Welding', min_proficiency: 2 })
    const path = `/task-skill-requirements/${made.body.id}/`
    t.match((await viewer.get(path)).body, { id: made.body.id })
    t.same(await idsOf(viewer, `/task-skill-requirements/?task=${task}`), [made.body.id])
    t.same(await idsOf(outsider, '/task-skill-requirements/'), [])
    t.equal((await outsider.get(path)).status, 404)
    t.equal((await require({ skill: diving }, member)).status, 403)
    t.equal((await member.patch(path, { min_proficiency: 1 })).status, 403)
    t.equal((await member.delete(path)).status, 403)
    const cases: [object, string][] = [
      [{ task: ABSENT, skill: diving }, 'task'],
      [{ skill: ABSENT }, 'skill'],
      [{ skill: welding }, 'non_field_errors'],
      [{ skill: diving, min_proficiency: 0 }, 'min_proficiency'],
    ]
    for (const [body, field] of cases) {
      const refused = await require(body)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], JSON.stringify(body))
    }
    const second = await require({ skill: diving })
    t.match(second.body, { min_proficiency: 1 })
    const twin = await keeper.patch(`/task-skill-requirements/${second.body.id}/`, { skill: welding })
    t.same([twin.status, Object.keys(twin.body)], [400, ['non_field_errors']])
  })

  await t.test('moving one to another task asks for the right there too', async (t) => {
    const elsewhere = await buildProject(app)
    const foreign = await addTask(app.owner, elsewhere.id)
    const spare = await addTask(app.owner, project.id)
    const id = (await keeper.post('/task-skill-requirements/', { task: spare, skill: welding })).body.id
    const path = `/task-skill-requirements/${id}/`
    const hidden = await keeper.patch(path, { task: foreign })
    t.same([hidden.status, Object.keys(hidden.body)], [400, ['task']])
    await app.sql(
      'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, 100)',
      [elsewhere.id, keeper.account.id],
    )
    t.equal((await keeper.patch(path, { task: foreign })).status, 403)
    t.match((await app.owner.patch(path, { task: foreign })).body, { task: foreign })
    t.equal((await viewer.get(path)).status, 404, 'it left the project')
    await app.sql('update projects set is_archived = true where id = $1', [elsewhere.id])
    t.equal((await app.owner.patch(path, { task: spare })).status, 403)
    t.equal((await app.owner.delete(path)).status, 403)
    t.equal((await app.owner.post('/task-skill-requirements/', { task: foreign, skill: diving })).status, 403)
    const back = (await app.owner.post('/task-skill-requirements/', { task: spare, skill: diving })).body.id
    t.equal((await app.owner.patch(`/task-skill-requirements/${back}/`, { task: foreign })).status, 403)
  })

  await t.test('the catalogue says who fits, best first over all pages; assigning warns', async (t) => {
    const tag = (resource: string, of: string, proficiency: number) =>
      app.owner.post('/resource-skills/', { resource, skill: of, proficiency })
    const [amy, ben, cat] = [
      await addResource(app.owner, 'Amy'),
      await addResource(app.owner, 'Ben'),
      await addResource(app.owner, 'Cat'),
    ]
    await tag(cat, welding, 3)
    await tag(cat, diving, 1)
    await tag(ben, welding, 1)
    await tag(ben, diving, 2)
    const { results } = (await viewer.get(`/resources/?task=${task}`)).body
    t.same(
      results.map((row: Record<string, unknown>) => [row.name, row.skill_fit]),
      [
        ['Cat', 'exact'],
        ['Ben', 'partial'],
        ['Amy', 'missing'],
      ],
    )
    t.same(results[1].missing_skills, [
      {
        skill_id: welding,
        skill_name: 'Welding',
        required: 2,
        required_label: 'Intermediate',
        actual: 1,
        actual_label: 'Beginner',
      },
    ])
    t.match(results[2].missing_skills, [{ skill_name: 'Diving', actual: 0, actual_label: 'not tagged' }, {}])
    t.same(await idsOf(viewer, `/resources/?task=${task}&page_size=1`), [cat])
    t.same(await idsOf(outsider, `/resources/?task=${task}`), [amy, ben, cat], 'ignored for others')
    t.notOk('skill_fit' in (await outsider.get(`/resources/?task=${task}`)).body.results[0])
    const plain = await addTask(app.owner, project.id)
    t.notOk('skill_fit' in (await viewer.get(`/resources/?task=${plain}`)).body.results[0], 'nothing is asked for')

    const assign = async (resource: string) => (await keeper.post('/task-resources/', { task, resource })).body.warnings
    t.same(await assign(cat), [])
    t.match(await assign(amy), [{ code: 'skill_mismatch', detail: /Diving, Welding/, missing_skills: [{}, {}] }])
  })

  await t.test('a sentence names three skills at most', async (t) => {
    const many = await addTask(app.owner, project.id)
    for (const name of ['A', 'B', 'C', 'D', 'E']) await require({ task: many, skill: await skill(name) })
    const zoe = await addResource(app.owner, 'Zoe')
    const [warning] = (await keeper.post('/task-resources/', { task: many, resource: zoe })).body.warnings
    t.match(warning, { detail: /: A, B, C and 2 more\.$/ })
    t.equal(warning.missing_skills.length, 5)
  })
})
