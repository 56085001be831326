import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../schedule/build-project.ts'

interface Step {
  causes: { kind: string; task: string | null; link: { predecessor: string } | null }[]
  finish_days: number
}

t.test('what was changed between two moments of a schedule', async (t) => {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' } })
  const max = await app.user('max')
  const eve = await app.user('eve')
  const project = await buildProject(app, [
    [max, 300],
    [eve, 1],
  ])
  const path = `/projects/${project}/schedule/diff/`
  const read = async (query: string, user = eve) => user.get(path + query)
  const make = async (body: object) => (await max.post('/tasks/', { project, ...body })).body.id as string
  const join = async (predecessor: string, successor: string) =>
    (await max.post('/dependencies/', { predecessor, successor, dep_type: 'FS', lag: 0 })).body.id as string
  const moment = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    const at = new Date().toISOString()
    await new Promise((resolve) => setTimeout(resolve, 5))
    return encodeURIComponent(at)
  }
  const empty = await moment()
  const phase = await make({ name: 'Works' })
  const dig = await make({ name: 'Dig', duration: 5, parent_id: phase })
  const pour = await make({ name: 'Pour', duration: 3 })
  const spare = await make({ name: 'Spare', duration: 1 })
  const first = await join(dig, pour)
  await app.runJobs()
  const baseline = (await max.post(`/projects/${project}/baselines/`, { name: 'Signed' })).body.id
  const signed = await moment()
  await max.patch(`/tasks/${dig}/`, { duration: 8 })
  await max.patch(`/dependencies/${first}/`, { lag: 2 })
  const between = await moment()
  const cure = await make({ name: 'Cure', duration: 4 })
  await join(pour, cure)
  await max.delete(`/tasks/${spare}/`)
  await app.runJobs()
  const finish = async () => (await max.get(`/tasks/${cure}/`)).body.early_finish
  const causesOf = (steps: Step[]) => steps.flatMap((step) => step.causes.map((cause) => cause.kind))

  await t.test('from a baseline to now: causes first, each with what it moved', async (t) => {
    const { status, body } = await read(`?from=${baseline}`)
    t.equal(status, 200)
    t.match(body.from, { baseline: { id: baseline, name: 'Signed' } })
    t.match(body.difference.project_finish, ['2026-01-14', await finish()])
    t.same(causesOf(body.difference.steps).toSorted(), [
      'duration',
      'link_added',
      'link_changed',
      'task_added',
      'task_removed',
    ])
    const step = body.difference.steps.find((one: Step) => one.causes[0]?.kind === 'duration')
    t.match(step, { causes: [{ task: dig, before: 5, after: 8 }], finish_days: 5 })
    const moved = body.difference.moved.find((row: { task: string }) => row.task === pour)
    t.match(moved, { task_name: 'Pour', early_finish: ['2026-01-14', '2026-01-21'] })
  })

  await t.test('between two instants, each as it stood', async (t) => {
    const { difference } = (await read(`?from=${signed}&to=${between}`)).body
    t.match(difference.project_finish, ['2026-01-14', '2026-01-21'])
    t.same(causesOf(difference.steps), ['duration', 'link_changed'])
    t.match((await read(`?from=${between}&to=${between}`)).body.difference, { finish_days: 0, steps: [], moved: [] })
    t.match((await read(`?from=${empty}&to=${signed}`)).body, { difference: null }, 'before there was a task')
  })

  await t.test('what cannot be compared is refused by field', async (t) => {
    const cases: [string, string][] = [
      ['', 'from'],
      ['?from=soon', 'from'],
      ['?from=00000000-0000-4000-8000-000000000000', 'from'],
      ['?from=1999-01-01', 'from'],
      [`?from=${between}&to=${signed}`, 'from'],
      [`?from=${signed}&to=2199-01-01`, 'to'],
      [`?from=${signed}&to=nonsense`, 'to'],
    ]
    for (const [query, field] of cases) {
      const refused = await read(query)
      t.same([refused.status, Object.keys(refused.body)], [400, [field]], query)
    }
    t.equal((await read(`?from=${signed}`, await app.user('outsider'))).status, 404)
  })
})
