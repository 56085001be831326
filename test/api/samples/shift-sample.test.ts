import t from 'tap'
import { startApp, type TestApp, type TestUser } from '../../support/start-app.ts'
import { TASK_DATES } from '../../support/task-dates.ts'

const WEEKS = 7
const DAYS = 7 * WEEKS

/** A loaded, computed and simulated sample, recorded as laid around a date `WEEKS` weeks earlier. */
async function agedSample(app: TestApp, user: TestUser): Promise<string> {
  const loaded = await user.post('/programs/load-sample/', {})
  await app.runJobs()
  const programId = loaded.body.program.id
  await app.sql('update programs set sample_anchor = sample_anchor - $2::int where id = $1', [programId, DAYS])
  return programId
}

function storedDates(app: TestApp): Promise<{ key: string; day: string }[]> {
  return app.sql(`
    select 'task ' || external_id || f.field as key, f.day from tasks,
      lateral (values (' planned', planned_start), (' start', actual_start), (' finish', actual_finish)) f(field, day)
      where f.day is not null
    union all select 'project ' || code || f.field, f.day from projects,
      lateral (values (' start', start_date), (' status', status_date)) f(field, day)
    union all select 'run ' || p.code || place || f.field, f.day
      from (select *, row_number() over (partition by project_id order by taken_at) as place from monte_carlo_runs) r
      join projects p on p.id = r.project_id,
      lateral (values (' p50', p50), (' p95', p95), (' plan', cpm_finish), (' first', distribution[1]),
        (' bucket', (r.detail::jsonb->'histogram'->0->>'date')::date)) f(field, day) where f.day is not null
    union all select 'closure ' || description, exc_start from calendar_exceptions where description like 'Regatta%'
    order by 1`)
}

t.test('a sample is moved to the present', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const programId = await agedSample(app, ann)

  t.test('every date of the plan, its forecasts and its closures by the same weeks', async (t) => {
    const before = await storedDates(app)
    const reply = await ann.post(`/programs/${programId}/shift-sample-dates/`)
    t.strictSame([reply.status, reply.body], [200, { shifted: true, days: DAYS }])
    const after = new Map((await storedDates(app)).map(({ key, day }) => [key, day]))
    t.ok(before.length > 70, `${before.length} dates`)
    for (const { key, day } of before) {
      t.equal((Date.parse(after.get(key) ?? '') - Date.parse(day)) / 86_400_000, DAYS, key)
    }
    await app.runJobs()
    const behind = await app.sql(`select t.external_id from tasks t join ${TASK_DATES} on s.task_id = t.id
      join projects p on p.id = t.project_id
      where t.percent_complete < 100 and t.structure_role <> 'container' and s.early_finish < p.status_date`)
    t.strictSame(behind, [], 'its schedule was computed again')
  })

  t.test('once: what is of this week stays, and so do public holidays', async (t) => {
    const reply = await ann.post(`/programs/${programId}/shift-sample-dates/`)
    t.strictSame([reply.status, reply.body], [200, { shifted: false }])
    const christmas = await app.sql<{ day: string }>(
      "select distinct to_char(exc_start, 'MM-DD') as day from calendar_exceptions where description = 'Christmas'",
    )
    t.strictSame(christmas, [{ day: '12-24' }])
  })

  t.test('rows stay untouched seeds', async (t) => {
    const touched = await app.sql('select id from tasks where edited_at is not null')
    t.strictSame(touched, [])
  })
})

t.test('who may move or remove a sample, and which', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const bob = await app.user('bob')
  const programId = await agedSample(app, ann)
  const real = (await ann.post('/programs/', { name: 'Real' })).body.id

  for (const action of ['shift-sample-dates', 'remove-sample']) {
    t.test(`${action} is refused to strangers and members below the owner`, async (t) => {
      t.equal((await app.anonymous.post(`/programs/${programId}/${action}/`)).status, 401)
      t.equal((await bob.post(`/programs/${programId}/${action}/`)).status, 404)
      await app.sql(
        `insert into program_members (id, program_id, account_id, role) values (gen_random_uuid(), $1, $2, 300)
         on conflict do nothing`,
        [programId, bob.account.id],
      )
      t.equal((await bob.post(`/programs/${programId}/${action}/`)).status, 403)
      await app.sql('delete from program_members where account_id = $1', [bob.account.id])
    })

    t.test(`${action} is refused for a program that is none, or that holds a real project`, async (t) => {
      const empty = await ann.post(`/programs/${real}/${action}/`)
      t.strictSame([empty.status, empty.body.code], [400, 'not_a_sample'])
      const project = { name: 'Real work', start_date: '2026-11-02', program: programId }
      const { id } = (await ann.post('/projects/', project)).body
      const mixed = await ann.post(`/programs/${programId}/${action}/`)
      t.strictSame([mixed.status, mixed.body.code], [400, 'not_a_sample'])
      t.equal((await ann.delete(`/projects/${id}/`)).status, 204)
    })
  }

  t.test('without a recorded date nothing can be moved', async (t) => {
    const [row] = await app.sql<{ sample_anchor: string }>('select sample_anchor from programs where id = $1', [
      programId,
    ])
    await app.sql('update programs set sample_anchor = null where id = $1', [programId])
    const reply = await ann.post(`/programs/${programId}/shift-sample-dates/`)
    t.strictSame([reply.status, reply.body.code], [400, 'no_anchor_recorded'])
    await app.sql('update programs set sample_anchor = $2 where id = $1', [programId, row?.sample_anchor])
  })

  t.test('a closed sample cannot be moved, but it can be removed with all that came with it', async (t) => {
    t.equal((await ann.post(`/programs/${programId}/close/`)).status, 200)
    t.equal((await ann.post(`/programs/${programId}/shift-sample-dates/`)).status, 403)
    t.equal((await ann.post(`/programs/${programId}/remove-sample/`)).status, 204)
    t.equal((await ann.get(`/programs/${programId}/`)).status, 404)
    for (const table of [
      'projects where is_sample',
      'tasks',
      'dependencies',
      'monte_carlo_runs',
      'calendars where not is_deleted',
    ]) {
      t.strictSame(await app.sql(`select 1 from ${table}`), [], table)
    }
  })
})

t.test('people and calendars of a sample go with it, unless somebody else has come to need them', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const { id } = (await ann.post('/programs/load-sample/', { sample: 'hospital-move' })).body.program
  const real = (await ann.post('/projects/', { name: 'Real', start_date: '2026-11-02' })).body.id
  const [matron] = await app.sql<{ id: string }>(`select id from resources where name = 'Ward lead'`)
  t.equal((await ann.post('/project-resources/', { project: real, resource: matron?.id })).status, 201)
  t.equal((await ann.post('/resources/', { name: 'Own' })).status, 201)
  t.equal((await ann.post(`/programs/${id}/remove-sample/`)).status, 204)
  const left = await app.sql('select name from resources where not is_deleted order by name')
  t.strictSame(left, [{ name: 'Own' }, { name: 'Ward lead' }])
  t.strictSame(await app.sql('select 1 from calendars where not is_deleted'), [])
})
