import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import {
  buildLink,
  buildProgram,
  buildProject,
  buildTask,
  eventsOf,
  webhooksOf,
} from '../../api/schedule/build-project.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'

// 2026-01-05 is a Monday; without a calendar Monday to Friday work.

const COLUMNS =
  'early_start, early_finish, late_start, late_finish, total_float, free_float, is_critical, scheduled_start'

async function scheduleOf(app: TestApp, taskId: string): Promise<unknown[] | null> {
  const [row] = await app.sql(`select ${COLUMNS} from ${TASK_DATES} where task_id = $1`, [taskId])
  return row
    ? Object.values(row).map((value) => (typeof value === 'string' ? value.replace('2026-', '') : value))
    : null
}

t.test('the recompute of a project', async (t) => {
  const app = await startApp(t)
  const recompute = (projectId: string) => recomputeProjectBody(app.services, { projectId })

  await t.test('lays a chain with lag and a milestone on working days and marks it critical', async (t) => {
    const project = await buildProject(app, [])
    const dig = await buildTask(app, project, { duration: 5 })
    const pour = await buildTask(app, project, { duration: 3 })
    const done = await buildTask(app, project, { duration: 4, isMilestone: true })
    const paint = await buildTask(app, project, { duration: 2 })
    const lagged = await buildLink(app, dig, pour, { lag: 2 })
    await buildLink(app, pour, done)
    await recompute(project)
    t.same(await scheduleOf(app, dig), ['01-05', '01-09', '01-05', '01-09', 0, 0, true, '01-05'])
    t.same(await scheduleOf(app, pour), ['01-14', '01-16', '01-14', '01-16', 0, 0, true, '01-14'])
    t.same(await scheduleOf(app, done), ['01-19', '01-19', '01-19', '01-19', 0, 0, true, '01-19'])
    t.same(await scheduleOf(app, paint), ['01-05', '01-06', '01-16', '01-19', 9, 9, false, '01-05'])
    const [link] = await app.sql('select is_driving from dependencies where id = $1', [lagged])
    t.same(link, { is_driving: true })
    const events = await eventsOf(app, project)
    t.same(
      events.map((event) => event.name),
      ['task_dates_updated', 'cpm_complete'],
    )
    const summary = { project_finish: '2026-01-19', critical_path: [dig, pour, done], status_date: '2026-01-05' }
    t.same(events[1]?.payload, summary)
    t.same(await webhooksOf(app, project), [{ name: 'schedule.recalculated', payload: { project, ...summary } }])
    const update = events[0]?.payload as { count: number; tasks: { id: string }[] }
    t.equal(update.count, 4)
    t.same(update.tasks.map((task) => task.id).sort(), [dig, pour, done, paint].sort())
    t.same(
      update.tasks.find((task) => task.id === done),
      {
        id: done,
        early_start: '2026-01-19',
        early_finish: '2026-01-19',
        late_start: '2026-01-19',
        late_finish: '2026-01-19',
        total_float: 0,
        free_float: 0,
        is_critical: true,
        planned_start: null,
        duration: 4,
        scheduled_start: '2026-01-19',
      },
    )
    const [stamped] = await app.sql('select recalculated_at, server_version from projects where id = $1', [project])
    t.ok(stamped?.recalculated_at)
    t.equal(stamped?.server_version, 1, 'a pass bumps no version')
  })

  await t.test('writes and announces only what changed', async (t) => {
    const project = await buildProject(app, [])
    const first = await buildTask(app, project, { duration: 2 })
    const second = await buildTask(app, project, { duration: 2 })
    const apart = await buildTask(app, project, { duration: 1 })
    await buildLink(app, first, second)
    await recompute(project)
    const versions = () => app.sql('select xmin::text from schedule_blocks where project_id = $1', [project])
    const before = await versions()
    await recompute(project)
    t.same(await versions(), before, 'an equal result rewrites no row')
    t.same((await eventsOf(app, project)).map((event) => event.name).slice(2), ['cpm_complete'])
    await app.sql('update tasks set duration = 3 where id = $1', [second])
    await recompute(project)
    t.same((await scheduleOf(app, second))?.slice(0, 2), ['01-07', '01-09'])
    const update = (await eventsOf(app, project)).at(-2)
    t.match(update, { name: 'task_dates_updated', payload: { count: 2 } })
    const listed = update?.payload.tasks as { id: string }[]
    const ids = listed.map((task) => task.id)
    t.same(ids.sort(), [second, apart].sort(), 'the finish moved, and with it the float of the task apart')
  })

  await t.test('keeps holidays, extra working days and the calendars of single tasks', async (t) => {
    const [shared, own] = [newId(), newId()]
    await app.sql(`insert into calendars (id, name, working_days) values ($1, 'Site', 31), ($2, 'Every day', 127)`, [
      shared,
      own,
    ])
    await app.sql(
      `insert into calendar_exceptions (id, calendar_id, exc_start, exc_end, is_working) values
       (gen_random_uuid(), $1, '2026-01-07', '2026-01-07', false), (gen_random_uuid(), $1, '2026-01-10', '2026-01-10', true)`,
      [shared],
    )
    const project = await buildProject(app, [])
    await app.sql('update projects set calendar_id = $2 where id = $1', [project, shared])
    const dig = await buildTask(app, project, { duration: 5 })
    const watch = await buildTask(app, project, { duration: 7 })
    await app.sql('update tasks set calendar_id = $2 where id = $1', [watch, own])
    await recompute(project)
    t.same((await scheduleOf(app, dig))?.slice(0, 2), ['01-05', '01-10'], 'Wednesday off, Saturday on')
    t.same((await scheduleOf(app, watch))?.slice(0, 2), ['01-05', '01-11'])
  })

  await t.test('lays out the remaining work of a task in progress from the data date', async (t) => {
    const project = await buildProject(app, [], { statusDate: '2026-01-08' })
    const dig = await buildTask(app, project, { duration: 5, percentComplete: 40, actualStart: '2026-01-05' })
    const past = await buildTask(app, project, {
      duration: 2,
      percentComplete: 100,
      actualStart: '2026-01-05',
      actualFinish: '2026-01-07',
    })
    const next = await buildTask(app, project, { duration: 1 })
    await buildLink(app, past, next)
    await recompute(project)
    t.same((await scheduleOf(app, dig))?.slice(0, 2), ['01-08', '01-12'])
    t.equal((await scheduleOf(app, dig))?.[7], '01-05', 'its span began when it did')
    t.same((await scheduleOf(app, past))?.slice(0, 2), ['01-05', '01-07'])
    t.same((await scheduleOf(app, next))?.slice(0, 2), ['01-08', '01-08'])
  })

  await t.test('rolls phases up and lets links of a phase reach its tasks', async (t) => {
    const project = await buildProject(app, [])
    const phase = await buildTask(app, project, { duration: 99 })
    const dig = await buildTask(app, project, { parentId: phase, duration: 5 })
    const pour = await buildTask(app, project, { parentId: phase, duration: 3 })
    const after = await buildTask(app, project, { duration: 1 })
    await buildLink(app, dig, pour)
    const fromPhase = await buildLink(app, phase, after)
    await recompute(project)
    t.same(await scheduleOf(app, phase), ['01-05', '01-14', '01-05', '01-14', 0, 0, true, '01-05'])
    t.same((await scheduleOf(app, after))?.slice(0, 2), ['01-15', '01-15'])
    const [link] = await app.sql('select is_driving from dependencies where id = $1', [fromPhase])
    t.same(link, { is_driving: false }, 'a link of a phase is never driving')
    const path = (await eventsOf(app, project)).at(-1)?.payload.critical_path
    t.same(path, [dig, pour, after])
  })

  await t.test(
    'gives no dates to tasks outside the schedulable set and takes them from those that leave it',
    async (t) => {
      const project = await buildProject(app, [])
      const kept = await buildTask(app, project, { duration: 2 })
      const idea = await buildTask(app, project, { status: 'BACKLOG' })
      const epic = await buildTask(app, project, { type: 'epic' })
      const gone = await buildTask(app, project, { isDeleted: true })
      const between = await buildTask(app, project, { status: 'BACKLOG' })
      const inner = await buildTask(app, project, { parentId: between, duration: 4 })
      const leaves = await buildTask(app, project, { duration: 3, plannedStart: '2026-02-02' })
      const link = await buildLink(app, leaves, kept, { depType: 'SS' })
      await recompute(project)
      for (const id of [idea, epic, gone, between]) t.equal(await scheduleOf(app, id), null)
      t.same((await scheduleOf(app, inner))?.slice(0, 2), ['01-05', '01-08'])
      t.same((await scheduleOf(app, kept))?.slice(0, 2), ['02-02', '02-03'])
      await app.sql(`update tasks set status = 'BACKLOG' where id = $1`, [leaves])
      await recompute(project)
      t.equal(await scheduleOf(app, leaves), null)
      t.same((await scheduleOf(app, kept))?.slice(0, 2), ['01-05', '01-06'], 'its links bind nobody any more')
      const tasks = (await eventsOf(app, project)).at(-2)?.payload.tasks as { id: string }[]
      t.match(
        tasks.find((task) => task.id === leaves),
        { early_start: null, is_critical: null, planned_start: '2026-02-02' },
      )
      t.same(await app.sql('select is_driving from dependencies where id = $1', [link]), [{ is_driving: false }])
    },
  )

  await t.test('reads the longest durations and lags as they are', async (t) => {
    const project = await buildProject(app, [])
    const long = await buildTask(app, project, { duration: 36_525 })
    const later = await buildTask(app, project)
    const sooner = await buildTask(app, project, { plannedStart: '2027-01-04' })
    await buildLink(app, long, later, { depType: 'SS', lag: 36_525 })
    await buildLink(app, later, sooner, { lag: -36_525 })
    await buildLink(app, long, sooner, { depType: 'SF', lag: 3, lagUnit: 'elapsed' })
    await recompute(project)
    const dates = (id: string) =>
      app.sql(`select early_start, early_finish from ${TASK_DATES} where task_id = $1`, [id])
    // 7,305 weeks of five days each; elapsed they are 51,135 days.
    const friday = new Date(Date.UTC(2026, 0, 5 + 51_135 - 3)).toISOString().slice(0, 10)
    const monday = new Date(Date.UTC(2026, 0, 5 + 51_135)).toISOString().slice(0, 10)
    t.same(await dates(long), [{ early_start: '2026-01-05', early_finish: friday }])
    t.same(await dates(later), [{ early_start: monday, early_finish: monday }])
    t.same(await dates(sooner), [{ early_start: '2027-01-04', early_finish: '2027-01-04' }])
  })

  await t.test('answers an empty plan with nothing', async (t) => {
    const project = await buildProject(app, [])
    await recompute(project)
    const payload = { project_finish: null, critical_path: [], status_date: '2026-01-05' }
    t.same(await eventsOf(app, project), [{ name: 'cpm_complete', payload }])
    await recompute(newId())
  })

  await t.test('takes today for the data date when the project has none', async (t) => {
    const project = await buildProject(app, [], { statusDate: null })
    await buildTask(app, project)
    await recompute(project)
    t.equal((await eventsOf(app, project)).at(-1)?.payload.status_date, app.services.clock.today())
  })

  await t.test('leaves out what lies on a cycle, dates the rest and says why', async (t) => {
    const project = await buildProject(app, [])
    const [a, b] = [await buildTask(app, project, { name: 'Dig' }), await buildTask(app, project, { name: 'Pour' })]
    await buildLink(app, a, b)
    await recompute(project)
    await buildLink(app, b, a)
    const apart = await buildTask(app, project, { duration: 2 })
    await recompute(project)
    t.same([await scheduleOf(app, a), await scheduleOf(app, b)], [null, null])
    t.same((await scheduleOf(app, apart))?.slice(0, 2), ['01-05', '01-06'])
    const event = (await eventsOf(app, project)).at(-1)
    t.match(event, { name: 'cpm_error', payload: { code: 'cyclic_dependency', error: /Dig → \d Pour|Pour → \d Dig/ } })
    t.same(new Set(event?.payload.offending as string[]), new Set([a, b]))
  })

  await t.test('keeps the stored dates where the pass outlives its deadline and says so', async (t) => {
    const project = await buildProject(app, [])
    const dig = await buildTask(app, project, { duration: 2 })
    await recompute(project)
    const before = await scheduleOf(app, dig)
    await app.sql('update tasks set duration = 5 where id = $1', [dig])
    // Made when the pass asks for it: no thread starts within a millisecond.
    const hurry = () => {
      const pool = createComputePool({ threads: 1, maxQueue: 1, deadlineMs: 1 })
      t.teardown(() => pool.close())
      return pool
    }
    const services = Object.create(app.services, { compute: { get: hurry } })
    await recomputeProjectBody(services, { projectId: project })
    t.same(await scheduleOf(app, dig), before)
    const payload = { error: 'timeout', code: 'timeout', offending: null }
    t.same((await eventsOf(app, project)).at(-1), { name: 'cpm_error', payload })
    await recompute(project)
    t.same((await scheduleOf(app, dig))?.slice(0, 2), ['01-05', '01-09'], 'the next pass is a pass like any other')
  })

  await t.test('says how many rows changed where listing them would be too long', async (t) => {
    const project = await buildProject(app, [])
    await app.sql(
      `insert into tasks (id, project_id, number, name, wbs_order) select gen_random_uuid(), $1, n, 'T' || n, array[n] from generate_series(1, 501) n`,
      [project],
    )
    await recompute(project)
    t.same((await eventsOf(app, project))[0]?.payload, { count: 501, truncated: true })
  })
})

