import t from 'tap'
import { isQuiet, quietUntil } from '../../../api/notifications/sending/quiet-hours.ts'
import { wrapText } from '../../../api/notifications/sending/wrap-text.ts'
import { cleanNotificationsBody, mailNotificationsBody } from '../../../jobs/notifications/mail-notifications.ts'
import { keptMails } from '../../support/mail.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'
import { buildProject } from '../tasks/support/build-project.ts'

t.setTimeout(120_000)

t.test('mail of what somebody was told', async (t) => {
  const clock = handClock('2026-03-02T10:00:00Z')
  const app = await startApp(t, { clock })
  const project = await buildProject(app)
  const ann = await project.member(100, 'ann')
  await app.sql(`update accounts set email = 'ann@example.org' where id = $1`, [ann.account.id])
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  const comments = `/projects/${project.id}/tasks/${task}/comments/`
  const cells = (await ann.get('/me/notification-preferences/')).body.results as { id: string; [key: string]: string }[]
  const cell = cells.find((one) => one.event_type === 'mention_individual' && one.channel === 'email')
  await ann.patch(`/me/notification-preferences/${cell?.id}/`, { enabled: true })
  const own = `/projects/${project.id}/notification-preferences/`
  let sent = 0
  /** How many mails one mention led to, six minutes later. */
  const mailed = async (meanwhile = async () => {}) => {
    await app.owner.post(comments, { body: '@ann, deep enough?' })
    await app.runJobs()
    await mailNotificationsBody(app.services)
    await app.runJobs()
    t.equal(keptCount(), sent, 'not at once')
    await meanwhile()
    await app.sql(`update notifications set created_at = created_at - interval '6 minutes'`)
    for (let run = 0; run < 2; run++) await mailNotificationsBody(app.services)
    await app.runJobs()
    const count = keptCount() - sent
    sent += count
    return count
  }
  const sendDue = async () => {
    await mailNotificationsBody(app.services)
    await app.runJobs()
  }
  const keptCount = () => {
    try {
      return keptMails(app).length
    } catch {
      return 0
    }
  }

  await t.test('goes out once, some minutes later', async (t) => {
    t.equal(await mailed(), 1)
    const [mail] = keptMails(app)
    t.match(mail?.headers.get('subject'), /mentioned you on Dig/)
    t.match(mail?.text, /@ann, deep enough\?/)
    t.match(mail?.text, new RegExp(`/projects/${project.id}/tasks/${task}`))
    t.match(mail?.text, /settings\/notifications/)
  })

  await t.test('not to who has read it, left, or wants none', async (t) => {
    t.equal(await mailed(async () => void (await ann.post('/me/notifications/mark-all-read/'))), 0, 'read')
    const isMember = (is: boolean) =>
      app.sql('update project_members set is_deleted = $2 where account_id = $1', [ann.account.id, !is])
    t.equal(await mailed(async () => void (await isMember(false))), 0, 'left')
    await isMember(true)
    await ann.patch('/me/notification-settings/', { dnd_enabled: true })
    t.equal(await mailed(), 0, 'not to be disturbed')
    await ann.patch('/me/notification-settings/', { dnd_enabled: false })
    await ann.patch(own, { matrix: { comment_mention: { email: false } } })
    t.equal(await mailed(), 0, 'not of this project')
    await ann.patch(own, { matrix: { comment_mention: { email: true } } })
    t.equal(await mailed(), 1)
  })

  await t.test('not in quiet hours, by the clocks of the project', async (t) => {
    await app.sql(`update projects set timezone = 'Asia/Tokyo'`)
    await ann.patch(own, { quiet_hours_from: '18:30', quiet_hours_until: '19:30' })
    t.equal(await mailed(), 0, 'seven in the evening there')
    t.equal(await mailed(), 0)
    const rows = (await ann.get('/me/notifications/?unread_only=true')).body.results
    t.ok(rows.length >= 2, 'and told in the app all the same')
    await ann.patch(`/me/notifications/${rows[0].id}/`, { is_read: true })
    clock.advance(20 * 60)
    await sendDue()
    t.equal(keptCount(), sent, 'not before they end')
    clock.advance(10 * 60)
    for (let run = 0; run < 2; run++) await sendDue()
    t.equal(keptCount() - sent, 1, 'then what was not read meanwhile, once')
  })
})

