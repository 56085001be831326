import t from 'tap'
import { joinProject, makeProject } from '../../support/projects.ts'
import type { TestUser } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'

const found = async (by: TestUser, q: string) =>
  (await by.get(`/users/search/?q=${encodeURIComponent(q)}`)).body.map((user: { username: string }) => user.username)

t.test('people are found within reach, at most ten, and without their addresses', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const people: TestUser[] = []
  for (let index = 10; index < 22; index++)
    people.push(await app.user(`person${index}`, { email: `p${index}@corp.org` }))
  const [mate, former, far, gone] = people as [TestUser, TestUser, TestUser, TestUser]
  const project = await makeProject(ann)
  await joinProject(app, project.id, mate, 100)
  const membership = await joinProject(app, project.id, former, 100)
  await app.sql('update project_members set is_deleted = true where id = $1', [membership])
  await app.sql('update accounts set is_active = false where id = $1', [gone.account.id])
  t.strictSame(await found(ann, 'PERSON'), ['person10', 'person11'])
  t.strictSame(await found(ann, 'ann'), ['ann'])
  t.strictSame(await found(ann, 'corp.org'), [], 'a part of an address finds nobody')
  t.strictSame(await found(ann, 'P10@corp.org'), ['person10'])
  t.strictSame(await found(ann, 'p12@corp.org'), [], 'out of reach')
  t.strictSame(await found(far, 'ann'), [])
  const all = await app.owner.get('/users/search/?q=person')
  t.equal(all.body.length, 10)
  t.notOk(
    all.body.some((user: { username: string }) => user.username === 'person13'),
    'deactivated',
  )
  t.strictSame(all.body[0], { id: mate.account.id, username: 'person10', display_name: 'person10', initials: 'PE' })
  t.equal((await found(app.owner, 'corp.org')).length, 10)
  t.notMatch(all.text, /@/)
  for (const q of ['', 'p', ' p ', '%%', '__']) t.strictSame(await found(app.owner, q), [], JSON.stringify(q))
  t.strictSame((await app.owner.get('/users/search/')).body, [])
  t.equal((await app.anonymous.get('/users/search/?q=ann')).status, 401)
  t.equal((await app.owner.get(`/users/search/?q=${'x'.repeat(300)}`)).status, 400)
  await app.sql('update projects set is_deleted = true')
  t.strictSame(await found(ann, 'person'), [], 'a deleted project brings nobody in reach')
  const named = await ann.post(`/projects/${project.id}/members/`, { user: mate.account.id })
  t.equal(named.status, 404)
})

t.test('what search offers, a project takes; what it hides, a project refuses', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const [mate, far] = [await app.user('mate'), await app.user('far')]
  const shared = await makeProject(ann)
  await joinProject(app, shared.id, mate, 100)
  const project = await makeProject(ann)
  const add = (user: TestUser) => ann.post(`/projects/${project.id}/members/`, { user: user.account.id })
  t.strictSame([await found(ann, 'mate'), (await add(mate)).status], [['mate'], 201])
  t.strictSame([await found(ann, 'far'), (await add(far)).status], [[], 400])
})

t.test('sixty searches a minute', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  const ann = await app.user('ann')
  const answers = await Promise.all(Array.from({ length: 62 }, () => ann.get('/users/search/?q=an')))
  t.equal(answers.filter((answer) => answer.status === 200).length, 60)
  t.equal(answers.filter((answer) => answer.status === 429).length, 2)
})
