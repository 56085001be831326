import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { framesOf } from '../tasks/support/read-outbox.ts'

const PATH = '/slip-conflicts/'

t.test('tasks that another project pushes past the end of their sprint', async (t) => {
  const app = await startApp(t)
  const program = (await app.owner.post('/programs/', { name: 'Harbour' })).body.id
  const dated = { program_id: program, status_date: '2026-01-05' }
  const [up, down] = [await buildProject(app, dated), await buildProject(app, dated)]
  const manager = await down.member(300, 'jo')
  const member = await down.member(100)
  const upstreamOnly = await up.member(300)
  const task = async (project: string, fields: object) =>
    (await app.owner.post('/tasks/', { project, name: 'T', duration: 3, ...fields })).body.id
  const dates = { start_date: '2026-01-05', finish_date: '2026-01-16' }
  const sprint = (await app.owner.post(`/projects/${down.id}/sprints/`, { name: 'One', ...dates })).body.id
  const steel = await task(up.id, { name: 'Steel', duration: 4 })
  const phase = await task(down.id, { name: 'Frame' })
  const weld = await task(down.id, { name: 'Weld', parent_id: phase, sprint })
  const paint = await task(down.id, { name: 'Paint', sprint })
  const own = await task(down.id, { name: 'Own', duration: 30, sprint })
  const link = async (predecessor: string, successor: string) =>
    (await app.owner.post('/dependencies/', { predecessor, successor, dep_type: 'FS' })).body.id
  const cross = await link(steel, phase)
  await link(phase, paint)
  await app.owner.post(`/sprints/${sprint}/activate/`, {})
  await app.runJobs()
  const open = async () => (await member.get(`${PATH}?open=true`)).body.results
  const steelTakes = async (duration: number) => {
    await app.owner.patch(`/tasks/${steel}/`, { duration })
    await app.runJobs()
  }
  const tasksOf = (rows: { task: string }[]) => rows.map((row) => row.task).sort()

  await t.test('open when the pass finds them, and not for causes of their own', async (t) => {
    t.same(await open(), [])
    await app.sql('delete from outbox_events')
    await steelTakes(10)
    const rows = await open()
    t.same(tasksOf(rows), [weld, paint].sort(), 'over a phase and a link behind it')
    t.notOk(tasksOf(rows).includes(own))
    const slip = rows.find((row: { task: string }) => row.task === weld)
    t.match(slip, {
      sprint,
      sprint_name: 'One',
      sprint_finish_date: '2026-01-16',
      task_name: 'Weld',
      project_id: down.id,
      dependency: cross,
      upstream_task: { id: steel, title: 'Steel', project_id: up.id },
      pushed_to: '2026-01-21',
      re_slip_count: 0,
      resolution: 'unresolved',
      is_open: true,
    })
    t.same(await framesOf(app, 'slip_conflicts_updated'), [{ project_id: down.id }])
    await app.sql('delete from outbox_events')
    await app.owner.patch(`/tasks/${own}/`, { duration: 31 })
    await app.runJobs()
    t.same(await framesOf(app, 'slip_conflicts_updated'), [], 'nothing new')
  })

  await t.test('are read by members of the project that slips, and acknowledged by its managers', async (t) => {
    const { id } = (await open()).find((row: { task: string }) => row.task === weld)
    const at = `${PATH}${id}/`
    t.match((await member.get(at)).body, { id })
    t.equal((await upstreamOnly.get(at)).status, 404)
    t.equal((await upstreamOnly.post(`${at}acknowledge/`)).status, 404)
    t.equal((await member.post(`${at}acknowledge/`)).status, 403)
    const known = await manager.post(`${at}acknowledge/`)
    t.match(known.body, { acknowledged_by: manager.account.id, acknowledged_by_name: 'jo', is_open: false })
    const again = await app.owner.post(`${at}acknowledge/`)
    t.equal(again.body.acknowledged_at, known.body.acknowledged_at, 'the first stamp stays')
    t.same(await framesOf(app, 'slip_conflict_acknowledged'), [{ id }])
    t.same(tasksOf(await open()), [paint])
  })

  await t.test('open again when they get worse', async (t) => {
    await steelTakes(12)
    const slip = (await open()).find((row: { task: string }) => row.task === weld)
    t.match(slip, { re_slip_count: 1, acknowledged_at: null, pushed_to: '2026-01-23' })
  })

  await t.test('resolve themselves when they slip no more, and refuse to be acknowledged then', async (t) => {
    const { id } = (await open())[0]
    await steelTakes(2)
    t.same(await open(), [])
    const all = (await member.get(`${PATH}?project=${down.id}&sprint=${sprint}&program=${program}`)).body
    t.match(all, { count: 2, results: [{ resolution: 'auto_resolved', is_open: false }, { resolved_at: String }] })
    t.equal((await member.get(`${PATH}?project=${up.id}`)).body.count, 0)
    const refused = await manager.post(`${PATH}${id}/acknowledge/`)
    t.same([refused.status, Array.isArray(refused.body)], [400, true], 'a bare list')
    await steelTakes(15)
    t.match(await open(), [{ resolution: 'unresolved', resolved_at: null }, {}], 'and slip anew')
    await app.owner.delete(`/dependencies/${cross}/`)
    await app.runJobs()
    t.same(await open(), [], 'without the link nothing is pushed')
    t.match((await member.get(`${PATH}${id}/`)).body, { upstream_task: null, dependency: null })
  })
})
