import t from 'tap'
import { importSeed, smallSeed } from '../../support/seeds.ts'
import { startApp } from '../../support/start-app.ts'
import { jobPath, tables } from './seed-jobs.ts'

t.setTimeout(180_000)

t.test('a seed becomes a program', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')

  t.test('validation says what it would do and writes nothing', async (t) => {
    const before = await tables(app)
    const reply = await ann.post('/programs/import/validate/', smallSeed())
    t.strictSame(
      [reply.status, reply.body],
      [
        200,
        {
          valid: true,
          errors: [],
          schema_version: '1.0',
          program_slug: 'tram-line',
          program_name: 'Tram line',
          project_count: 2,
          task_count: 6,
          resource_count: 2,
          replaces: null,
        },
      ],
    )
    t.strictSame(await tables(app), before)
  })

  t.test('it is queued with its shell, then filled', async (t) => {
    const queued = await ann.post('/programs/import/', smallSeed())
    t.equal(queued.status, 202)
    t.match(queued.body, { queued: true, replaced_program_id: null })
    const shell = (await ann.get(`/programs/${queued.body.program_id}/`)).body
    t.match(shell, { name: 'Tram line', code: 'tram-line', my_role: 400, project_count: 0 })
    t.equal((await ann.get(jobPath(queued.body))).body.status, 'pending')
    await app.runJobs()
    const job = (await ann.get(jobPath(queued.body))).body
    t.match(job, {
      program: queued.body.program_id,
      status: 'success',
      replace: false,
      error_detail: '',
      result_summary: {
        projects: 2,
        tasks: 6,
        sprints: 0,
        dependencies: 4,
        resources: 2,
        assignments: 2,
        left_out: [],
      },
    })
    t.ok(job.started_at && job.completed_at && job.expires_at > job.created_at)
    const program = (await ann.get(`/programs/${job.program}/`)).body
    t.match(program, { description: 'From the quay to the hill.', project_count: 2, is_sample: false })
    t.strictSame(await app.sql('select content from program_import_jobs'), [{ content: null }])
  })

  t.test('with every field of its rows', async (t) => {
    const [track] = await app.sql<{ id: string }>(`select id from projects where code = 'TRACK'`)
    const tasks = (await ann.get(`/tasks/?project=${track?.id}&page_size=50&ordering=wbs_path`)).body.results
    t.strictSame(
      tasks.map((task: { wbs_path: string }) => task.wbs_path),
      ['1', '1.1', '1.2', '1.10'],
    )
    t.match(tasks[1], {
      name: 'Dig',
      status: 'IN_PROGRESS',
      percent_complete: 40,
      duration: 10,
      planned_start: '2026-03-02',
      actual_start: '2026-03-02',
      is_untouched_seed: true,
      source_kind: 'seed_import',
    })
    t.match(tasks[2], {
      optimistic_duration: 10,
      most_likely_duration: 15,
      pessimistic_duration: 30,
      notes: 'Night shifts only.',
    })
    t.match(tasks[3], { is_milestone: true, duration: 0 })
    t.ok(
      tasks.every((task: { early_start: string | null }) => task.early_start !== null),
      'and it is scheduled',
    )
    const provenance =
      await app.sql(`select distinct source_kind, source_id = j.id as by_job, seeded_at is not null as seeded,
      edited_at from tasks, program_import_jobs j`)
    t.strictSame(provenance, [{ source_kind: 'seed_import', by_job: true, seeded: true, edited_at: null }])
  })

  t.test('clients and webhooks hear of each project once, mail of none', async (t) => {
    const created = await app.sql(`select webhook_name from outbox_events where socket_name = 'project_created'`)
    t.strictSame(created, [{ webhook_name: 'project.created' }, { webhook_name: 'project.created' }])
    t.strictSame(await app.sql(`select 1 from outbox_events where socket_name like 'task_created%'`), [])
    t.strictSame(await app.sql('select 1 from mail_messages'), [])
    const computed = await app.sql(`select count(*)::int as n from outbox_events where socket_name = 'cpm_complete'`)
    t.strictSame(computed, [{ n: 2 }], 'and each is computed once, though a link joins them')
  })

  t.test('what nobody has touched can be taken out again', async (t) => {
    const [track] = await app.sql<{ id: string }>(`select id from projects where code = 'TRACK'`)
    const reply = await ann.post('/tasks/delete-untouched-seeded/', { project: track?.id })
    t.strictSame([reply.status, reply.body], [200, { deleted: 4 }])
  })

  t.test('a job of another program, and one that is none, read alike', async (t) => {
    const [job] = await app.sql<{ id: string }>('select id from program_import_jobs')
    const other = (await ann.post('/programs/', { name: 'Other' })).body.id
    const foreign = await ann.get(`/programs/${other}/import/jobs/${job?.id}/`)
    const absent = await ann.get(`/programs/${other}/import/jobs/01a1f930-0000-7000-8000-000000000000/`)
    t.strictSame([foreign.status, foreign.text], [404, absent.text])
    t.equal((await ann.get(`/programs/${other}/import/jobs/x/`)).status, 404)
  })

  t.test('a multipart file is taken as well, under its name', async (t) => {
    const seed = { ...smallSeed(), program: { ...smallSeed().program, slug: 'second' } }
    const queued = await ann.upload(
      '/programs/import/',
      { name: 'second line.json', bytes: JSON.stringify(seed) },
      { replace: 'false' },
    )
    t.equal(queued.status, 202)
    await app.runJobs()
    t.match((await ann.get(jobPath(queued.body))).body, { status: 'success', filename: 'second line.json' })
    t.strictSame(
      await app.sql('select count(*)::int as n from resources'),
      [{ n: 2 }],
      'equal resources are not doubled',
    )
    t.strictSame(await app.sql('select count(*)::int as n from calendars'), [{ n: 2 }], 'nor calendars')
    const codes = await app.sql(`select code from projects order by code`)
    t.strictSame(
      codes,
      ['SIG', 'SIG2', 'TRACK', 'TRACK2'].map((code) => ({ code })),
    )
  })
})

