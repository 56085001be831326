import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { makeProgram } from '../tokens/tokens.ts'
import { buildLink, buildProgram, buildProject, buildTask } from './build-project.ts'

const ESTIMATES = { optimistic: 2, mostLikely: 5, pessimistic: 14 }
const ASKED = { n_simulations: 200, seed: 3, include: ['standard_error'], target_date: '2026-01-12' }

t.test('a chance is told only where the runs know what drives the finish', async (t) => {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' } })
  const ann = await app.user('ann')
  const run = async (project: string, asked: object = ASKED) =>
    (await ann.post(`/projects/${project}/monte-carlo/`, asked)).body

  await t.test('where nothing varies it is said, in place of a certainty without an error', async (t) => {
    const project = await buildProject(app, [[ann, 300]])
    await buildTask(app, project, { duration: 5 })
    const body = await run(project)
    t.strictSame(body.standard_error, null)
    const why_unknown = 'Nothing varies: every run ends on 2026-01-09, so the runs tell no chance.'
    t.strictSame(body.target, { date: '2026-01-12', chance: null, standard_error: null, why_unknown })
    t.match(body.forecast_diagnostic, { deterministic: true, reason: 'no_estimates' })
  })

  await t.test('where what varies is beside the finish, that is said', async (t) => {
    const project = await buildProject(app, [[ann, 300]])
    await buildTask(app, project, { duration: 300 })
    await buildTask(app, project, { duration: 5, ...ESTIMATES })
    t.match((await run(project)).target, { chance: null, why_unknown: /^What varies moves the finish to no other day/ })
  })

  await t.test('where a task of another project drives it, until that task is done', async (t) => {
    const program = await buildProgram(app)
    const fields = { programId: program }
    const [supply, assembly] = [
      await buildProject(app, [[ann, 300]], fields),
      await buildProject(app, [[ann, 300]], fields),
    ]
    const steel = await buildTask(app, supply, { duration: 60 })
    const frame = await buildTask(app, assembly, { duration: 5, ...ESTIMATES })
    t.type((await run(assembly)).target.chance, 'number')
    await buildLink(app, steel, frame)
    t.match((await run(assembly)).target, {
      chance: null,
      standard_error: null,
      why_unknown: /waits for tasks of other projects/,
    })
    t.notOk('why_unknown' in (await run(supply, { ...ASKED, include: [], target_date: undefined })))
    await app.sql(`update tasks set status = 'COMPLETE', percent_complete = 100 where id = $1`, [steel])
    t.type((await run(assembly)).target.chance, 'number')
  })

  await t.test('runs that all agree have an error', async (t) => {
    const project = await buildProject(app, [[ann, 300]])
    await buildTask(app, project, { duration: 5, ...ESTIMATES })
    const { target } = await run(project, { ...ASKED, target_date: '2030-01-01' })
    t.match(target, { chance: 1 })
    t.ok(target.standard_error > 0.001 && target.standard_error < 0.01)
  })

  await t.test('in a program whose finish does not vary there is no error either', async (t) => {
    const program = await makeProgram(app, ann, 300)
    await buildTask(app, await buildProject(app, [[ann, 300]], { programId: program }), { duration: 5 })
    const { status, body } = await ann.post(`/programs/${program}/monte-carlo/`, { n_simulations: 50 })
    t.equal(status, 200)
    t.match(body, { standard_error: null, projects: [{ accessible: true, standard_error: null }] })
  })
})
