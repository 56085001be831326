import t from 'tap'
import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { comparePlans } from '../../../compute/diff/compare-plans.ts'
import { differenceDocument } from '../../../compute/diff/difference-document.ts'
import { computeDrag } from '../../../compute/explain/drag.ts'
import { lintDocument } from '../../../compute/lint/lint-document.ts'
import { recordsOfPlan } from '../../../compute/lint/lint-facts.ts'
import { lintPlan } from '../../../compute/lint/lint-plan.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import type { Plan, PlanTask } from '../../../compute/plan/plan-document.ts'
import { simulate } from '../../../compute/simulation/simulate.ts'
import { createComputePool } from '../../../compute/workers/pool.ts'
import { joinProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { buildLink, buildProgram, buildProject, buildTask } from './build-project.ts'

t.test('questions about a schedule', async (t) => {
  const app = await startApp(t, {
    env: { MC_SIMULATION_CAP: '500', SVC_THROTTLE_WHATIF_RATE: '1000/min', SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' },
  })
  const ann = await app.user('ann')
  const max = await app.user('max')
  const eve = await app.user('eve')
  const project = await buildProject(app, [
    [ann, 1],
    [max, 300],
  ])
  const phase = await buildTask(app, project, { name: 'Works' })
  const dig = await buildTask(app, project, { name: 'Dig', duration: 5, parentId: phase })
  const pour = await buildTask(app, project, {
    name: 'Pour',
    duration: 3,
    parentId: phase,
    optimistic: 2,
    mostLikely: 3,
    pessimistic: 9,
  })
  const side = await buildTask(app, project, { name: 'Side', duration: 7 })
  const done = await buildTask(app, project, { name: 'Done', isMilestone: true, duration: 0 })
  await buildLink(app, dig, pour)
  await buildLink(app, pour, done, { lag: 1 })
  await buildLink(app, side, done)

  const task = (id: string, name: string, duration: number, rest: Partial<PlanTask> = {}) => ({
    id,
    name,
    duration,
    ...rest,
  })
  const plan: Plan = {
    format: 'svc-plan/1',
    name: 'Bridge',
    start_date: '2026-01-05',
    status_date: '2026-01-05',
    tasks: [
      task(phase, 'Works', 1),
      task(dig, 'Dig', 5, { parent: phase }),
      task(pour, 'Pour', 3, {
        parent: phase,
        optimistic_duration: 2,
        most_likely_duration: 3,
        pessimistic_duration: 9,
      }),
      task(side, 'Side', 7),
      task(done, 'Done', 0, { is_milestone: true }),
    ],
    dependencies: [
      { predecessor: dig, successor: pour },
      { predecessor: pour, successor: done, lag: 1 },
      { predecessor: side, successor: done },
    ],
  }
  const change = (edit: (copy: Required<Pick<Plan, 'dependencies'>> & Plan) => void): Plan => {
    const copy = structuredClone(plan) as Required<Pick<Plan, 'dependencies'>> & Plan
    edit(copy)
    return copy
  }
  const differenceOf = (before: Plan, after: Plan) =>
    differenceDocument(comparePlans(columnsFromPlan(before), columnsFromPlan(after)), before, after)
  const hash = async () => app.sql('select md5(string_agg(t::text, id::text order by id)) as tasks from tasks t')
  const ask = (edits: object[], more: object = {}, client = ann) =>
    client.post(`/projects/${project}/schedule/what-if/`, { edits, ...more })

  await t.test('a list of edits is answered as the library answers it, and touches nothing', async (t) => {
    const before = await hash()
    const { status, body } = await ask([
      { op: 'set_duration', task: dig, duration: 9 },
      { op: 'set_planned_start', task: side, date: '2026-01-19' },
      { op: 'change_link', predecessor: pour, successor: done, new_dep_type: 'SS', lag: 2 },
      { op: 'remove_link', predecessor: side, successor: done },
      { op: 'add_link', predecessor: pour, successor: side, dep_type: 'FF' },
      { op: 'add_task', id: 'test', name: 'Test', duration: 4, parent: phase },
      { op: 'add_link', predecessor: pour, successor: 'test', lag: 2, lag_unit: 'elapsed' },
      { op: 'set_constraint', task: side, constraint_type: 'FNLT', constraint_date: '2026-02-02' },
    ])
    t.equal(status, 200)
    const after = change((copy) => {
      Object.assign(copy.tasks[1] as PlanTask, { duration: 9 })
      Object.assign(copy.tasks[3] as PlanTask, {
        planned_start: '2026-01-19',
        constraint_type: 'FNLT',
        constraint_date: '2026-02-02',
      })
      copy.tasks.push(task('test', 'Test', 4, { parent: phase }))
      copy.dependencies = [
        { predecessor: dig, successor: pour },
        { predecessor: pour, successor: done, dep_type: 'SS', lag: 2 },
        { predecessor: pour, successor: side, dep_type: 'FF' },
        { predecessor: pour, successor: 'test', lag: 2, lag_unit: 'elapsed' },
      ]
    })
    const wanted = differenceOf(plan, after)
    t.same(body, wanted)
    t.equal(
      body.steps.reduce((sum: number, step: { finish_days: number }) => sum + step.finish_days, 0),
      body.finish_days,
    )
    t.ok(body.finish_days > 0)
    t.same(await hash(), before)
    t.same(
      (await ask([{ op: 'set_duration', task: dig, duration: 5 }])).body.steps,
      [],
      'the plan in memory is as it was',
    )
  })

  await t.test('every other edit', async (t) => {
    const cases: [object, (copy: Required<Pick<Plan, 'dependencies'>> & Plan) => void][] = [
      [
        { op: 'shift_duration', task: pour, days: 2 },
        ({ tasks }) =>
          Object.assign(tasks[2] as PlanTask, {
            duration: 5,
            optimistic_duration: 4,
            most_likely_duration: 5,
            pessimistic_duration: 11,
          }),
      ],
      [
        { op: 'set_estimates', task: dig, optimistic_duration: 4, most_likely_duration: 5, pessimistic_duration: 8 },
        ({ tasks }) =>
          Object.assign(tasks[1] as PlanTask, {
            optimistic_duration: 4,
            most_likely_duration: 5,
            pessimistic_duration: 8,
          }),
      ],
      [
        { op: 'set_deadline', task: done, date: '2026-01-09' },
        ({ tasks }) => Object.assign(tasks[4] as PlanTask, { deadline: '2026-01-09' }),
      ],
      [
        {
          op: 'set_progress',
          task: dig,
          percent_complete: 100,
          actual_start: '2026-01-05',
          actual_finish: '2026-01-06',
        },
        ({ tasks }) =>
          Object.assign(tasks[1] as PlanTask, {
            percent_complete: 100,
            actual_start: '2026-01-05',
            actual_finish: '2026-01-06',
          }),
      ],
      [{ op: 'set_project_start', date: '2026-01-12' }, (copy) => Object.assign(copy, { start_date: '2026-01-12' })],
      [{ op: 'set_status_date', date: '2026-01-14' }, (copy) => Object.assign(copy, { status_date: '2026-01-14' })],
      [
        { op: 'remove_task', task: phase },
        (copy) => Object.assign(copy, { tasks: copy.tasks.slice(3), dependencies: copy.dependencies.slice(2) }),
      ],
    ]
    for (const [edit, apply] of cases) {
      const { status, body } = await ask([edit])
      t.same([status, body], [200, differenceOf(plan, change(apply))], JSON.stringify(edit))
    }
  })

  await t.test('the forecast before and after, when asked', async (t) => {
    const { body } = await ask([{ op: 'shift_duration', task: pour, days: 5 }], {
      forecast: { n_simulations: 300, seed: 9 },
    })
    const after = change(({ tasks }) =>
      Object.assign(tasks[2] as PlanTask, {
        duration: 8,
        optimistic_duration: 7,
        most_likely_duration: 8,
        pessimistic_duration: 14,
      }),
    )
    const [was, is] = [plan, after].map((each) => simulate(buildGraph(columnsFromPlan(each)), { runs: 300, seed: 9 }))
    t.match(body, {
      forecast: { runs: 300, seed: 9, delta: { p80: (is?.p80Day ?? 0) - (was?.p80Day ?? 0) } },
      format: 'svc-diff/1',
    })
    t.equal(body.forecast.delta.p50, 7)
    t.equal(
      (await ask([{ op: 'shift_duration', task: pour, days: 5 }], { forecast: { n_simulations: 501 } })).status,
      402,
    )
  })

  await t.test('edits that cannot be made', async (t) => {
    const nothing = '0198c0de-0000-7000-8000-000000000000'
    const reasons: [object, RegExp][] = [
      [{ op: 'set_duration', task: nothing, duration: 1 }, /names a task that is not in the plan/],
      [{ op: 'set_duration', task: done, duration: 1 }, /gives a milestone a duration/],
      [{ op: 'set_duration', task: phase, duration: 1 }, /gives a phase a duration/],
      [{ op: 'remove_link', predecessor: dig, successor: done }, /names a link that is not in the plan/],
      [{ op: 'add_link', predecessor: dig, successor: nothing }, /names a task that is not in the plan/],
      [{ op: 'add_task', id: dig, duration: 1 }, /under an id that is in the plan/],
      [{ op: 'add_task', id: 'x', duration: 1, parent: nothing }, /names a parent/],
      [{ op: 'remove_task', task: nothing }, /names a task/],
    ]
    for (const [edit, detail] of reasons) {
      t.match(await ask([edit]), { status: 400, body: { code: 'invalid_graph_input', detail, edit: 0 } })
    }
    t.match(
      await ask([
        { op: 'add_link', predecessor: dig, successor: pour, dep_type: 'SS' },
        { op: 'remove_link', predecessor: dig, successor: pour },
      ]),
      {
        status: 400,
        body: { detail: /several links/, edit: 1 },
      },
    )
    t.match(await ask([{ op: 'add_link', predecessor: pour, successor: dig }]), {
      status: 400,
      body: { code: 'cyclic_dependency', offending: [dig, pour, dig] },
    })
    t.match(await ask([{ op: 'set_constraint', task: dig, constraint_type: 'MSO' }]), {
      status: 400,
      body: { code: 'invalid_graph_input' },
    })
    t.match(await ask([]), { status: 400, body: { edits: Object } })
    t.match(await ask([{ op: 'explode', task: dig }]), { status: 400 })
    t.equal((await ask([{ op: 'set_duration', task: dig, duration: 1 }], {}, eve)).status, 404)
  })

  await t.test('the check, as a document and as SARIF', async (t) => {
    const { status, body } = await ann.get(`/projects/${project}/schedule/check/`)
    const columns = columnsFromPlan(plan)
    const graph = buildGraph(columns)
    t.equal(status, 200)
    // Each side lists the tasks as it has them: by id here, in outline order there.
    const found = lintDocument(columns, lintPlan(graph, runCpm(graph), recordsOfPlan(plan)), 'Bridge')
    t.same(body.assessment, found.assessment)
    t.same(body.counts, found.counts)
    t.same(body.findings, found.findings)
    const sarif = await ann.get(`/projects/${project}/schedule/check/`, { Accept: 'application/sarif+json' })
    t.match(sarif.headers.get('content-type'), /^application\/sarif\+json/)
    const log = JSON.parse(sarif.text)
    t.equal(log.version, '2.1.0')
    t.equal(log.runs[0].results.length, body.findings.length)
    t.equal((await eve.get(`/projects/${project}/schedule/check/`)).status, 404)
  })

  await t.test('paths and drag', async (t) => {
    const { body } = await ann.get(`/projects/${project}/schedule/paths/`)
    const shape = (paths: { float_days: number; tasks: { task_id: string }[] }[]) =>
      paths.map(({ float_days, tasks }) => [float_days, ...tasks.map(({ task_id }) => task_id)])
    t.same(shape(body.paths), [
      [0, dig, pour, done],
      [2, side],
    ])
    t.match(body.paths[1].joins, { task_id: done, task_name: 'Done', dep_type: 'FS', lag_days: 0, lag_unit: 'working' })
    t.same(shape((await ann.get(`/projects/${project}/schedule/paths/?to=${pour}`)).body.paths), [[0, dig, pour]])
    t.equal((await ann.get(`/projects/${project}/schedule/paths/?max_float=1`)).body.paths.length, 1)
    t.equal((await ann.get(`/projects/${project}/schedule/paths/?limit=1`)).body.paths.length, 1)
    for (const query of [`to=${phase}`, `to=${project}`, 'to=x', 'limit=0', 'max_float=-1'])
      t.equal((await ann.get(`/projects/${project}/schedule/paths/?${query}`)).status, 400, query)
    const drag = await ann.get(`/projects/${project}/schedule/drag/`)
    const graph = buildGraph(columnsFromPlan(plan))
    const wanted = computeDrag(graph, runCpm(graph)).map((each) => [plan.tasks[each.task]?.id, each.dragDays])
    t.same(
      drag.body.tasks.map((each: { task_id: string; drag_days: number }) => [each.task_id, each.drag_days]),
      wanted,
    )
  })

  await t.test('the project against a plan document and against another project', async (t) => {
    const exported = await max.get(`/projects/${project}/export/plan.json`)
    const now = JSON.parse(exported.text) as Plan
    const then = structuredClone(now)
    Object.assign(then.tasks.find(({ name }) => name === 'Dig') as PlanTask, { duration: 2 })
    const against = (document: object | string, client = ann) =>
      client.upload(`/projects/${project}/schedule/difference/`, {
        name: 'plan.json',
        bytes: typeof document === 'string' ? document : JSON.stringify(document),
      })
    const { status, body } = await against(then)
    t.equal(status, 200)
    t.same(body, differenceOf(then, now))
    t.match(body.steps, [{ causes: [{ kind: 'duration', task_name: 'Dig', before: 2, after: 5 }] }])
    t.same((await against(now)).body.steps, [], 'an export does not differ from its project')
    t.match(await against('{'), { status: 400, body: { code: 'invalid_graph_input' } })
    t.match(await against('[]'), { status: 400, body: { code: 'invalid_graph_input' } })
    t.match(await against({ ...now, tasks: [{ id: 'a', duration: -1 }] }), {
      status: 400,
      body: { code: 'invalid_graph_input' },
    })
    t.equal((await against(now, eve)).status, 404)

    const copy = await buildProject(app, [[ann, 1]])
    await buildTask(app, copy, { name: 'Works' })
    const url = `/projects/${project}/schedule/difference/`
    const other = await ann.get(`${url}?project=${copy}`)
    t.equal(other.status, 200)
    t.equal(
      other.body.steps.filter((step: { causes: { kind: string }[] }) => step.causes[0]?.kind === 'task_added').length,
      4,
    )
    const hidden = await buildProject(app, [[eve, 1]])
    t.equal((await ann.get(`${url}?project=${hidden}`)).status, 404)
    t.equal((await ann.get(`${url}?project=0198c0de-0000-7000-8000-000000000000`)).status, 404)
    t.equal((await ann.get(url)).status, 400)
  })

  await t.test('a path through a project that the reader cannot see tells no names', async (t) => {
    const program = await buildProgram(app)
    const [own, hidden] = [
      await buildProject(app, [[ann, 1]], { programId: program }),
      await buildProject(app, [], { programId: program }),
    ]
    await joinProject(app, hidden, eve, 1)
    const [from, to] = [
      await buildTask(app, hidden, { name: 'Secret', duration: 4 }),
      await buildTask(app, own, { name: 'Seen', duration: 2 }),
    ]
    await buildLink(app, from, to)
    const { body, text } = await ann.get(`/projects/${own}/schedule/paths/`)
    t.match(body.paths[0].tasks, [
      { task_id: from, task_name: null, total_float: null, is_critical: null },
      { task_id: to, task_name: 'Seen', total_float: 0 },
    ])
    t.notMatch(text, /Secret/)
    const drag = async () =>
      (await ann.get(`/projects/${own}/schedule/drag/`)).body.tasks.map((row: { task_name: string }) => row.task_name)
    t.same(await drag(), ['Seen'], 'what is critical elsewhere is not listed')
    await app.sql(
      'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, 400)',
      [program, ann.account.id],
    )
    const asProgramAdmin = await ann.get(`/projects/${own}/schedule/paths/`)
    t.match(asProgramAdmin.body.paths[0].tasks[0], { task_name: 'Secret', total_float: null, is_critical: null })
    t.same(await drag(), ['Seen'], 'a role in the program tells titles and dates')
  })

  await t.test('what takes too long or finds the queue full is 503, and work ends with the client', async (t) => {
    const { compute } = app.services
    const original = compute.ask
    t.teardown(() => {
      compute.ask = original
    })
    const url = `/projects/${project}/schedule/check/`
    // Made when it is asked for: no thread starts within a millisecond.
    compute.ask = (columns, asked) => {
      const pool = createComputePool({ threads: 1, maxQueue: 1, deadlineMs: 1 })
      t.teardown(() => pool.close())
      return pool.ask(columns, asked)
    }
    const late = await ann.get(url)
    t.same([late.status, late.headers.get('retry-after')], [503, '5'])
    const narrow = createComputePool({ threads: 1, maxQueue: 0, deadlineMs: 20_000 })
    t.teardown(() => narrow.close())
    compute.ask = (columns, asked, options) => narrow.ask(columns, asked, options)
    const both = await Promise.all([ann.get(url), ann.get(url), ann.get(url)])
    t.ok(both.some(({ status, headers }) => status === 503 && headers.get('retry-after') === '5'))
    t.ok(both.some(({ status }) => status === 200))
    const { promise, resolve } = Promise.withResolvers<string>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    compute.ask = (_columns, _asked, options) => {
      options?.signal?.addEventListener('abort', () => resolve('aborted'))
      begin()
      return new Promise(() => undefined)
    }
    const leaving = new AbortController()
    const request = fetch(`${app.url}/api/v1${url}`, {
      headers: { Authorization: `Bearer ${ann.token}` },
      signal: leaving.signal,
    })
    await begun
    leaving.abort()
    await t.rejects(request)
    t.equal(await promise, 'aborted')
  })

  await t.test('a project without tasks has no answers', async (t) => {
    const empty = await buildProject(app, [[ann, 1]])
    for (const page of ['check', 'paths', 'drag'])
      t.match(await ann.get(`/projects/${empty}/schedule/${page}/`), {
        status: 400,
        body: { code: 'invalid_graph_input' },
      })
  })
})
