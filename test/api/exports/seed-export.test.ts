import t from 'tap'
import { SAMPLE_KEYS } from '../../../api/samples/sample-file.ts'
import { importSeed, smallSeed } from '../../support/seeds.ts'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'

t.setTimeout(180_000)

// biome-ignore lint/suspicious/noExplicitAny: a document of every shape.
type Json = any

async function exported(user: TestUser, programId: string): Promise<string> {
  const reply = await user.get(`/programs/${programId}/export/`)
  if (reply.status !== 200) throw new Error(`not exported: ${reply.status} ${reply.text}`)
  return reply.text
}

/** The export of what another installation makes of an export. */
async function thereAndBack(t: Parameters<typeof startApp>[0], text: string): Promise<string> {
  const other = await startApp(t)
  const ann = await other.user('ann')
  const job = await importSeed(other, ann, JSON.parse(text))
  if (job.status !== 'success') throw new Error(job.error_detail)
  return exported(ann, job.program)
}

/** A document that says something in every field that the service holds. */
function fullSeed(): Json {
  const seed = smallSeed()
  seed.accounts = [{ slug: 'ann', username: 'ann' }]
  Object.assign(seed.program, {
    color: '#0a7b83',
    lead: 'ann',
    calendar: 'works',
    target_date: '2026-09-01',
    settings: {
      health: 'AT_RISK',
      visibility: 'PRIVATE',
      iteration_label: 'Cycle',
      allow_guests: false,
      mc_history_retention_cap: 0,
      allowed_attachment_types: [],
      risk_slip_propagation: 'block',
      risk_escalation_days: 9,
      rollup_enabled_kpis: [],
      rollup_aggregation_policy: 'average',
    },
  })
  const [track, signals] = seed.projects
  Object.assign(track, {
    description: 'Two kilometres.',
    lead: 'ann',
    default_view: 'BOARD',
    estimation_mode: 'pm_only',
    roster: [{ resource: 'ada', role_title: 'Advisor', units_override: 0, notes: 'Mondays' }],
    settings: {
      health: 'CRITICAL',
      timezone: 'Europe/Oslo',
      board_cadence: 'continuous',
      stale_task_threshold_days: 30,
      end_date_shift_threshold_days: 2,
      prioritization_model: 'wsjf',
      default_member_role: 1,
      show_reporting: false,
      attachments_enabled: true,
      task_duration_change_percent_policy: 'prorate',
      estimation_scale: 'tshirt',
    },
  })
  signals.settings = { inherits_methodology: true, lifecycle: 'draft' }
  signals.methodology = 'HYBRID'
  seed.calendars[0].exceptions.push({ exc_start: '2026-04-04', exc_end: '2026-04-04', is_working: true })
  Object.assign(seed.calendars[1], { hours_per_day: 7.5, timezone: 'Europe/Oslo' })
  Object.assign(track.tasks[2], {
    status: 'ON_HOLD',
    calendar: 'holidays',
    assignee: 'ann',
    external_id: 'T-1',
    priority_rank: 3,
    blocked_reason: 'No rails',
    blocker_type: 'vendor',
    constraint_type: 'FNLT',
    constraint_date: '2026-08-31',
    deadline: '2026-09-01',
    blocking_task: 'signals:1',
    business_value: 8,
    time_criticality: 5,
    risk_reduction: 3,
    job_size: 2,
    reach: 900,
    impact: 1.5,
    confidence: 0.8,
    effort: 2.25,
    value: 7,
    effort_estimate: 12.5,
    governance_class: 'gated',
    duration_unit: 'hours',
    parent_epic: '2',
  })
  track.tasks.push(
    { wbs_path: '2', name: 'Every rail', type: 'epic', delivery_mode: 'kanban' },
    { wbs_path: '3', name: 'Bag', structure_role: 'container', duration: 2 },
    { wbs_path: '3.1', name: 'Small part', is_subtask: true, duration: 1, dor: 'ready', sprint_rank: 4 },
    { wbs_path: '5', name: 'Later', status: 'BACKLOG', type: 'bug', remaining_points: 1, story_points: 3, duration: 1 },
    { wbs_path: '6', name: 'Halfway', duration: 0, estimate: { optimistic: 2, most_likely: null, pessimistic: null } },
    {
      wbs_path: '7',
      name: 'Over',
      status: 'COMPLETE',
      duration: 3,
      actual_start: '2026-03-02',
      actual_finish: '2026-03-04',
    },
    { wbs_path: '8', name: 'Handed over', is_milestone: true, milestone_at: 'end_of_day' },
    {
      wbs_path: '9',
      name: 'Look at the pumps',
      duration: 1,
      is_recurring: true,
      recurrence: {
        ...{ frequency: 'WEEKLY', interval: 2, weekdays: 5, time_of_day: '07:30:00', timezone: 'Europe/Oslo' },
        ...{ end_type: 'AFTER_N', end_count: 4, inherit_assignee: false, inherit_subtasks: true },
      },
    },
  )
  track.baselines = [
    {
      name: 'Promised',
      is_active: true,
      captured_at: '2026-02-27T16:40',
      calendar: { working_days: 63, exceptions: [{ from: '2026-04-03', to: '2026-04-06', working: false }] },
      tasks: [
        {
          ...{ task: '1.1', start: '2026-03-02', finish: '2026-03-04', duration: 3, story_points: 2 },
          ...{ total_float: 0, actual_start: '2026-03-02', actual_finish: '2026-03-05' },
        },
        { task: '7', duration: 3 },
      ],
    },
    {
      name: 'Second thoughts',
      captured_at: '2026-03-01T09:00',
      tasks: [{ task: '7', start: '2026-03-03', finish: '2026-03-05', duration: 3 }],
    },
  ]
  track.risks = [
    {
      slug: 'rain',
      title: 'Rain',
      status: 'MITIGATING',
      probability: 2,
      impact: 3,
      category: 'EXTERNAL',
      response: 'AVOID',
      mitigation_due_date: '2026-03-20',
      trigger: 'Clouds',
      contingency: 'Tents',
      notes: 'It is April',
      tasks: ['1.1', '7'],
    },
  ]
  track.custom_fields = [
    { slug: 'permit', name: 'Permit', field_type: 'TEXT', order: 1, required: true },
    { slug: 'cost', name: 'Cost', field_type: 'NUMBER', order: 2, show_on_card: true },
    { slug: 'inspected', name: 'Inspected', field_type: 'DATE', order: 3 },
    { slug: 'safe', name: 'Safe', field_type: 'BOOLEAN', order: 4 },
    { slug: 'warden', name: 'Warden', field_type: 'USER', order: 5 },
    {
      slug: 'zone',
      name: 'Zone',
      field_type: 'SINGLE_SELECT',
      order: 6,
      options: [{ value: 'n', label: 'North', color: '#0a7b83' }, { value: 's' }],
    },
    {
      slug: 'gear',
      name: 'Gear',
      field_type: 'MULTI_SELECT',
      order: 7,
      options: [{ value: 'crane' }, { value: 'saw' }],
    },
  ]
  track.tasks[1].custom_fields = {
    permit: '',
    cost: 1200.5,
    inspected: '2026-03-03',
    safe: false,
    warden: 'ann',
    zone: 'n',
    gear: ['saw', 'crane'],
  }
  track.tasks[2].custom_fields = { gear: [], cost: 0 }
  track.dependencies.push({ predecessor: '7', successor: '1.1', dep_type: 'SF', lag: -2, lag_unit: 'elapsed' })
  return seed
}

