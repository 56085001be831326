import t from 'tap'
import { framesOf } from '../tasks/support/read-outbox.ts'
import { setStage } from './sprint-stage.ts'

t.test('sprints from a cadence', async (t) => {
  const stage = await setStage(t)
  const { app, project, viewer, member, scheduler, manager, outsider } = stage
  const path = `/projects/${project.id}/sprints/generate/`
  const storedCount = async () => (await app.sql('select 1 from sprints')).length
  const windows = (body: { sprints: { start_date: string; finish_date: string }[] }) =>
    body.sprints.map((row) => `${row.start_date}..${row.finish_date}`)

  await t.test('are previewed without a trace', async (t) => {
    const preview = await member.post(path, { count: 2, start_date: '2026-04-04', dry_run: true })
    t.equal(preview.status, 200)
    t.match(preview.body, { dry_run: true, created_count: 2, skipped_count: 0 })
    t.same(windows(preview.body), ['2026-04-06..2026-04-17', '2026-04-20..2026-05-01'], 'from a Monday on')
    const [first] = preview.body.sprints
    t.match(first, { name: 'Sprint 1', working_days: 10, non_working_days_skipped: 2, status: 'new', id: null })
    t.match(preview.body.capacity_hint, { points: null, basis: 'no_history', sprints_sampled: 0, note: String })
    t.equal(await storedCount(), 0)
    t.equal((await framesOf(app, 'sprint_created')).length, 0)
    t.equal((await viewer.post(path, { count: 1, start_date: '2026-04-06', dry_run: true })).status, 403)
    t.equal((await outsider.post(path, { count: 1, start_date: '2026-04-06' })).status, 404)
  })

  await t.test('are made once, however often the form is sent', async (t) => {
    const form = { count: 3, start_date: '2026-04-06', length_days: 5, name_pattern: 'It {n} {x}', first_index: 7 }
    const [one, other] = await Promise.all([member.post(path, form), member.post(path, form)])
    t.same([one.status, other.status], [201, 201])
    t.equal(one.body.created_count + other.body.created_count, 3)
    t.equal(one.body.skipped_count + other.body.skipped_count, 3)
    const { results } = (await viewer.get(`/projects/${project.id}/sprints/`)).body
    t.same(
      results.map((row: { name: string }) => row.name),
      ['It 7 {x}', 'It 8 {x}', 'It 9 {x}'],
    )
    t.equal((await framesOf(app, 'sprint_created')).length, 3)
    const moved = await member.post(path, { ...form, start_date: '2026-06-01' })
    t.match(moved.body.sprints[0], { status: 'exists', id: null, start_date: '2026-06-01' })
    t.match((await viewer.get(`/projects/${project.id}/sprints/`)).body.results, results, 'and nothing was overwritten')
  })

  await t.test('keep the calendar: inherited, with holidays, and days that work by exception', async (t) => {
    const calendar = (await app.owner.post('/calendars/', { name: 'Works', working_days: 31 })).body.id
    const days = `/calendars/${calendar}/exceptions/`
    await app.owner.post(days, { exc_start: '2026-04-06', exc_end: '2026-04-06' })
    await app.owner.post(days, { exc_start: '2026-04-11', exc_end: '2026-04-11', is_working: true })
    await app.sql('update workspace set calendar_id = $1', [calendar])
    const form = { count: 1, start_date: '2026-04-04', length_days: 5, dry_run: true }
    const { body } = await member.post(path, form)
    t.same(windows(body), ['2026-04-07..2026-04-11'], 'Monday is off, Saturday works')
    t.match(body.sprints[0], { working_days: 5, non_working_days_skipped: 0 })
    const never = (await app.owner.post('/calendars/', { name: 'Never' })).body.id
    await app.sql('update calendars set working_days = 0 where id = $1', [never])
    await app.sql('update projects set calendar_id = $1 where id = $2', [never, project.id])
    const refused = await member.post(path, form)
    t.same([refused.status, refused.body.code], [400, 'calendar_has_no_working_day'])
    const edited = [{ name: 'By hand', start_date: '2026-04-04', finish_date: '2026-04-10' }]
    t.match((await member.post(path, { sprints: edited, dry_run: true })).body.sprints, [{ working_days: 0 }])
    await app.sql('update projects set calendar_id = null')
    await app.sql('update workspace set calendar_id = null')
  })

  await t.test('take rows edited by hand as they are', async (t) => {
    const row = (name: string, more: object = {}) => ({
      name,
      start_date: '2026-07-04',
      finish_date: '2026-07-19',
      ...more,
    })
    const { body } = await member.post(path, { sprints: [row('A'), row('B')], count: 9, start_date: '2026-01-01' })
    t.match(body.sprints, [{ name: 'A', status: 'created', working_days: 10, non_working_days_skipped: 6 }, {}])
    const problem = async (sprints: unknown) => {
      const { status, body } = await member.post(path, { sprints })
      return [status, body]
    }
    t.match(await problem([]), [400, { sprints: {} }])
    t.match(await problem([row('C'), row('C')]), [400, { sprints: Array }])
    const tooLong = await problem([row('C'), row('D', { finish_date: '2026-11-01' })])
    t.match(tooLong, [400, { sprints: [{}, { finish_date: [/120/] }] }])
    t.match(await problem([row('C', { finish_date: '2026-07-04' })]), [400, { sprints: [{ finish_date: Array }] }])
    t.equal(
      (await member.post(path, { sprints: [row('E', { finish_date: '2026-10-31' })], dry_run: true })).status,
      200,
    )
  })

  await t.test('have bounds that are told by field', async (t) => {
    const start_date = '2026-08-03'
    const cases: [object, string[]][] = [
      [{}, ['count', 'start_date']],
      [{ count: 1 }, ['start_date']],
      [{ count: 0, start_date }, ['count']],
      [{ count: 53, start_date }, ['count']],
      [{ count: 1, start_date, length_days: 1 }, ['length_days']],
      [{ count: 1, start_date, length_days: 31 }, ['length_days']],
      [{ count: 1, start_date, name_pattern: 'Sprint' }, ['name_pattern']],
      [{ count: 1, start_date, name_pattern: `${'x'.repeat(198)}{n}` }, ['name_pattern']],
      [{ count: 1, start_date, name_pattern: '{n}'.repeat(66), first_index: 0 }, ['first_index']],
      [{ count: 1, start_date, first_sprint_capacity_points: -1 }, ['first_sprint_capacity_points']],
    ]
    for (const [body, fields] of cases) {
      const refused = await member.post(path, body)
      t.same([refused.status, Object.keys(refused.body)], [400, fields], JSON.stringify(body).slice(0, 80))
    }
    const long = await member.post(path, {
      count: 1,
      start_date,
      name_pattern: `${'{n}'.repeat(66)}xx`,
      first_index: 999,
    })
    t.equal(long.status, 201, '200 characters may hold 66 numbers')
    const longer = await member.post(path, { count: 2, start_date, name_pattern: '{n}'.repeat(66), first_index: 999 })
    t.same([longer.status, Object.keys(longer.body)], [400, ['name_pattern']], 'but the last name has 264 characters')
  })

  await t.test('give the capacity to the first row alone, by those who may', async (t) => {
    const form = { count: 2, start_date: '2026-09-07', name_pattern: 'Cap {n}', first_sprint_capacity_points: 21 }
    const refused = await member.post(path, form)
    t.same([refused.status, Object.keys(refused.body)], [400, ['first_sprint_capacity_points']])
    t.equal((await member.post(path, { ...form, first_sprint_capacity_points: null, dry_run: true })).status, 200)
    await scheduler.post(path, { ...form, count: 1, first_sprint_capacity_points: null })
    await scheduler.post(path, form)
    t.same(
      await app.sql('select capacity_points from sprints where capacity_points is not null'),
      [],
      'it went nowhere',
    )
    await scheduler.post(path, { ...form, first_index: 5 })
    const [row] = await app.sql('select name from sprints where capacity_points = 21')
    t.match(row, { name: 'Cap 5' })
  })

  await t.test('hint at what the team completed of late, to those who may read it', async (t) => {
    await app.sql(`update sprints set state = 'COMPLETED', completed_points = 10 + number % 2, closed_at = now()`)
    const form = { count: 1, start_date: '2026-12-07', dry_run: true }
    t.match((await member.post(path, form)).body.capacity_hint, { basis: 'velocity_average', sprints_sampled: 6 })
    t.ok((await member.post(path, form)).body.capacity_hint.points >= 10)
    t.match((await manager.post(path, form)).body.capacity_hint, {
      basis: 'velocity_average',
      points: null,
      sprints_sampled: null,
    })
  })
})
