/** A forecast for a sponsor: estimates, a simulation, what the date depends on, and a link that shows it to a guest. */
import t from 'tap'
import { Client } from '../support/client.ts'
import { startApp } from '../support/start-app.ts'

const RUNS = { n_simulations: 500, seed: 7 }

t.test('a forecast presented to a sponsor', async (t) => {
  const app = await startApp(t)
  const noa = await app.user('noa')
  const made = await noa.post('/projects/', { name: 'Ferry', start_date: '2026-03-02', public_sharing: true })
  const project = made.body.id as string
  await noa.patch(`/projects/${project}/`, { status_date: '2026-03-02' })
  const add = async (name: string, [optimistic, likely, pessimistic]: [number, number, number]) => {
    const estimates = {
      optimistic_duration: optimistic,
      most_likely_duration: likely,
      pessimistic_duration: pessimistic,
    }
    return (await noa.post('/tasks/', { project, name, duration: likely, ...estimates })).body.id as string
  }
  const [hull, engine, trial] = [
    await add('Hull', [20, 25, 60]),
    await add('Engine', [10, 12, 14]),
    await add('Sea trial', [4, 5, 9]),
  ]
  for (const predecessor of [hull, engine]) await noa.post('/dependencies/', { predecessor, successor: trial })
  await app.runJobs()

  const simulated = await noa.post(`/projects/${project}/monte-carlo/`, RUNS)
  await t.test('the plan is optimistic, and the forecast says by how much', async (t) => {
    t.equal(simulated.status, 200, simulated.text)
    const { p50, p80, p95, cpm_finish, delta_vs_cpm } = simulated.body
    t.ok(cpm_finish < p50 && p50 <= p80 && p80 <= p95, `${cpm_finish} ${p50} ${p80} ${p95}`)
    t.ok(delta_vs_cpm.p80 > 0, 'days later than planned')
    t.equal(simulated.body.distribution.length, RUNS.n_simulations)
  })

  await t.test('the hull is what it depends on', async (t) => {
    const [first] = simulated.body.sensitivity
    t.equal(first.task_id, hull)
    const why = await noa.get(`/projects/${project}/schedule/derivation/?quantity=p80`)
    t.equal(why.body.value, simulated.body.p80)
  })

  await t.test('asked again with the seed it says the same, and the history keeps both', async (t) => {
    const again = await noa.post(`/projects/${project}/monte-carlo/`, RUNS)
    t.same([again.body.p50, again.body.p80], [simulated.body.p50, simulated.body.p80])
    t.equal((await noa.get(`/projects/${project}/monte-carlo/latest/`)).body.p80, simulated.body.p80)
    t.equal((await noa.get(`/projects/${project}/monte-carlo/history/`)).body.results.length, 2)
  })

  await t.test('a faster hull is tried out without touching the plan', async (t) => {
    const edits = [{ op: 'shift_duration', task: hull, days: -5 }]
    const tried = await noa.post(`/projects/${project}/schedule/what-if/`, { edits, forecast: RUNS })
    t.equal(tried.body.finish_days, -7, 'a week of work')
    t.ok(tried.body.forecast.delta.p80 < 0)
    t.equal((await noa.get(`/tasks/${hull}/`)).body.duration, 25)
  })

  await t.test('the sponsor sees a picture by a link that ends when it is revoked', async (t) => {
    const links = `/projects/${project}/share-links/`
    const link = await noa.post(links, { content_kind: 'schedule', label: 'For the sponsor' })
    t.equal(link.status, 201, link.text)
    const sponsor = new Client(app.url, null)
    const path = `${link.body.share_path}/`
    const page = await sponsor.get(path, { Accept: 'text/html' })
    t.equal(page.status, 200)
    t.match(page.text, '<svg')
    t.match(page.text, 'Sea trial')
    t.equal((await sponsor.get(`/tasks/?project=${project}`)).status, 401, 'and nothing else')
    await noa.post(`${links}${link.body.id}/revoke/`)
    t.equal((await sponsor.get(path)).status, 410)
  })
})
