/** A planner's first day: signs in, lays out a small plan, sees dates, runs into a loop, loses work and gets it back. */
import t from 'tap'
import { Client } from '../support/client.ts'
import { connectSocket } from '../support/socket-client.ts'
import { startApp } from '../support/start-app.ts'

t.test("a planner's first day", async (t) => {
  const app = await startApp(t)
  await app.user('mia', { password: 'correct horse battery' })
  const signedIn = await app.anonymous.post('/auth/token/', { username: 'mia', password: 'correct horse battery' })
  t.equal(signedIn.status, 200, 'the password opens')
  const mia = new Client(app.url, signedIn.body.access)
  const made = await mia.post('/projects/', { name: 'Footbridge', start_date: '2026-03-02' })
  const project = made.body.id as string
  await mia.patch(`/projects/${project}/`, { status_date: '2026-03-02' })
  const socket = await connectSocket(app, mia, project)
  t.teardown(() => socket.close())

  const add = async (data: object) => (await mia.post('/tasks/', { project, ...data })).body.id as string
  const works = await add({ name: 'Works' })
  const survey = await add({ name: 'Survey', duration: 5, parent_id: works })
  const piling = await add({ name: 'Piling', duration: 8, parent_id: works })
  const opening = await add({ name: 'Opening', is_milestone: true })
  const link = (predecessor: string, successor: string) => mia.post('/dependencies/', { predecessor, successor })
  const datesOf = async (id: string) => {
    await app.runJobs()
    const { early_start, early_finish } = (await mia.get(`/tasks/${id}/`)).body
    return [early_start, early_finish]
  }

  await t.test('what follows waits for what comes before it', async (t) => {
    t.equal((await link(survey, piling)).status, 201)
    t.equal((await link(piling, opening)).status, 201)
    t.same(await datesOf(survey), ['2026-03-02', '2026-03-06'], 'a week from Monday')
    t.same(await datesOf(piling), ['2026-03-09', '2026-03-18'], 'the weekend is free')
    t.same(await datesOf(works), ['2026-03-02', '2026-03-18'], 'the phase spans its tasks')
    const told = await socket.waitFor('task_dates_updated')
    t.ok(told.payload.count > 0, 'whoever looks on is told')
  })

  await t.test('a loop is refused in words, and nothing has changed', async (t) => {
    const refused = await link(opening, survey)
    t.equal(refused.status, 400)
    t.match(refused.text, /Survey|Piling|Opening/, 'the tasks of the loop are named')
    t.equal((await mia.get(`/dependencies/?project=${project}`)).body.count, 2)
  })

  await t.test('a survey that takes longer moves what waits for it', async (t) => {
    t.equal((await mia.patch(`/tasks/${survey}/`, { duration: 7 })).status, 200)
    t.same(await datesOf(piling), ['2026-03-11', '2026-03-20'])
    const summary = (await mia.get(`/projects/${project}/status-summary/`)).body
    t.equal(summary.task_count, 4)
  })

  await t.test('a phase deleted by mistake comes back with all that was in it', async (t) => {
    t.equal((await mia.delete(`/tasks/${works}/`)).status, 204)
    t.equal((await mia.get(`/tasks/?project=${project}`)).body.count, 1)
    t.equal((await mia.post(`/tasks/${works}/restore/`)).status, 200)
    t.same(await datesOf(piling), ['2026-03-11', '2026-03-20'], 'links and dates too')
  })

  await t.test('the evening copy holds the whole plan', async (t) => {
    const sheet = await mia.get(`/projects/${project}/export/plan.csv`)
    t.equal(sheet.status, 200)
    for (const name of ['Works', 'Survey', 'Piling', 'Opening']) t.match(sheet.text, name)
    t.equal((await mia.get(`/projects/${project}/export/plan.json`)).body.tasks.length, 4)
  })
})
