import t from 'tap'
import { keptMails, tokenIn } from '../../support/mail.ts'
import type { TestApp } from '../../support/start-app.ts'
import { startApp } from '../../support/start-app.ts'
import { signIn } from './session.ts'

// Hashing a password takes long on a busy machine.
t.setTimeout(600_000)

const OLD = 'correct horse 1'

async function linkFor(app: TestApp, email: string): Promise<{ uid: string; token: string }> {
  await app.anonymous.post('/auth/password/reset/', { email })
  await app.runJobs()
  const mail = keptMails(app).at(-1)
  return { uid: /[?&]uid=([^\s&]+)/.exec(mail?.text ?? '')?.[1] ?? '', token: tokenIn(mail) }
}

function confirm(app: TestApp, link: { uid: string; token: string }, password: string) {
  return app.anonymous.post('/auth/password/reset/confirm/', { ...link, new_password: password })
}

t.test('of fifty parallel uses of one link one wins', async (t) => {
  const app = await startApp(t)
  await app.user('ann', { password: OLD, email: 'ann@example.org' })
  const link = await linkFor(app, 'ann@example.org')
  const passwords = Array.from({ length: 50 }, (_, index) => `parallel use ${index}`)
  const answers = await Promise.all(passwords.map((password) => confirm(app, link, password)))
  const winners = passwords.filter((_, index) => answers[index]?.status === 200)
  t.equal(winners.length, 1)
  t.equal(answers.filter((answer) => answer.body.code === 'invalid_token').length, 49)
  t.equal((await signIn(app.anonymous, 'ann', winners[0] as string)).status, 200)
})

t.test('of parallel changes with one current password one wins', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: OLD })
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      ann.post('/auth/password/change/', { current_password: OLD, new_password: `parallel ${index} use` }),
    ),
  )
  t.equal(answers.filter((answer) => answer.status === 200).length, 1)
  t.equal(answers.filter((answer) => answer.body.current_password).length, 7)
})