t.test('an export is imported and exported again without a byte of difference', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  for (const [name, seed] of [
    ['small', smallSeed()],
    ['full', fullSeed()],
  ] as const) {
    const job = await importSeed(app, ann, { ...seed, program: { ...seed.program, slug: name } })
    t.equal(job.status, 'success', job.error_detail)
    const first = await exported(ann, job.program)
    // Another installation, so that every key is free there too.
    const fresh = first.replaceAll('"SIG2"', '"SIG"').replaceAll('"TRACK2"', '"TRACK"')
    t.equal(await thereAndBack(t, fresh), fresh, name)
  }
})

t.test('nothing that a document says is lost on the way', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const wanted = fullSeed()
  const job = await importSeed(app, ann, wanted)
  t.strictSame(job.result_summary.left_out, [])
  const document: Json = JSON.parse(await exported(ann, job.program))
  const project = (code: string) => document.projects.find((one: Json) => one.code === code)
  const { slug: _, ...program } = wanted.program
  t.match(document.program, program)
  for (const source of wanted.projects) {
    const { tasks, labels, dependencies, slug, roster, ...fields } = source
    t.match(project(source.code), fields)
    for (const task of tasks) {
      const found = project(source.code).tasks.find((one: Json) => one.wbs_path === task.wbs_path)
      const { skills, assignments, acceptance_criteria, labels: names, duration, ...plain } = task
      t.match(found, plain, `${source.code} ${task.wbs_path}`)
      t.equal(found.duration ?? 0, duration ?? 0)
      t.equal(found.skills?.length, skills?.length)
      t.equal(found.assignments?.length, assignments?.length)
      t.match(found.acceptance_criteria ?? [], acceptance_criteria ?? [])
      t.strictSame(found.labels, names)
    }
    t.equal(project(source.code).dependencies.length, dependencies.length)
  }
  t.match(project('TRACK').roster[0], { resource: 'ada', role_title: 'Advisor', units_override: 0, notes: 'Mondays' })
  t.match(project('SIG').dependencies[1], { predecessor: 'track:1.10', successor: '2', lag: 2 })
})

