import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProject, buildTask } from './build-project.ts'

t.test('a plan without estimates simulates with an uncertainty, which the reply names and nobody keeps', async (t) => {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' } })
  const ann = await app.user('ann')
  const project = await buildProject(app, [[ann, 300]])
  const dig = await buildTask(app, project, { duration: 20 })
  const pour = await buildTask(app, project, { duration: 20 })
  await buildLink(app, dig, pour)
  const run = (asked: object) =>
    ann.post(`/projects/${project}/monte-carlo/`, { n_simulations: 500, seed: 3, ...asked })
  const bare = (await run({})).body
  t.equal(bare.p50, bare.p95)
  const rule = { low_percent: -10, high_percent: 30 }
  const wide = (await run({ uncertainty: [rule] })).body
  t.ok(wide.p95 > wide.p50)
  t.same(wide.uncertainty, [{ ...rule, tasks: 2 }])
  t.equal(wide.stored, false)
  t.equal((await ann.get(`/projects/${project}/monte-carlo/history/`)).body.results.length, 1)

  await t.test('by outline code, label and percent done', async (t) => {
    const label = (await ann.post(`/projects/${project}/labels/`, { name: 'Site', color: 'blue' })).body.id
    const labelled = await ann.post(`/projects/${project}/tasks/${pour}/labels/`, { label_id: label })
    t.ok(labelled.status < 300, labelled.text)
    const wbs = (await ann.get(`/tasks/${dig}/`)).body.wbs_path
    const scoped = await run({
      uncertainty: [
        { ...rule, wbs },
        { ...rule, label: 'site' },
        { ...rule, percent_from: 50 },
      ],
      correlation: { share: 0.5, within: 'all' },
    })
    t.same(
      scoped.body.uncertainty.map(({ tasks }: { tasks: number }) => tasks),
      [1, 1, 0],
    )
    t.same(scoped.body.correlation, { share: 0.5, within: 'all' })
  })

  await t.test('what is out of range is refused', async (t) => {
    for (const wrong of [{ low_percent: 1, high_percent: 2 }, { low_percent: -10 }, { ...rule, percent_from: 101 }])
      t.equal((await run({ uncertainty: [wrong] })).status, 400)
    t.equal((await run({ uncertainty: [rule], correlation: { share: 2, within: 'all' } })).status, 400)
  })
})
