import t from 'tap'
import { purgeExpiredBody } from '../../../jobs/maintenance/purge-expired.ts'
import { handClock } from '../../api/auth/session.ts'
import { startApp } from '../../support/start-app.ts'

const HOUR = 3600

t.test('what has outlived its time goes, to the hour, and nothing else', async (t) => {
  const clock = handClock()
  const app = await startApp(t, { clock })
  const at = (hours: number) => new Date(clock.now().getTime() + hours * HOUR * 1000)
  const account = app.owner.account.id
  const fill = async () => {
    for (const [name, hours] of [
      ['old', -24],
      ['new', -23.9],
    ] as const) {
      await app.sql(
        `insert into idempotency_keys (account_id, key, request_hash, status, created_at) values ($1, $2, '', 204, $3)`,
        [account, name, at(hours)],
      )
      await app.sql(
        `insert into outbox_events (channel, seq, socket_name, socket_payload, occurred_at) values (gen_random_uuid(), 1, $1, '{}', $2)`,
        [name, at(hours)],
      )
    }
    for (const [name, hours] of [
      ['over', 0],
      ['open', 0.01],
    ] as const) {
      await app.sql(
        `insert into refresh_tokens (id, family_id, account_id, issued_at, expires_at) values (gen_random_uuid(), gen_random_uuid(), $1, $2, $3)`,
        [account, at(-1), at(hours)],
      )
      await app.sql('insert into socket_tickets (token_hash, account_id, expires_at) values ($1, $2, $3)', [
        name,
        account,
        at(hours),
      ])
      await app.sql(
        `insert into sso_login_states (state_hash, provider_slug, nonce, verifier, redirect_uri, expires_at) values ($1, 'okta', '', '', '', $2)`,
        [name, at(hours)],
      )
    }
  }
  await app.sql(`insert into sso_providers (slug, display_name) values ('okta', 'Okta')`)
  await fill()
  await app.sql(
    `insert into idempotency_keys (account_id, key, request_hash, status, created_at)
      select $1, 'k' || n, '', 204, '2020-01-01' from generate_series(1, 12000) n`,
    [account],
  )
  await purgeExpiredBody(app.services)
  await purgeExpiredBody(app.services)
  t.strictSame(await app.sql('select key from idempotency_keys'), [{ key: 'new' }], 'a backlog too')
  t.strictSame(await app.sql('select socket_name from outbox_events'), [{ socket_name: 'new' }])
  t.strictSame(await app.sql('select count(*)::int as count from refresh_tokens'), [{ count: 1 }])
  t.strictSame(await app.sql('select token_hash from socket_tickets'), [{ token_hash: 'open' }])
  t.strictSame(await app.sql('select state_hash from sso_login_states'), [{ state_hash: 'open' }])
})

t.test('None keeps stored replies for ever', async (t) => {
  const app = await startApp(t, { env: { SVC_IDEMPOTENCY_RETENTION_HOURS: 'None' } })
  await app.sql(
    `insert into idempotency_keys (account_id, key, request_hash, status, created_at) values ($1, 'k', '', 204, '2020-01-01')`,
    [app.owner.account.id],
  )
  await purgeExpiredBody(app.services)
  t.equal((await app.sql('select 1 from idempotency_keys')).length, 1)
})