t.test('what a seed names and the service does not hold is said', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  await app.user('bob')
  const seed = { ...smallSeed(), schema_version: '2.0' }
  seed.accounts = [
    { slug: 'ann', username: 'Ann' },
    { slug: 'bob', username: 'bob', email: 'bob@example.org' },
    { slug: 'zoe', username: 'zoe' },
  ]
  seed.program.lead = 'ann'
  const [track] = seed.projects
  Object.assign(track.tasks[1], { assignee: 'bob', sprint: 's1', color: '#112233' })
  Object.assign(track.tasks[0], { assignments: [{ resource: 'crew' }] })
  Object.assign(track.tasks[2], { assignee: 'ann', assignments: [{ resource: 'ada', units: 9 }] })
  Object.assign(track, {
    sprints: [{ slug: 's1', name: 'One', state: 'ACTIVE', start_date: '2026-03-02', finish_date: '2026-03-13' }],
    baselines: [{ name: 'First', tasks: [{ task: '1.1', start: '2026-03-02' }] }],
    board_columns: ['To do'],
  })
  seed.risks = [{ slug: 'r', title: 'Rain', status: 'OPEN', probability: 2, impact: 3 }]
  seed.events = [{ at: 'A+0', action: 'baseline.capture', target: 'project:track' }]
  const job = await importSeed(app, ann, seed)
  t.equal(job.status, 'success')
  t.strictSame(job.result_summary.left_out, [
    '1 sprints, and which tasks belong to them',
    '1 risks of the program that name no task',
    '1 board layouts',
    '1 events',
    '1 colors of tasks',
    '2 accounts other than your own',
    '1 leads and assignees other than yourself',
    '1 assignments to phases',
    '1 assignments only partly: their units were cut to what is stored',
  ])
  t.equal((await ann.get(`/programs/${job.program}/`)).body.lead, ann.account.id)
  t.strictSame(await app.sql('select assignee_id from tasks where assignee_id is not null'), [
    { assignee_id: ann.account.id },
  ])
  t.strictSame(await app.sql('select count(*)::int as n from accounts'), [{ n: 3 }], 'nobody was made')
  t.strictSame(
    await app.sql('select account_id from program_members'),
    [{ account_id: ann.account.id }],
    'nobody was drawn in',
  )
})

