/**
 * Seen failing without the condition on `mail_messages` in `listResendable`: mail that waits is replaced.
 */
import t from 'tap'
import { keptMails, tokenIn } from '../../support/mail.ts'
import { startApp } from '../../support/start-app.ts'
import { setRole } from './workspace-people.ts'

const ALL = '/workspace/invites/resend-all/'

t.test('every open invitation goes out again, with a new link', async (t) => {
  const app = await startApp(t)
  const invite = (email: string, role = 100) => app.owner.post('/workspace/invites/', { email, role })
  for (const email of ['a@example.org', 'b@example.org', 'gone@example.org', 'here@example.org']) await invite(email)
  await invite('chief@example.org', 300)
  await app.runJobs()
  const former = tokenIn(keptMails(app).find((mail) => mail.headers.get('to') === 'a@example.org'))
  await app.sql(`update workspace_invites set status = 'failed' where email = 'b@example.org'`)
  await app.sql(`update workspace_invites set expires_at = now() - interval '1 day' where email = 'gone@example.org'`)
  await app.user('here', { email: 'here@example.org' })
  await invite('waiting@example.org')
  const admin = await setRole(app, await app.user('admin'), 300)
  const before = keptMails(app).length
  t.match(await admin.post(ALL), { status: 202, body: { requeued: 2 } }, 'not to a rank like one\u2019s own')
  t.match(await admin.post(ALL), { status: 202, body: { requeued: 0 } }, 'all of them wait')
  await app.runJobs()
  const sentTo = keptMails(app)
    .slice(before)
    .map((mail) => mail.headers.get('to'))
  t.strictSame(sentTo.sort(), ['a@example.org', 'b@example.org', 'waiting@example.org'])
  const answer = await app.anonymous.post('/workspace/invites/accept/', {
    token: former,
    username: 'newcomer',
    password: 'staple 77',
  })
  t.equal(answer.status, 400, 'the former link is dead')
  t.match(await app.owner.post(ALL), { status: 202, body: { requeued: 4 } }, 'the owner reaches the Admin too')
})

t.test('an address that was invited twice gets one mail', async (t) => {
  const app = await startApp(t)
  await app.owner.post('/workspace/invites/', { email: 'twice@example.org' })
  await app.runJobs()
  await app.sql(`update workspace_invites set status = 'failed'`)
  await app.owner.post('/workspace/invites/', { email: 'Twice@example.org' })
  await app.runJobs()
  t.match(await app.owner.post(ALL), { status: 202, body: { requeued: 1 } })
  const failed = await app.owner.get('/workspace/invites/?status=failed')
  t.match(failed.body, { count: 1, results: [{ email: 'twice@example.org' }] })
})

t.test('only Admins send all of them again, five times a minute', async (t) => {
  const app = await startApp(t, { env: { SVC_RATE_LIMIT_ENABLED: 'true' } })
  t.equal((await app.anonymous.post(ALL)).status, 401)
  t.equal((await (await app.user('ann')).post(ALL)).status, 403)
  const answers = await Promise.all(Array.from({ length: 6 }, () => app.owner.post(ALL)))
  t.strictSame(answers.map((answer) => answer.status).sort(), [202, 202, 202, 202, 202, 429])
})
