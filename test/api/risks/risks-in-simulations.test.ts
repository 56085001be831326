import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.test('what the open risks of the register cost', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const task = async (name: string, more: object = {}) =>
    (await app.owner.post('/tasks/', { project: project.id, name, duration: 10, ...more })).body.id
  const phase = await task('Phase')
  const dig = await task('Dig', { parent_id: phase })
  const delay = { distribution: 'fixed', value: 20 }
  const add = async (fields: object) =>
    (await app.owner.post(`/projects/${project.id}/risks/`, { title: 'R', probability: 3, impact: 3, ...fields })).body
      .id
  const simulate = (asked: object = {}) =>
    app.owner.post(`/projects/${project.id}/monte-carlo/`, { n_simulations: 400, seed: 7, ...asked })
  await app.runJobs()

  await t.test('nothing, unless it is asked for', async (t) => {
    const plain = (await simulate()).body
    const flood = await add({ tasks: [dig, phase], delay })
    const again = (await simulate()).body
    t.same([again.p50, again.p80, again.risks], [plain.p50, plain.p80, undefined])
    const asked = (await simulate({ open_risks: true })).body
    t.ok(asked.p80 > plain.p80, `${asked.p80} is later than ${plain.p80}`)
    t.match(asked.risks, [{ id: flood }])
    t.ok(Math.abs(asked.risks[0].occurrence - 0.5) < 0.1, 'a probability of 3 is every second run')
    t.ok(Math.abs(asked.risks[0].mean_days - 10) < 2, 'half of twenty days on average')
    t.equal(asked.stored, false, 'and the run is not kept')
  })

  await t.test('those that are over, delay nothing or name no scheduled task are left out', async (t) => {
    await add({ title: 'Over', status: 'CLOSED', tasks: [dig], delay })
    await add({ title: 'No delay', tasks: [dig] })
    await add({ title: 'Phase only', tasks: [phase], delay })
    await add({ title: 'No task', delay })
    const dealt = await add({ title: 'Dealt with', status: 'MITIGATING', probability: 1, tasks: [dig], delay })
    const { risks } = (await simulate({ open_risks: true })).body
    t.equal(risks.length, 2)
    t.equal(risks[1].id, dealt)
  })

  await t.test('a simulation in the background counts them too', async (t) => {
    const started = await app.owner.post(`/projects/${project.id}/monte-carlo/start/`, {
      n_simulations: 100,
      open_risks: true,
    })
    t.equal(started.status, 202, started.text)
    await app.runJobs()
    const run = (await app.owner.get(`/projects/${project.id}/task-runs/${started.body.id}/`)).body
    t.equal(run.result_summary.extras.risks.length, 2)
  })
})
