import t from 'tap'
import { queueMail } from '../../../api/mail/queue-mail.ts'
import { cleanMailBody } from '../../../jobs/mail/clean-mail.ts'
import { expireInvitesBody } from '../../../jobs/mail/expire-invites.ts'
import { sendMailBody } from '../../../jobs/mail/send-mail.ts'
import { handClock } from '../../api/auth/session.ts'
import { keptMails } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const MAIL = { purpose: 'password_reset', to: 'ann@example.org', subject: 'Hello', text: 'Text\n' } as const
const queue = (app: TestApp) => app.services.systemContext((ctx) => queueMail(ctx, MAIL))
const rows = (app: TestApp) => app.sql('select status, attempts, last_error from mail_messages')

t.test('a message that was sent is not sent again by a second run', async (t) => {
  const app = await startApp(t)
  const mailId = await queue(app)
  await sendMailBody(app.services, { mailId })
  await sendMailBody(app.services, { mailId })
  await app.runJobs()
  t.equal(keptMails(app).length, 1)
  t.strictSame(await rows(app), [{ status: 'sent', attempts: 1, last_error: null }])
})

t.test('a message whose worker dies in every attempt ends as failed', async (t) => {
  const app = await startApp(t)
  const mailId = await queue(app)
  await app.sql('update mail_messages set attempts = 3')
  await sendMailBody(app.services, { mailId })
  t.match(await rows(app), [{ status: 'failed', last_error: /worker/ }])
})

t.test('what was sealed with another key is given up and not sent', async (t) => {
  const sink = await startSmtpSink(t)
  const app = await startApp(t, { env: { SVC_SMTP_URL: sink.url } })
  const mailId = await queue(app)
  await app.sql(`update mail_messages set sealed_content = replace(sealed_content, 'box1.', 'box1.0')`)
  for (let attempt = 0; attempt < 3; attempt++) await sendMailBody(app.services, { mailId })
  t.match(await rows(app), [{ status: 'failed', attempts: 3 }])
  t.equal(sink.offered(), 0)
})

t.test('a transaction that fails leaves no message', async (t) => {
  const app = await startApp(t)
  const failing = app.services.systemContext(async (ctx) => {
    await queueMail(ctx, MAIL)
    throw new Error('no')
  })
  await t.rejects(failing)
  t.strictSame(await rows(app), [])
})

t.test('rows of messages go a month after they ended, waiting ones stay', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  await sendMailBody(app.services, { mailId: await queue(app) })
  await queue(app)
  clock.advance(29 * 86_400)
  await cleanMailBody(app.services)
  t.equal((await rows(app)).length, 2)
  clock.advance(2 * 86_400)
  await cleanMailBody(app.services)
  t.match(await rows(app), [{ status: 'queued' }])
})

t.test('invitations that ran out are written down', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  await app.owner.post('/workspace/invites/', { email: 'ann@example.org' })
  const status = () => app.sql('select status from workspace_invites')
  clock.advance(7 * 86_400 - 1)
  await expireInvitesBody(app.services)
  t.strictSame(await status(), [{ status: 'pending' }])
  clock.advance(1)
  await expireInvitesBody(app.services)
  t.strictSame(await status(), [{ status: 'expired' }])
})