t.test('a constraint of before a task had children is not told', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const seed = smallSeed()
  seed.projects[0].tasks.push({ wbs_path: '1.1.1', name: 'Part', is_subtask: true, duration: 1 })
  const job = await importSeed(app, ann, seed)
  await app.sql(
    `update tasks set constraint_type = 'MSO', constraint_date = '2026-03-02' where name in ('Dig', 'Street works')`,
  )
  const text = await exported(ann, job.program)
  t.notMatch(text, /MSO/)
  t.equal(await thereAndBack(t, text), text)
})

t.test('bundled samples come back as they were loaded', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  for (const key of SAMPLE_KEYS.filter((each) => each !== 'plant-turnaround')) {
    const { program } = (await ann.post('/programs/load-sample/', { sample: key })).body
    const text = await exported(ann, program.id)
    t.equal(await thereAndBack(t, text), text, key)
  }
})

t.test('the file', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const job = await importSeed(app, ann, smallSeed())
  const path = `/programs/${job.program}/export/`

  t.test('is an attachment, in one fixed form', async (t) => {
    const reply = await ann.get(path)
    t.equal(reply.headers.get('content-disposition'), 'attachment; filename="tram-line.json"')
    t.match(reply.headers.get('content-type'), /^application\/json/)
    t.equal(reply.text, (await ann.get(path)).text)
    t.equal(reply.text, `${JSON.stringify(JSON.parse(reply.text), null, 2)}\n`)
    const keys = Object.keys(JSON.parse(reply.text))
    t.strictSame(keys, [...keys].sort())
  })

  t.test('says what it cannot carry, and holds no address', async (t) => {
    await app.sql(`update resources set email = 'ada@example.org' where name = 'Ada'`)
    await app.sql(`update dependencies set is_pending = true where predecessor_project_id <> successor_project_id`)
    const reply = await ann.get(path)
    t.match(reply.headers.get('x-export-omissions'), /addresses.*1 links between projects that are not agreed/)
    t.notMatch(reply.text, /@/)
    t.notMatch(reply.text, /"predecessor": "track:/)
  })

  t.test('is for Program Managers and above', async (t) => {
    t.equal((await app.anonymous.get(path)).status, 401)
    t.equal((await bob.get(path)).status, 404)
    for (const [role, status] of [
      [200, 403],
      [300, 200],
    ] as const) {
      await setRole(app, job.program, bob.account.id, role)
      t.equal((await bob.get(path)).status, status, `role ${role}`)
    }
  })

  t.test('says when it is larger than an import reads', async (t) => {
    await app.sql(`update tasks set notes = repeat('x', 10000)`)
    await app.sql(
      `insert into tasks (id, project_id, number, name, notes, wbs_order)
       select gen_random_uuid(), p.id, 1000 + n, 'Long', repeat('x', 10000), array[1000 + n]
       from projects p, generate_series(1, 600) n where p.code = 'TRACK'`,
    )
    t.match((await ann.get(path)).headers.get('x-export-omissions'), /larger than the 5 MB that an import reads/)
  })

  t.test('of a program without projects says that it cannot be imported', async (t) => {
    const { id } = (await ann.post('/programs/', { name: 'Empty' })).body
    const reply = await ann.get(`/programs/${id}/export/`)
    t.strictSame(JSON.parse(reply.text).projects, [])
    t.match(reply.headers.get('x-export-omissions'), /has no project/)
  })
})

async function setRole(app: TestApp, programId: string, accountId: string, role: number): Promise<void> {
  await app.sql('delete from program_members where program_id = $1 and account_id = $2', [programId, accountId])
  await app.sql(
    'insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
    [programId, accountId, role],
  )
}
