import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { makeShareable, share, stranger } from './shared.ts'

const HTML = { Accept: 'text/html' }

t.test('a shared schedule shows the forecast where the sharer allows it, and nowhere else', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { id } = await makeShareable(ann, { start_date: '2026-01-05', status_date: '2026-01-05' })
  const estimates = { optimistic_duration: 4, most_likely_duration: 6, pessimistic_duration: 20 }
  await ann.post('/tasks/', { project: id, name: 'Dredge', duration: 6, ...estimates })
  await app.runJobs()
  const anyone = stranger(app)
  const body = { content_kind: 'schedule', show_forecast: true }
  const open = await share(ann, id, body)
  const closed = await share(ann, id, { content_kind: 'schedule' })

  await app.sql('delete from monte_carlo_runs where project_id = $1', [id])
  t.equal((await anyone.get(open.path)).body.forecast, null, 'before the first simulation')
  t.match((await anyone.get(open.path, HTML)).text, /It was not simulated yet/)
  t.equal((await app.sql('select 1 from monte_carlo_runs where project_id = $1', [id])).length, 0, 'and causes none')

  const run = (await ann.post(`/projects/${id}/monte-carlo/`, { n_simulations: 500, seed: 7 })).body
  const { forecast } = (await anyone.get(open.path)).body
  t.match(forecast, { runs: 500, p50: run.p50, p80: run.p80, p95: run.p95, waits_for_others: false })
  const page = await anyone.get(open.path, HTML)
  t.match(page.text, /<h2>How sure the finish is<\/h2>[\s\S]*Half of the runs finish by/)
  t.notMatch(page.text, /<script/)

  const plain = await anyone.get(closed.path)
  t.notOk('forecast' in plain.body)
  t.notMatch((await anyone.get(closed.path, HTML)).text, /P80|How sure/)
  const listed = (await ann.get(`/projects/${id}/share-links/`)).body
  t.strictSame(
    listed.map((link: { show_forecast?: boolean }) => link.show_forecast),
    [undefined, true],
    'the newest first',
  )
})