t.test('a baseline keeps when it was captured, its calendar and what was done by then', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const seed = { ...smallSeed(), schema_version: '2.0' }
  const row = { task: '1.1', start: 'A-3', finish: 'A+2!', duration: 4, total_float: -2, actual_start: 'A-2!' }
  seed.projects[0].baselines = [
    {
      name: 'First',
      captured_at: 'A-4T16:40',
      calendar: {
        working_days: 63,
        exceptions: [
          { from: 'A+1', to: 'A+3', working: true },
          { from: 'A+3', to: 'A+4', working: false },
        ],
      },
      tasks: [row],
    },
  ]
  const job = await importSeed(app, ann, seed)
  t.equal(job.status, 'success')
  const anchor = (await app.sql<{ day: string }>(`select to_char(current_date, 'YYYY-MM-DD') as day`))[0]?.day as string
  const day = (offset: number) => new Date(Date.parse(anchor) + offset * 86_400_000).toISOString().slice(0, 10)
  const [kept] = await app.sql(
    `select to_char(b.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at, b.calendar, k.total_float,
      k.actual_start::text, k.actual_finish from baselines b join baseline_tasks k on k.baseline_id = b.id`,
  )
  t.strictSame(kept, {
    at: `${day(-4)}T16:40`,
    calendar: {
      workingDays: 63,
      exceptions: [
        { from: day(1), to: day(2), working: true },
        { from: day(3), to: day(4), working: false },
      ],
    },
    total_float: -2,
    actual_start: day(-2),
    actual_finish: null,
  })
  seed.projects[0].baselines[0].calendar.exceptions[0].to = 'A+0'
  const refused = await ann.post('/programs/import/', { ...seed, program: { ...seed.program, slug: 'other' } })
  t.match([refused.status, JSON.stringify(refused.body)], [400, /The end must not be before the start/])
})

t.test('a template comes with its rule, and one that says too little is refused', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const seed = smallSeed()
  const [task] = seed.projects[0].tasks.slice(-1)
  task.recurrence = { frequency: 'WEEKLY', timezone: 'Europe/Oslo' }
  const refused = await ann.post('/programs/import/', seed)
  t.match([refused.status, JSON.stringify(refused.body)], [400, /WEEKLY needs weekdays/])
  task.recurrence = { frequency: 'WEEKLY', weekdays: 127, time_of_day: '00:00', end_type: 'AFTER_N', end_count: 2 }
  t.equal((await importSeed(app, ann, seed)).status, 'success')
  const rules = (await ann.get('/recurrence-rules/')).body.results
  t.match(rules, [{ frequency: 'WEEKLY', weekdays: 127, time_of_day: '00:00:00', timezone: 'UTC', end_count: 2 }])
  const shown = (await ann.get(`/tasks/${rules[0].task}/`)).body
  t.match(shown, { name: task.name, has_recurrence: true, early_start: null }, 'it is out of the schedule')
})

