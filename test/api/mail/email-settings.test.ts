/** How mail goes out, as the operator sets it over the API, from the first look to the message on a mail server. */
import t from 'tap'
import { queueMail } from '../../../api/mail/queue-mail.ts'
import { readDomainHealth } from '../../../api/mail/settings/domain-health.ts'
import { judgeHost } from '../../../api/platform/egress/guarded-fetch.ts'
import { sendMailBody } from '../../../jobs/mail/send-mail.ts'
import { hurryJobs, keptMails } from '../../support/mail.ts'
import { startSmtpSink } from '../../support/smtp-sink.ts'
import { startApp } from '../../support/start-app.ts'
import { handClock } from '../auth/session.ts'

const PATH = '/workspace/email-settings/'
t.setTimeout(120_000)

t.test('the settings of mail', async (t) => {
  const sink = await startSmtpSink(t)
  const { port } = new URL(sink.url)
  const clock = handClock()
  const env = { SVC_EGRESS_ALLOWLISTED_HOSTS: `127.0.0.1:${port}`, SVC_APP_URL: 'https://plans.example.org' }
  const app = await startApp(t, { env, clock })
  const root = await app.user('root', { isSuperuser: true })
  const admin = await app.user('admin2')
  await app.sql('insert into workspace_members (account_id, role) values ($1, 300)', [admin.account.id])
  const member = await app.user('member')
  const server = { transport_mode: 'smtp', host: '127.0.0.1', port: Number(port), security: 'none' }
  const sender = { from_name: 'Größe "Plan"', from_email: 'plan@example.org', reply_to: 'desk@example.org' }
  const queue = (purpose: 'notification' | 'invite' = 'notification') =>
    app.services.systemContext((ctx) =>
      queueMail(ctx, { purpose, to: 'ann@example.org', subject: 'Hello', text: 'Text\n' }),
    )

  await t.test('are those of the environment until somebody says otherwise', async (t) => {
    t.strictSame((await admin.get(PATH)).body, {
      transport_mode: 'cloud',
      host: '',
      port: 587,
      security: 'tls',
      username: '',
      from_name: '',
      from_email: '',
      reply_to: '',
      dkim_selector: '',
      max_recipients: 50,
      throttle_per_min: 0,
      password_is_set: false,
      can_edit: false,
      configured_via: 'environment',
      host_configured: false,
      frontend_base_url: 'https://plans.example.org',
      frontend_base_url_configured: true,
    })
    t.equal((await root.get(PATH)).body.can_edit, true)
    t.equal((await member.get(PATH)).status, 403)
    t.equal((await admin.put(PATH, { transport_mode: 'cloud' })).status, 403)
  })

  await t.test('are tried before they are stored', async (t) => {
    const refused = async (body: object, field: string) => {
      const reply = await root.put(PATH, body)
      t.equal(reply.status, 400, JSON.stringify(body))
      t.same(Object.keys(reply.body), [field])
      return reply.body[field][0] as string
    }
    await refused({}, 'transport_mode')
    await refused({ transport_mode: 'smtp', ...sender }, 'host')
    await refused(server, 'from_email')
    await refused({ ...server, ...sender, from_name: 'a\r\nBcc: b@example.org' }, 'from_name')
    await refused({ ...server, ...sender, port: 0 }, 'port')
    await refused({ ...server, ...sender, username: 'plan' }, 'password')
    for (const host of ['10.0.0.1', '127.0.0.2', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'localhost'])
      t.notMatch(await refused({ ...server, ...sender, host }, 'non_field_errors'), /\d+\.\d+\.\d+/, host)
    await refused({ ...server, ...sender, security: 'tls' }, 'non_field_errors')
    t.equal((await root.get(PATH)).body.transport_mode, 'cloud', 'and nothing was stored')
  })

  await t.test('take effect at once, with their sender', async (t) => {
    const saved = await root.put(PATH, { ...server, ...sender })
    t.equal(saved.status, 200, saved.text)
    t.match(saved.body, { configured_via: 'database', host_configured: true, password_is_set: false })
    t.same((await root.post(`${PATH}send-test/`, {})).body, { sent: true, recipient: 'root@example.org' })
    const [mail] = sink.mails
    t.match(mail, { from: 'plan@example.org', to: ['root@example.org'] })
    t.equal(mail?.headers.get('from'), 'Größe Plan <plan@example.org>')
    t.match(mail?.raw, /^From: =\?UTF-8\?[BQ]\?.*\?= <plan@example\.org>\r$/m)
    t.equal(mail?.headers.get('reply-to'), 'desk@example.org')
    t.match(mail?.text, /Transport: smtp/)
    await app.sql(`update accounts set email = '' where id = $1`, [root.account.id])
    t.equal((await root.post(`${PATH}send-test/`, {})).status, 400)
    await app.sql(`update accounts set email = 'root@example.org' where id = $1`, [root.account.id])
    sink.refuse('550 no')
    t.match(await root.post(`${PATH}send-test/`, {}), { status: 502, body: { sent: false, error: /550/ } })
    sink.refuse(null)
    t.equal((await root.post(`${PATH}send-test/`, {})).status, 200)
  })

  await t.test('hold notifications to so many a minute, and nothing else', async (t) => {
    t.equal((await root.patch(PATH, { throttle_per_min: 3 })).status, 200)
    clock.advance(60)
    const before = sink.mails.length
    for (let count = 0; count < 5; count++) await sendMailBody(app.services, { mailId: await queue() })
    t.equal(sink.mails.length - before, 3)
    await sendMailBody(app.services, { mailId: await queue('invite') })
    t.equal(sink.mails.length - before, 4)
    clock.advance(60)
    await hurryJobs(app)
    t.equal(sink.mails.length - before, 6, 'the rest went in the next minute')
    t.same(await app.sql(`select distinct status, attempts from mail_messages`), [{ status: 'sent', attempts: 1 }])
  })

  await t.test('stop mail, and send none another way, while the password does not open', async (t) => {
    await app.sql(`update email_settings set username = 'plan', sealed_password = 'box1.00000000.AAAA'`)
    const before = sink.mails.length
    const mailId = await queue()
    await sendMailBody(app.services, { mailId })
    t.same(await app.sql('select status, attempts from mail_messages where id = $1', [mailId]), [
      { status: 'queued', attempts: 0 },
    ])
    t.equal(sink.mails.length, before)
    t.throws(() => keptMails(app))
    t.equal(
      (await root.patch(PATH, { host: 'mail.example.com' })).body.password?.length,
      1,
      'another server, another password',
    )
    t.equal((await root.put(PATH, { transport_mode: 'cloud' })).status, 200)
    await hurryJobs(app)
    t.equal(keptMails(app).length, 1)
  })

  await t.test('say how the domain of the sender looks, without one that they cannot', async (t) => {
    t.same((await admin.get(`${PATH}health/`)).body, {
      available: false,
      domain: '',
      spf: 'unknown',
      dkim: 'unknown',
      dmarc: 'unknown',
    })
    t.equal((await member.get(`${PATH}health/`)).status, 403)
  })
})

