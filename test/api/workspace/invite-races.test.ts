import t from 'tap'
import { keptMails, tokenIn } from '../../support/mail.ts'
import type { TestApp } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(120_000)

const PASSWORD = 'staple 77'
const accept = (app: TestApp, body: object) => app.anonymous.post('/workspace/invites/accept/', body)

async function invited(app: TestApp, email: string): Promise<{ token: string }> {
  await app.owner.post('/workspace/invites/', { email })
  await app.runJobs()
  return { token: tokenIn(keptMails(app).at(-1)) }
}

t.test('of fifty parallel uses of one token one wins; two tokens cannot share a username', async (t) => {
  const app = await startApp(t)
  const { token } = await invited(app, 'race@example.org')
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => accept(app, { token, username: `racer${index}`, password: PASSWORD })),
  )
  t.equal(answers.filter((answer) => answer.status === 200).length, 1)
  t.equal(answers.filter((answer) => answer.status === 400).length, 49)
  t.equal((await app.sql(`select id from accounts where username like 'racer%'`)).length, 1)
  const tokens = [await invited(app, 'one@example.org'), await invited(app, 'two@example.org')]
  const both = await Promise.all(
    tokens.map((each) => accept(app, { token: each.token, username: 'same', password: PASSWORD })),
  )
  t.strictSame(both.map((answer) => answer.status).sort(), [200, 400], both.map((answer) => answer.text).join())
})