t.test('replacing', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const first = (await importSeed(app, ann, smallSeed())).program
  const conflict = { program_id: first, name: 'Tram line', code: 'tram-line', project_count: 2, task_count: 6 }

  t.test('takes a confirmation', async (t) => {
    const before = await tables(app)
    const refused = await ann.post('/programs/import/', smallSeed())
    t.strictSame([refused.status, refused.body.code, refused.body.conflict], [409, 'seed_replace_required', conflict])
    const expected = '01a1f930-0000-7000-8000-000000000000'
    const mismatch = await ann.post('/programs/import/', {
      ...smallSeed(),
      replace: true,
      expected_program_id: expected,
    })
    t.strictSame(
      [mismatch.status, mismatch.body.code, mismatch.body.conflict],
      [409, 'seed_replace_mismatch', conflict],
    )
    const asFile = { name: 'x.json', bytes: JSON.stringify(smallSeed()) }
    const wrong = await ann.upload('/programs/import/', asFile, { replace: 'yes', expected_program_id: expected })
    t.strictSame([wrong.status, wrong.body.code], [409, 'seed_replace_mismatch'])
    t.strictSame((await ann.post('/programs/import/validate/', smallSeed())).body.replaces, conflict)
    t.strictSame(await tables(app), before)
  })

  t.test('a badly worded confirmation is a field error', async (t) => {
    const before = await tables(app)
    for (const controls of [
      { replace: 'maybe' },
      { replace: 3 },
      { expected_program_id: 'x' },
      { expected_program_id: [] },
    ]) {
      const reply = await ann.post('/programs/import/', { ...smallSeed(), ...controls })
      t.equal(reply.status, 400)
      t.ok(reply.body[Object.keys(controls)[0] as string], reply.text)
    }
    t.strictSame(await tables(app), before)
  })

  t.test('programs of other people never collide and never show', async (t) => {
    t.equal((await bob.post('/programs/import/validate/', smallSeed())).body.replaces, null)
    const job = await importSeed(app, bob, smallSeed())
    t.equal((await bob.get(`/programs/${job.program}/`)).body.code, 'tram-line-2')
    t.equal((await ann.get(`/programs/${first}/`)).status, 200)
  })

  t.test('nothing gives way before the new program is written', async (t) => {
    const queued = await ann.post('/programs/import/', { ...smallSeed(), replace: true, expected_program_id: first })
    t.strictSame([queued.status, queued.body.replaced_program_id], [202, first])
    t.equal((await ann.get(`/programs/${first}/`)).body.project_count, 2)
    const again = await ann.post('/programs/import/', { ...smallSeed(), replace: true })
    t.strictSame([again.status, again.body.code], [429, 'seed_import_concurrency_limit'], 'not twice at a time')
    await app.runJobs()
    t.match((await ann.get(jobPath(queued.body))).body, {
      status: 'success',
      replace: true,
      replaced_program_id: first,
    })
    t.equal((await ann.get(`/programs/${first}/`)).status, 404)
    t.match((await ann.get(`/programs/${queued.body.program_id}/`)).body, { code: 'tram-line', project_count: 2 })
    const trash = (await ann.get('/projects/trash/')).body
    t.strictSame(trash.map((project: { code: string }) => project.code).sort(), ['SIG', 'TRACK'])
    t.strictSame(
      await app.sql('select is_deleted from program_members where program_id = $1', [first]),
      [{ is_deleted: false }],
      'offline clients of its members learn that it is gone',
    )
    const restored = await ann.post(`/projects/${trash[0].id}/restore/`)
    t.equal(restored.status, 200)
    t.equal(restored.body.program, null, 'on its own')
  })

  t.test('a replacement that fails leaves the old program as it was', async (t) => {
    const [live] = (await ann.get('/programs/')).body.results
    const queued = await ann.post('/programs/import/', { ...smallSeed(), replace: true })
    await app.sql(
      'create or replace function refuse() returns trigger as $$ begin raise exception $q$disk full$q$; end $$ language plpgsql',
    )
    await app.sql('create trigger refuse before insert on acceptance_criteria execute function refuse()')
    await app.sql(`update graphile_worker._private_jobs set max_attempts = 1`)
    await app.runJobs().catch(() => undefined)
    await app.sql('drop trigger refuse on acceptance_criteria')
    const job = (await ann.get(jobPath(queued.body))).body
    t.match(job, { status: 'failed', result_summary: null, error_detail: 'The import failed unexpectedly.' })
    t.match((await ann.get(`/programs/${live.id}/`)).body, { code: 'tram-line', project_count: 2 })
    t.match(
      (await ann.get(`/programs/${queued.body.program_id}/`)).body,
      { project_count: 0 },
      'the shell stays, empty',
    )
  })
})