t.test('the domain of a sender is judged by its records', async (t) => {
  const records = (zone: Record<string, string[] | string>) => async (name: string) => {
    const found = zone[name]
    if (typeof found === 'string') throw Object.assign(new Error(found), { code: found })
    if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    // A long record comes in parts.
    return found.map((record) => [record.slice(0, 5), record.slice(5)])
  }
  const look = (zone: Record<string, string[] | string>) => readDomainHealth('plan@example.org', 's1', records(zone))
  const good = {
    'example.org': ['other', 'v=spf1 include:_spf.example.net -all'],
    '_dmarc.example.org': ['v=DMARC1; p=reject'],
    's1._domainkey.example.org': ['v=DKIM1; k=rsa; p=MIIB'],
  }
  t.match(await look(good), { available: true, domain: 'example.org', spf: 'pass', dkim: 'pass', dmarc: 'pass' })
  t.match(await look({}), { spf: 'fail', dkim: 'fail', dmarc: 'fail' })
  const weak = {
    'example.org': ['v=spf1 ?all'],
    '_dmarc.example.org': ['v=DMARC1; p=none'],
    's1._domainkey.example.org': ['p='],
  }
  t.match(await look(weak), { spf: 'warn', dkim: 'fail', dmarc: 'warn' })
  t.match(await look({ ...good, 'example.org': 'ESERVFAIL' }), { spf: 'unknown', dmarc: 'pass' })
  const started = performance.now()
  const never = await readDomainHealth('plan@example.org', '', () => new Promise(() => undefined))
  t.match(never, { spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' })
  t.ok(performance.now() - started < 6_000, 'silent name servers are waited for three seconds')
})

t.test('a mail server is connected to by an address that was judged', async (t) => {
  const config = { egressAllowlistedHosts: [] }
  const judge = (...addresses: string[]) =>
    judgeHost(config, 'mail.example.org', 25, async () =>
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  t.equal(await judge('93.184.216.34'), '93.184.216.34')
  for (const address of ['127.0.0.1', '10.1.2.3', '::ffff:192.168.0.1', '64:ff9b::a00:1', 'fe80::1', '2002:7f00:1::'])
    await t.rejects(judge('93.184.216.34', address), { name: 'AddressRefused' }, address)
  await t.rejects(judge(), { name: 'ExchangeFailed' })
})
