import t from 'tap'
import { startApp, type TestUser } from '../../support/start-app.ts'
import { buildProgram, buildProject, buildTask } from './build-project.ts'

const TABLES = ['tasks', 'dependencies', 'schedule_blocks', 'history_rows', 'outbox_events', 'idempotency_keys']

t.test('what a write would do, and what it did', async (t) => {
  const app = await startApp(t, { env: { MC_SIMULATION_CAP: '200', SVC_THROTTLE_WHATIF_RATE: '1000/min' } })
  const max = await app.user('max')
  const eve = await app.user('eve')
  const project = await buildProject(app, [
    [max, 300],
    [eve, 1],
  ])
  const make = async (body: object) => (await max.post('/tasks/', { project, ...body })).body.id as string
  const join = async (predecessor: string, successor: string) =>
    (await max.post('/dependencies/', { predecessor, successor, dep_type: 'FS', lag: 0 })).body.id as string
  const works = await make({ name: 'Works' })
  const dig = await make({ name: 'Dig', duration: 5, parent_id: works })
  const pour = await make({ name: 'Pour', duration: 3 })
  const side = await make({ name: 'Side', duration: 6 })
  const link = await join(works, pour)
  await app.runJobs()

  const standing = async () => {
    const rows = TABLES.map((table) =>
      app.sql(`select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) from ${table} x`),
    )
    return JSON.stringify(await Promise.all(rows))
  }
  const datesOf = async (id: string) => {
    const { early_start, early_finish, total_float, is_critical } = (await max.get(`/tasks/${id}/`)).body
    return { early_start, early_finish, total_float, is_critical }
  }
  /** Asks without doing; the database stands as before. */
  const ask = async (method: string, path: string, body?: object, user: TestUser = max) => {
    const before = await standing()
    const answer = await user.request(method, `${path}?dry_run=true`, body)
    t.equal(await standing(), before, `${method} ${path} stores nothing`)
    return answer
  }

  await t.test('a longer task moves what follows; causes stand first, with the link that drives it', async (t) => {
    const { status, body } = await ask('PATCH', `/tasks/${dig}/`, { duration: 8 })
    t.equal(status, 200)
    t.match(body, { dry_run: true, status: 200, result: { id: dig, duration: 8 } })
    const { difference } = body
    t.match(difference, { project_finish: ['2026-01-14', '2026-01-19'], finish_days: 5, moved_count: 4 })
    t.match(difference.steps, [{ causes: [{ kind: 'duration', task: dig, before: 5, after: 8 }], finish_days: 5 }])
    const moved = difference.moved.find((row: { task: string }) => row.task === pour)
    t.match(moved, { task_name: 'Pour', early_finish: ['2026-01-14', '2026-01-19'], float_days: 0 })
    t.match(moved.because, { kind: 'predecessor_fs', task: dig, link: { predecessor: works, successor: pour, lag: 0 } })
    t.match(difference.moved.at(-1), { task: side, start_days: 0, finish_days: 0, float_days: 3 })
    t.match(body.forecast, { runs: 200, delta: { p80: 5 } })
  })

  await t.test('what was foretold is what comes about', async (t) => {
    const links = { predecessor: side, successor: pour, dep_type: 'FS', lag: 2 }
    const told = (await ask('POST', '/dependencies/', links)).body
    t.match(told, { status: 201, result: { predecessor: side } })
    t.match(told.difference.joined_critical_path, [side])
    t.match(told.difference.left_critical_path, [dig])
    t.match(told.difference.steps[0].causes, [
      { kind: 'link_added', link: { predecessor: side, successor: pour, lag: 2 } },
    ])
    t.equal((await max.post('/dependencies/', links)).status, 201)
    await app.runJobs()
    for (const { task, early_start, early_finish } of told.difference.moved) {
      if (task === works) continue
      t.match(await datesOf(task), { early_start: early_start[1], early_finish: early_finish[1] })
    }
    t.ok((await datesOf(side)).is_critical)
  })

  await t.test('new tasks are told with the dates they would get, deletions with what they free', async (t) => {
    const made = (await ask('POST', '/tasks/', { project, name: 'New', duration: 4 })).body
    t.match(made.added, [
      { early_start: '2026-01-05', early_finish: '2026-01-08', because: { kind: 'project_start', link: null } },
    ])
    t.equal(made.added[0].task, made.result.id)
    const gone = await ask('DELETE', `/tasks/${side}/`)
    t.match(gone.body, { status: 204, result: null, difference: { project_finish: ['2026-01-19', '2026-01-14'] } })
    const freed = await ask('DELETE', `/dependencies/${link}/`)
    t.match(freed.body, { status: 204, difference: { finish_days: 0 } })
    const operations = [{ op: 'update', id: side, data: { duration: 1 } }]
    const batch = await ask('POST', `/projects/${project}/tasks/bulk/`, { operations })
    t.match(batch.body, { status: 207, result: { applied: [{ id: side, outcome: 'updated' }] } })
    t.match(batch.body.difference, { finish_days: -5 })
  })

  await t.test('a constraint is foretold, and so is doing without it', async (t) => {
    const held = { constraint_type: 'SNET', constraint_date: '2026-01-19', deadline: null }
    const told = await ask('PUT', `/tasks/${side}/constraint/`, held)
    t.match([told.status, told.body], [200, { dry_run: true, status: 200, result: held }])
    t.match(told.body.difference, { project_finish: ['2026-01-19', '2026-02-02'] })
    const done = await max.request('PUT', `/tasks/${side}/constraint/?explain=true`, held)
    t.match(done.body, { ...held, explanation: { difference: { project_finish: ['2026-01-19', '2026-02-02'] } } })
    const freed = await ask('DELETE', `/tasks/${side}/constraint/`)
    t.match(freed.body, { status: 204, result: null, difference: { project_finish: ['2026-02-02', '2026-01-19'] } })
    t.equal((await max.delete(`/tasks/${side}/constraint/`)).status, 204)
    await app.runJobs()
  })

  await t.test('a refused write is refused as ever, and nothing else changes its reply', async (t) => {
    t.equal((await ask('PATCH', `/tasks/${dig}/`, { duration: -1 })).status, 400)
    t.equal((await ask('PATCH', `/tasks/${dig}/`, { duration: 9 }, eve)).status, 403)
    const cycle = { predecessor: pour, successor: dig, dep_type: 'FS', lag: 0 }
    t.match((await ask('POST', '/dependencies/', cycle)).body, { code: 'cyclic_dependency' })
    const unclear = await max.patch(`/tasks/${dig}/?dry_run=perhaps`, { name: 'X' })
    t.same([unclear.status, Object.keys(unclear.body)], [400, ['dry_run']])
    const plain = await max.patch(`/tasks/${dig}/?dry_run=false`, { name: 'Dig' })
    t.equal(plain.body.explanation, undefined)
  })

  await t.test('a key that was sent with a question is free for the write', async (t) => {
    const headers = { 'Idempotency-Key': 'once' }
    const path = `/tasks/${side}/?dry_run=true`
    t.match((await max.request('PATCH', path, { notes: 'x' }, headers)).body, { dry_run: true })
    t.match((await max.request('PATCH', `/tasks/${side}/`, { notes: 'x' }, headers)).body, { notes: 'x' })
  })

  await t.test('a write that is asked to explains what it moved', async (t) => {
    const { status, body } = await max.patch(`/tasks/${side}/?explain=true`, { duration: 9 })
    t.equal(status, 200)
    t.match(body, { id: side, duration: 9, explanation: { difference: { finish_days: 3 } } })
    const moved = body.explanation.difference.moved.find((row: { task: string }) => row.task === pour)
    t.match(moved.because, { kind: 'predecessor_fs', task: side, link: { lag: 2 } })
    t.equal((await max.get(`/tasks/${side}/`)).body.duration, 9)
    const removed = await max.delete(`/tasks/${side}/?explain=1`)
    t.equal(removed.status, 200)
    const { steps } = removed.body.explanation.difference
    const causes = steps.flatMap((step: { causes: { kind: string; task: string | null }[] }) => step.causes)
    t.ok(causes.some((cause: { kind: string; task: string | null }) => cause.task === side))
    t.equal((await max.get(`/tasks/${side}/`)).status, 404)
    await app.runJobs()
    t.match(await datesOf(pour), { early_finish: '2026-01-14' })
  })

  await t.test('the first task of a project is told without a difference', async (t) => {
    const empty = await buildProject(app, [[max, 300]])
    const { body } = await ask('POST', '/tasks/', { project: empty, name: 'First' })
    t.match(body, { difference: null, forecast: null, added: [{ is_critical: true }] })
  })

  await t.test('a link into a project that the caller does not see tells of the own one', async (t) => {
    const program = await buildProgram(app)
    const [own, foreign] = [
      await buildProject(app, [[max, 300]], { programId: program }),
      await buildProject(app, [], { programId: program }),
    ]
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, 300)',
      [program, max.account.id],
    )
    const [from, to] = [await buildTask(app, own), await buildTask(app, foreign, { name: 'Secret' })]
    const asked = await ask('POST', '/dependencies/', { predecessor: from, successor: to, dep_type: 'FS', lag: 0 })
    t.equal(asked.status, 200)
    t.match(asked.body.difference, { moved_count: 0 })
    t.notMatch(JSON.stringify([asked.body.difference, asked.body.added]), /Secret/)
  })
})