t.test('the recompute of a program', async (t) => {
  const app = await startApp(t)
  const recompute = (projectId: string) => recomputeProjectBody(app.services, { projectId })
  const program = await buildProgram(app)
  const supply = await buildProject(app, [], { programId: program })
  const assembly = await buildProject(app, [], { programId: program, startDate: '2026-01-06' })
  const deliver = await buildTask(app, supply, { duration: 5 })
  const mount = await buildTask(app, assembly, { duration: 2 })
  const prepare = await buildTask(app, assembly, { duration: 1 })
  const link = await buildLink(app, deliver, mount, { isPending: true })

  await t.test('leaves a pending link out', async (t) => {
    await recompute(assembly)
    t.same((await scheduleOf(app, mount))?.slice(0, 2), ['01-06', '01-07'])
    t.equal(await scheduleOf(app, deliver), null, 'each project is computed alone')
  })

  await t.test('computes all projects together once a link is accepted', async (t) => {
    await app.sql('update dependencies set is_pending = false where id = $1', [link])
    await recompute(supply)
    t.same(await scheduleOf(app, deliver), ['01-05', '01-09', '01-05', '01-09', 0, 0, true, '01-05'])
    t.same(await scheduleOf(app, mount), ['01-12', '01-13', '01-12', '01-13', 0, 0, true, '01-12'])
    t.same(
      await scheduleOf(app, prepare),
      ['01-06', '01-06', '01-13', '01-13', 5, 5, false, '01-06'],
      'from its own start',
    )
    t.same((await eventsOf(app, supply)).at(-1), {
      name: 'cpm_complete',
      payload: { project_finish: '2026-01-09', critical_path: [deliver], status_date: null },
    })
    t.same((await eventsOf(app, assembly)).at(-1), {
      name: 'cpm_complete',
      payload: { project_finish: '2026-01-13', critical_path: [mount], status_date: null },
    })
  })

  await t.test('passes of one program at the same time end in the dates of the stored plan', async (t) => {
    await app.sql('update tasks set duration = 6 where id = $1', [deliver])
    await Promise.all([recompute(supply), recompute(assembly), recompute(supply)])
    t.same((await scheduleOf(app, mount))?.slice(0, 2), ['01-13', '01-14'])
  })
})
