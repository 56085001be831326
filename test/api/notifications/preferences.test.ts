import t from 'tap'
import { nextMorning } from '../../../api/notifications/snooze.ts'
import { startApp } from '../../support/start-app.ts'

const MATRIX = '/me/notification-preferences/'

interface Cell {
  readonly id: string
  readonly event_type: string
  readonly channel: string
  readonly enabled: boolean
}

const on = (cells: readonly Cell[]) =>
  cells.filter((cell) => cell.enabled).map((cell) => `${cell.event_type} ${cell.channel}`)

t.test('the matrix has a row for each kind and channel, with its defaults', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const page = (await ann.get(`${MATRIX}?page_size=100`)).body
  t.equal(page.count, 36)
  const cells = page.results as Cell[]
  const mailed = on(cells).filter((name) => name.endsWith('email'))
  t.same(mailed, ['milestone.forecast_shifted email'])
  t.equal(on(cells).length, 17, '16 kinds in the service, one of them by mail as well')
  t.same(
    cells.map((cell) => `${cell.event_type} ${cell.channel}`),
    cells.map((cell) => `${cell.event_type} ${cell.channel}`).sort(),
  )
  t.equal((await ann.get(MATRIX)).body.results[0].id, cells[0]?.id, 'made once')
})

t.test('presets set all of it, only as far as they are known', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const apply = (preset: string) => ann.post(`${MATRIX}apply-preset/`, { preset })
  t.same(on((await apply('signal_only')).body as unknown as Cell[]), [
    'task.blocked in_app',
    'task.due_date_changed in_app',
  ])
  t.equal(on((await apply('everything')).body as unknown as Cell[]).length, 17)
  t.match(await apply('loud'), { status: 400, body: { preset: [/.+/] } })
})

t.test('nobody changes a cell of somebody else, and nothing but whether it is on', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const cell = (await ann.get(MATRIX)).body.results[0] as Cell
  t.equal((await bob.patch(`${MATRIX}${cell.id}/`, { enabled: false })).status, 404)
  const sent = { enabled: !cell.enabled, channel: 'email', event_type: 'other' }
  t.match((await ann.patch(`${MATRIX}${cell.id}/`, sent)).body, { ...cell, enabled: !cell.enabled, updated_at: /.+/ })
})

t.test('digests and do not disturb have a place, and bad values none', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const path = '/me/notification-settings/'
  const first = { dnd_enabled: false, digest_weekday: 6, digest_hour: 17, digest_timezone: '' }
  t.match((await ann.get(path)).body, first)
  t.match((await ann.patch(path, { dnd_enabled: true, digest_timezone: 'Asia/Tokyo' })).body, {
    ...first,
    dnd_enabled: true,
    digest_timezone: 'Asia/Tokyo',
  })
  for (const bad of [{ digest_weekday: 7 }, { digest_hour: 24 }, { digest_timezone: 'Mars/Base' }])
    t.match(await ann.patch(path, bad), { status: 400, body: { [Object.keys(bad)[0] as string]: [/.+/] } })
})

t.test('a member says how a project tells him; cells that are not named stay', async (t) => {
  const app = await startApp(t)
  const [ann, eve] = [await app.user('ann'), await app.user('eve')]
  const project = (await ann.post('/projects/', { name: 'Quay', start_date: '2026-03-02', timezone: 'Europe/Oslo' }))
    .body.id
  const path = `/projects/${project}/notification-preferences/`
  const first = (await ann.get(path)).body
  t.match(first, {
    paused: false,
    quiet_hours_enabled: true,
    quiet_hours_from: '20:00',
    quiet_hours_until: '07:00',
    quiet_hours_timezone: 'Europe/Oslo',
    quiet_hours_timezone_source: 'project',
    matrix: { status_change: { in_app: true, email: false }, sprint_end: { email: true, mobile_push: false } },
    event_delivery: { comment_mention: true, budget_alert: false },
    channel_delivery: { in_app: true, slack: false },
  })
  const sent = { matrix: { risk_created: { slack: false } }, quiet_hours_timezone: 'UTC' }
  const changed = (await ann.patch(path, sent)).body
  t.same(changed, {
    ...first,
    matrix: { ...first.matrix, risk_created: { ...first.matrix.risk_created, slack: false } },
  })
  for (const matrix of [
    { party: { in_app: true } },
    { risk_created: { pigeon: true } },
    { risk_created: { slack: 'no' } },
  ])
    t.match(await ann.patch(path, { matrix }), { status: 400, body: { matrix: /./ } })
  t.equal((await ann.patch(path, { quiet_hours_from: '24:00' })).status, 400)
  t.equal((await eve.get(path)).status, 404)
})

t.test('tomorrow is nine by the clocks of the zone, also where they change that night', (t) => {
  const morning = (now: string, zone: string) => nextMorning(new Date(now), zone).toISOString()
  t.equal(morning('2026-06-10T12:00:00Z', 'Europe/Oslo'), '2026-06-11T07:00:00.000Z')
  t.equal(morning('2026-03-28T22:30:00Z', 'Europe/Oslo'), '2026-03-29T07:00:00.000Z', 'clocks go forward in the night')
  t.equal(morning('2026-10-24T12:00:00Z', 'Europe/Oslo'), '2026-10-25T08:00:00.000Z', 'and back')
  t.equal(morning('2026-06-10T16:00:00Z', 'Asia/Tokyo'), '2026-06-12T00:00:00.000Z', 'it is tomorrow there already')
  t.end()
})
