import t from 'tap'
import { createAccount } from '../../../api/accounts/create-account.ts'
import { FieldErrors } from '../../../api/platform/errors.ts'
import { keptMails, tokenIn } from '../../support/mail.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(120_000)

const PASSWORD = 'staple 77'

async function invite(app: TestApp, email: string): Promise<string> {
  const made = await app.owner.post('/workspace/invites/', { email })
  if (made.status !== 201) throw new Error(made.text)
  await app.runJobs()
  return tokenIn(keptMails(app).at(-1))
}

const accept = (app: TestApp, token: string, username: string) =>
  app.anonymous.post('/workspace/invites/accept/', { token, username, password: PASSWORD })

/** What the operator's command does; answers the field it is refused by. */
async function create(app: TestApp, username: string, email: string): Promise<string | null> {
  try {
    await app.services.systemContext((ctx) => createAccount(ctx, { username, email, password: PASSWORD }))
    return null
  } catch (error) {
    if (error instanceof FieldErrors) return Object.keys(error.fields).join()
    throw error
  }
}

t.test('a username that means somebody else is taken, whoever asks for it', async (t) => {
  const app = await startApp(t)
  await app.user('Ärla', { email: 'arla@example.org' })
  const pending = await invite(app, 'Soon@Example.org')
  const token = await invite(app, 'new@example.org')
  const taken = ['Ärla', 'äRLA', 'ARLA@example.org', 'arla@example.org', 'soon@example.org']
  const answers: string[] = []
  for (const username of taken) {
    const refused = await accept(app, token, username)
    t.equal(refused.status, 400, username)
    answers.push(refused.text)
    t.equal(await create(app, username, 'else@example.org'), 'username', username)
  }
  t.equal(new Set(answers).size, 1, 'and none of it tells whose address is known here')
  t.equal((await accept(app, token, 'NEW@example.org')).status, 200, 'one’s own address is nobody else’s')
  t.equal((await signIn(app.anonymous, 'new@example.org', PASSWORD)).status, 200)
  t.equal((await accept(app, pending, 'soon')).status, 200)
})

t.test('an address that is a username of somebody else gets no account and no invitation', async (t) => {
  const app = await startApp(t)
  await app.user('Boss@example.org', { email: 'squatter@example.org' })
  t.equal(await create(app, 'boss', 'boss@example.org'), 'email')
  const refused = await app.owner.post('/workspace/invites/', { email: 'boss@EXAMPLE.org' })
  t.match([refused.status, Object.keys(refused.body)], [400, ['email']])
  const failed = await app.owner.post('/workspace/invites/', { email: 'late@example.org' })
  await app.sql(`update workspace_invites set status = 'failed'`)
  t.equal(await create(app, 'late@example.org', 'other@example.org'), null, 'nothing waits for it')
  t.equal((await app.owner.post(`/workspace/invites/${failed.body.id}/resend/`)).status, 409)
})

t.test('people sign in whatever the case, and by an address that is theirs alone', async (t) => {
  const app = await startApp(t)
  await app.user('Ann', { email: 'ann@example.org', password: PASSWORD })
  for (const name of ['Ann', 'ann', 'ANN', 'Ann@Example.org'])
    t.equal((await signIn(app.anonymous, name, PASSWORD)).status, 200, name)
})

t.test('of names that are taken at the same moment one is given', async (t) => {
  const app = await startApp(t)
  const tokens = [await invite(app, 'one@example.org'), await invite(app, 'two@example.org')]
  const cased = await Promise.all([accept(app, tokens[0] ?? '', 'same'), accept(app, tokens[1] ?? '', 'SAME')])
  t.strictSame(cased.map((answer) => answer.status).sort(), [200, 400])
  const [account, invited] = await Promise.all([
    create(app, 'race@example.org', 'other@example.org'),
    app.owner.post('/workspace/invites/', { email: 'Race@example.org' }),
  ])
  t.equal((account === null ? 1 : 0) + (invited.status === 201 ? 1 : 0), 1, `${account} ${invited.text}`)
  await t.rejects(
    app.sql(`insert into accounts (id, username, email) values (gen_random_uuid(), 'sAmE', '')`),
    /accounts_username_lower/,
    'the database has the last word',
  )
})

t.test('names that clash in an older database are told apart by a number', async (t) => {
  const app = await startApp(t)
  await app.sql('drop index accounts_username_lower')
  await app.sql('alter table accounts add constraint accounts_username_unique unique (username)')
  await app.sql(`delete from schema_migrations where name = '0051-names-without-case'`)
  await app.user('Kim', { email: 'kim@example.org' })
  await app.user('kim', { email: 'kim2@example.org' })
  await app.user('KIM-2', { email: 'kim3@example.org' })
  await app.user('kim@example.org', { email: 'squatter@example.org' })
  await app.user('own@example.org', { email: 'Own@example.org' })
  await app.sql(
    `insert into workspace_invites (id, email, role, token_hash, expires_at) values (gen_random_uuid(), 'soon@example.org', 100, 'x', now() + interval '1 day')`,
  )
  await app.user('Soon@example.org', { email: 'early@example.org' })
  await app.services.orm.migrator.up()
  const rows = await app.sql<{ username: string }>('select username from accounts order by created_at, id')
  t.strictSame(
    rows.map((row) => row.username).filter((name) => name !== 'owner'),
    ['Kim', 'kim-3', 'KIM-2', 'kim@example.org-2', 'own@example.org', 'Soon@example.org-2'],
  )
})