t.test('a mail names the address that stops its kind, for mail readers and people', async (t) => {
  const app = await startApp(t, { env: { SVC_PUBLIC_URL: 'https://svc.example.org' } })
  const project = await buildProject(app)
  const ann = await project.member(100, 'ann')
  const task = (await app.owner.post('/tasks/', { project: project.id, name: 'Dig' })).body.id
  // A group of people who are mailed whatever their own matrix says.
  const group = { name: 'divers', email_default_on: true }
  const made = await app.owner.post(`/projects/${project.id}/mention-groups/`, group)
  t.equal(made.status, 201)
  await app.owner.post(`/projects/${project.id}/mention-groups/${made.body.id}/add-member/`, { user: ann.account.id })
  await ann.patch(`/projects/${project.id}/notification-preferences/`, { quiet_hours_enabled: false })
  const mailed = async () => {
    const comments = `/projects/${project.id}/tasks/${task}/comments/`
    t.equal((await app.owner.post(comments, { body: '@divers, deep enough?' })).status, 201)
    await app.sql(`update notifications set created_at = created_at - interval '6 minutes'`)
    await mailNotificationsBody(app.services)
    await app.runJobs()
    return keptMails(app)
  }
  const [mail, ...others] = await mailed()
  t.same(others, [])
  const address = /^<(.*)>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  t.match(address, /^https:\/\/svc\.example\.org\/api\/v1\/notifications\/unsubscribe\/[\w.-]+\/$/)
  t.equal(mail?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
  const at = `${app.url}${new URL(address).pathname}`
  const looked = await fetch(at)
  t.equal(looked.status, 200)
  t.match(await looked.text(), /<form method="post">/)
  t.equal((await mailed()).length, 2, 'looking changes nothing')
  for (let again = 0; again < 2; again++) {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    t.equal((await fetch(at, { method: 'POST', body })).status, 200)
  }
  t.equal((await mailed()).length, 2)
  // Not its last character, of which some bits mean nothing.
  const forged = `${at.slice(0, -10)}${at.at(-10) === 'x' ? 'y' : 'x'}${at.slice(-9)}`
  t.equal((await fetch(forged, { method: 'POST' })).status, 404, 'an address that nobody was sent')
  const cells = (await ann.get('/me/notification-preferences/?page_size=100')).body.results
  const cell = cells.find((one: Cell) => one.event_type === 'mention_group' && one.channel === 'email')
  t.equal(cell.enabled, false)
  await ann.patch(`/me/notification-preferences/${cell.id}/`, { enabled: true })
  t.equal((await mailed()).length, 3, 'until it is turned on again')
})

interface Cell {
  readonly event_type: string
  readonly channel: string
}

t.test('what was read and put away goes after ninety days', async (t) => {
  const clock = handClock('2026-06-01T10:00:00Z')
  const app = await startApp(t, { clock })
  const add = (isRead: boolean, isArchived: boolean, readAt: string) =>
    app.sql(
      `insert into notifications (id, account_id, event_type, category, subject, is_read, is_archived, read_at, created_at)
       values (gen_random_uuid(), $1, 'task.assigned', 'tasks', $2, $3, $4, $5, '2026-01-01')`,
      [app.owner.account.id, readAt, isRead, isArchived, readAt],
    )
  await add(true, true, '2026-03-01')
  await add(true, true, '2026-03-10')
  await add(true, false, '2026-02-01')
  await add(false, true, '2026-02-02')
  await cleanNotificationsBody(app.services)
  const left = await app.sql<{ subject: string }>('select subject from notifications order by 1')
  t.same(
    left.map(({ subject }) => subject),
    ['2026-02-01', '2026-02-02', '2026-03-10'],
  )
})

t.test('text is wrapped between words', async (t) => {
  const line = `${'word '.repeat(20)}end`
  t.ok(
    wrapText(line)
      .split('\n')
      .every((one) => one.length <= 72),
  )
  t.equal(wrapText(line).replaceAll('\n', ' '), line)
  const address = `https://example.org/${'x'.repeat(90)}`
  t.equal(wrapText(`See ${address} now`), `See\n${address}\nnow`)
})

t.test('quiet hours follow the clocks of their zone, also when these are changed', async (t) => {
  const night = { quiet_hours_enabled: true, quiet_hours_from: '20:00', quiet_hours_until: '07:00' }
  const at = (instant: string, zone = 'UTC', hours = night) => isQuiet(hours, new Date(instant), zone)
  t.same(
    ['19:59', '20:00', '23:59', '00:00', '06:59', '07:00'].map((time) => at(`2026-03-02T${time}:00Z`)),
    [false, true, true, true, true, false],
  )
  t.equal(at('2026-03-02T11:30:00Z', 'Asia/Tokyo'), true, '20:30 there')
  // Berlin goes to summer time on 29 March 2026: seven o'clock is 06:00 in UTC before, and 05:00 after.
  t.same([at('2026-03-28T05:30:00Z', 'Europe/Berlin'), at('2026-03-30T05:30:00Z', 'Europe/Berlin')], [true, false])
  // Back on 25 October: the hour from two to three comes twice, and both are night.
  t.same([at('2026-10-25T00:30:00Z', 'Europe/Berlin'), at('2026-10-25T01:30:00Z', 'Europe/Berlin')], [true, true])
  // Of an end that comes twice the second is waited for, and not the day after; one that the clocks leave out is over with them.
  const early = { ...night, quiet_hours_until: '02:30' }
  const until = (instant: string) => quietUntil(early, new Date(instant), 'Europe/Berlin')?.toISOString() ?? null
  t.same(['2026-10-24T22:00:00Z', '2026-10-25T00:15:00Z', '2026-10-25T00:45:00Z', '2026-10-25T01:15:00Z'].map(until), [
    '2026-10-25T01:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
    null,
    '2026-10-25T01:30:00.000Z',
  ])
  t.equal(until('2026-03-29T01:05:00Z'), null, 'five past three: there was no half past two')
  const spring = Date.parse(until('2026-03-29T00:50:00Z') ?? '') - Date.parse('2026-03-29T00:50:00Z')
  t.ok(spring > 0 && spring <= 40 * 60_000, 'at most half an hour after the jump')
  const day = { ...night, quiet_hours_from: '09:00', quiet_hours_until: '17:00' }
  t.same([at('2026-03-02T09:00:00Z', 'UTC', day), at('2026-03-02T17:00:00Z', 'UTC', day)], [true, false])
  t.equal(at('2026-03-02T22:00:00Z', 'UTC', { ...night, quiet_hours_until: '20:00' }), false, 'equal ends: never')
  t.equal(at('2026-03-02T22:00:00Z', 'UTC', { ...night, quiet_hours_enabled: false }), false)
})

t.test('who does not want to be disturbed is mailed what cannot wait, and nothing else', async (t) => {
  const app = await startApp(t, { clock: handClock('2026-03-02T10:00:00Z') })
  const project = await buildProject(app)
  const ann = await project.member(100, 'ann')
  await app.sql(`update accounts set email = 'ann@example.org' where id = $1`, [ann.account.id])
  const cells = (await ann.get('/me/notification-preferences/?page_size=100')).body.results
  for (const { id, channel, event_type } of cells)
    if (channel === 'email' && /^task\.(blocked|assigned)$/.test(event_type))
      t.equal((await ann.patch(`/me/notification-preferences/${id}/`, { enabled: true })).status, 200)
  await ann.patch('/me/notification-settings/', { dnd_enabled: true })
  const task = { project: project.id, name: 'Dig', assignee: ann.account.id }
  const { id } = (await app.owner.post('/tasks/', task)).body
  await app.owner.patch(`/tasks/${id}/`, { blocked_reason: 'no crane', blocker_type: 'vendor' })
  const told = (await ann.get('/me/notifications/')).body.results as { event_type: string }[]
  t.same(told.map((row) => row.event_type).sort(), ['task.assigned', 'task.blocked'], 'both are told in the app')
  await app.sql(`update notifications set created_at = created_at - interval '6 minutes'`)
  await mailNotificationsBody(app.services)
  await app.runJobs()
  const mails = keptMails(app)
  t.equal(mails.length, 1)
  t.match(mails[0]?.headers.get('subject'), /block/i)
  t.notMatch(mails[0]?.text, /crane/, 'and mail names no reason')
})