t.test('changes of the tree are foretold, and then come about', async (t) => {
  const app = await startApp(t, { env: { MC_SIMULATION_CAP: '200', SVC_THROTTLE_WHATIF_RATE: '1000/min' } })
  const max = await app.user('max')
  const project = await buildProject(app, [[max, 300]])
  const make = async (body: object) => (await max.post('/tasks/', { project, ...body })).body.id as string
  const works = await make({ name: 'Works' })
  const dig = await make({ name: 'Dig', duration: 5, parent_id: works })
  const haul = await make({ name: 'Haul', duration: 2, parent_id: works })
  const pour = await make({ name: 'Pour', duration: 3 })
  await max.post('/dependencies/', { predecessor: works, successor: pour, dep_type: 'FS', lag: 0 })
  await app.runJobs()
  const rows = async () => {
    const tree = await app.sql('select id, parent_id, wbs_order, is_deleted, server_version from tasks order by id')
    return JSON.stringify([tree, await app.sql('select id, is_deleted from dependencies order by id')])
  }
  const at = `/projects/${project}/tasks`
  const asked: [path: string, body?: object][] = [
    [`${at}/${haul}/indent/`],
    [`${at}/${dig}/outdent/`],
    [`${at}/${pour}/reparent/`, { new_parent_id: null }],
    [`${at}/group/`, { task_ids: [pour] }],
    [`${at}/ungroup/`, { task_id: works }],
    [`${at}/reorder/`, { parent_path: '', ordered_ids: [pour, works] }],
  ]
  const told = new Map<string, { difference: { project_finish: string[] } }>()
  for (const [path, body] of asked) {
    const before = await rows()
    const answer = await max.post(`${path}?dry_run=true`, body)
    t.match(
      [answer.status, answer.body],
      [200, { dry_run: true, status: 200, difference: { format: 'svc-diff/1' } }],
      path,
    )
    t.equal(await rows(), before, `${path} stores nothing`)
    told.set(path, answer.body)
  }
  t.strictSame(told.get(`${at}/ungroup/`)?.difference.project_finish, ['2026-01-14', '2026-01-09'], 'its link goes')
  const done = await max.post(`${at}/ungroup/?explain=true`, { task_id: works })
  t.match([done.status, done.body], [200, { lifted_ids: [dig, haul] }])
  t.strictSame(done.body.explanation.difference.project_finish, ['2026-01-14', '2026-01-09'])
  await app.runJobs()
  t.equal((await max.get(`/tasks/${pour}/`)).body.early_finish, '2026-01-07', 'as it was told')

  await app.sql(`update tasks set seeded_at = now(), edited_at = null where id = $1`, [pour])
  const phase = (await max.post(`/projects/${project}/phases/`, { name: 'Later' })).body.id as string
  const others: [method: string, path: string, status: number, body: object][] = [
    ['PATCH', `${at}/classification/`, 200, { subtree: dig, governance_class: 'gated' }],
    ['POST', '/tasks/delete-untouched-seeded/', 200, { project }],
    ['POST', `/tasks/${pour}/split/`, 201, { name: 'Cure' }],
    ['POST', `/projects/${project}/phases/`, 201, { name: 'Last' }],
    ['PATCH', `/projects/${project}/phases/${phase}/`, 200, { name: 'Latest' }],
    ['DELETE', `/projects/${project}/phases/${phase}/`, 204, {}],
  ]
  for (const [method, path, status, body] of others) {
    const before = await rows()
    const answer = await max.request(method, `${path}?dry_run=true`, body)
    t.match([answer.status, answer.body], [200, { dry_run: true, status }], path)
    t.equal(await rows(), before, `${path} stores nothing`)
  }
  await max.delete(`/tasks/${dig}/`)
  const restored = await max.post(`/tasks/${dig}/restore/?dry_run=true`)
  t.match([restored.status, restored.body.difference.project_finish], [200, ['2026-01-07', '2026-01-09']])
  t.equal((await max.get(`/tasks/${dig}/`)).status, 404, 'it stays in the trash')
})
