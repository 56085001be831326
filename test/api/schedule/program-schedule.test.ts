import t from 'tap'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { recomputeProjectBody } from '../../../jobs/schedule/recompute-project.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'
import { makeProgram, mintAgent } from '../tokens/tokens.ts'
import { buildLink, buildProject, buildTask } from './build-project.ts'

// 2026-01-05 is a Monday; without a calendar Monday to Friday work.

interface Row {
  id: string
  early_start: string
  early_finish: string
}

t.test('the schedule of a program', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const eve = await app.user('eve')
  const program = await makeProgram(app, ann, 1)
  await app.sql(
    'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, 400)',
    [program, bob.account.id],
  )
  const path = `/programs/${program}/schedule/`

  await t.test('of no project, and of projects without tasks, is empty', async (t) => {
    const empty = {
      program_id: program,
      start_date: null,
      finish_date: null,
      projects: [] as object[],
      tasks: [],
      links: [],
      critical_path: [],
      cross_project_edge_count: 0,
    }
    t.same((await ann.get(path)).body, empty)
    const idle = await buildProject(app, [], { programId: program, name: 'Idle' })
    await buildTask(app, idle, { status: 'BACKLOG' })
    const body = { ...empty, projects: [{ id: idle, name: 'Idle', accessible: false }] }
    t.same((await ann.get(path)).body, body)
    await app.sql('update projects set is_deleted = true where id = $1', [idle])
  })

  const assembly = await buildProject(app, [[ann, 1]], {
    programId: program,
    name: 'Assembly',
    code: 'ASM',
    startDate: '2026-01-07',
    statusDate: '2026-01-20',
  })
  const supply = await buildProject(app, [[eve, 400]], { programId: program, name: 'Supply', code: 'SUP' })
  const deliver = await buildTask(app, supply, { name: 'Deliver', duration: 5 })
  const mount = await buildTask(app, assembly, { name: 'Mount', duration: 2 })
  const phase = await buildTask(app, assembly, { name: 'Before', duration: 9 })
  const prepare = await buildTask(app, assembly, { name: 'Prepare', parentId: phase })
  const done = await buildTask(app, assembly, { name: 'Done', isMilestone: true, duration: 3 })
  await buildTask(app, assembly, { status: 'BACKLOG' })
  await buildLink(app, deliver, mount)
  await buildLink(app, mount, done, { lag: 1 })
  await buildLink(app, phase, done)
  await buildLink(app, deliver, prepare, { isPending: true })

  await t.test(
    'places the leaves of all projects, phases left out, and hides what the reader is no member of',
    async (t) => {
      const { status, body } = await ann.get(path)
      t.equal(status, 200)
      const own = { project_id: assembly, is_external: false, is_milestone: false }
      t.same(body, {
        program_id: program,
        start_date: '2026-01-05',
        finish_date: '2026-01-15',
        projects: [
          { id: supply, name: 'Supply', accessible: false },
          { id: assembly, name: 'Assembly', accessible: true },
        ],
        tasks: [
          {
            id: deliver,
            title: 'Deliver',
            project_id: supply,
            is_external: true,
            early_start: '2026-01-05',
            early_finish: '2026-01-09',
          },
          {
            ...own,
            id: prepare,
            name: 'Prepare',
            hex_id: 'ASM-T-3',
            wbs_path: '3',
            early_start: '2026-01-07',
            early_finish: '2026-01-07',
            late_start: '2026-01-14',
            late_finish: '2026-01-14',
            total_float_days: 5,
            is_critical: false,
          },
          {
            ...own,
            id: mount,
            name: 'Mount',
            hex_id: 'ASM-T-1',
            wbs_path: '1',
            early_start: '2026-01-12',
            early_finish: '2026-01-13',
            late_start: '2026-01-12',
            late_finish: '2026-01-13',
            total_float_days: 0,
            is_critical: true,
          },
          {
            ...own,
            id: done,
            name: 'Done',
            hex_id: 'ASM-T-4',
            wbs_path: '4',
            is_milestone: true,
            early_start: '2026-01-15',
            early_finish: '2026-01-15',
            late_start: '2026-01-15',
            late_finish: '2026-01-15',
            total_float_days: 0,
            is_critical: true,
          },
        ],
        links: [
          { predecessor_id: deliver, successor_id: mount, dep_type: 'FS', lag_days: 0, is_cross_project: true },
          { predecessor_id: mount, successor_id: done, dep_type: 'FS', lag_days: 1, is_cross_project: false },
        ],
        critical_path: [mount, done],
        cross_project_edge_count: 1,
      })
    },
  )

  await t.test('opens no project by a role in the program, and is for its members', async (t) => {
    const { body } = await bob.get(path)
    t.same(
      body.projects.map((project: { accessible: boolean }) => project.accessible),
      [false, false],
    )
    const told = ['early_finish', 'early_start', 'id', 'is_external', 'project_id', 'title']
    for (const row of body.tasks) t.same(Object.keys(row).sort(), told, 'title and forecast dates')
    t.equal(body.tasks.length, 4, 'leaves')
    t.notOk(
      body.tasks.some((row: { id: string }) => row.id === phase),
      'nor the phases of a hidden project',
    )
    t.same([body.critical_path, body.links], [[], []], 'nor by the lists beside them')
    t.match(body, { finish_date: '2026-01-15', cross_project_edge_count: 1 })
    t.equal((await eve.get(path)).status, 404, 'a member of a project alone')
    t.equal((await app.anonymous.get(path)).status, 401)
    t.equal((await ann.get('/programs/0198c0de-0000-7000-8000-000000000000/schedule/')).status, 404)
  })

  await t.test('shows the dates that a pass over the program stores', async (t) => {
    await recomputeProjectBody(app.services, { projectId: supply })
    const stored = await app.sql<Row>(
      `select task_id as id, early_start, early_finish from ${TASK_DATES} where task_id <> $1 order by 1`,
      [phase],
    )
    const { tasks } = (await bob.get(path)).body
    const shown = tasks.map(({ id, early_start, early_finish }: Row) => ({ id, early_start, early_finish }))
    t.equal(stored.length, 4)
    t.same(
      shown.sort((left: Row, right: Row) => (left.id < right.id ? -1 : 1)),
      stored,
    )
  })

  await t.test('leaves projects out that keep agents away, for agents', async (t) => {
    const agent = await mintAgent(app, ann)
    t.equal((await agent.get(path)).body.tasks.length, 4)
    await app.sql('update projects set mcp_enabled = false where id = $1', [supply])
    const { body } = await agent.get(path)
    t.same(
      body.projects.map((project: { id: string }) => project.id),
      [assembly],
    )
    t.match(body, { start_date: '2026-01-07', cross_project_edge_count: 0 })
    t.equal(
      body.tasks.find((row: Row) => row.id === mount).early_start,
      '2026-01-07',
      'not redacted but absent, also as a predecessor; the one project left has no data date either',
    )
    t.equal((await ann.get(path)).body.tasks.length, 4, 'people see it as before')
    await app.sql('update projects set mcp_enabled = null where id = $1', [supply])
  })

  await t.test(
    'goes on without a task that cannot be computed, and says why only to a member of its project',
    async (t) => {
      await app.sql('update tasks set actual_start = $2, actual_finish = $3 where id = $1', [
        deliver,
        '2026-01-09',
        '2026-01-06',
      ])
      const partly = await ann.get(path)
      t.equal(partly.status, 200)
      t.same(partly.body.left_out, [{ id: deliver, project_id: supply, title: 'Deliver' }])
      t.notOk(partly.body.tasks.some((row: Row) => row.id === deliver))
      t.ok(partly.body.tasks.some((row: Row) => row.id === mount))
      await joinProject(app, supply, ann, 1)
      t.match((await ann.get(path)).body.left_out, [
        { id: deliver, name: 'Deliver', reason: /actual finish before its actual start/ },
      ])
      await app.sql('update tasks set actual_start = null, actual_finish = null where id = $1', [deliver])
    },
  )

  await t.test('tells a cycle across projects by names to who may read them all', async (t) => {
    const back = await buildLink(app, mount, deliver)
    t.match((await ann.get(path)).body, {
      code: 'program_schedule_invalid_input',
      reason: /Deliver → 1 Mount|Mount → 1 Deliver/,
    })
    const { body } = await bob.get(path)
    t.same(Object.keys(body).sort(), ['code', 'detail', 'task'])
    await app.sql('update dependencies set is_deleted = true where id = $1', [back])
  })

  await t.test('that takes too long is 503', async (t) => {
    const { compute } = app.services
    const original = compute.schedule
    // Made when it is asked for: no thread starts within a millisecond.
    compute.schedule = (columns) => {
      const pool = createComputePool({ threads: 1, maxQueue: 1, deadlineMs: 1 })
      t.teardown(() => pool.close())
      return pool.schedule(columns)
    }
    const { status } = await ann.get(path)
    compute.schedule = original
    t.equal(status, 503)
  })

  await t.test('of more than 5,000 tasks is refused', async (t) => {
    const add = (count: number) =>
      app.sql(
        `insert into tasks (id, project_id, number, name, wbs_order)
         select gen_random_uuid(), $1, 100 + n, 'T' || n, array[100 + n] from generate_series(1, $2::int) n`,
        [supply, count],
      )
    await add(4995)
    const full = await ann.get(path)
    t.equal(full.body.tasks?.length, 4999, 'just as many are not; one of them is a phase')
    await buildTask(app, assembly)
    const refused = await ann.get(path)
    t.match([refused.status, refused.body.code], [422, 'program_schedule_too_large'])
    t.same(Object.keys(refused.body).sort(), ['code', 'detail'])
  })
})
