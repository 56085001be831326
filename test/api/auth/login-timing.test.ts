import t from 'tap'
import type { Client } from '../../support/client.ts'
import { startApp } from '../../support/start-app.ts'
import { PASSWORD, people } from './people.ts'

const signIn = (client: Client, username: string, password = PASSWORD) =>
  client.post('/auth/token/', { username, password })

t.test('refusals take the same time, whoever is meant', async (t) => {
  const app = await startApp(t)
  await people(app)
  const names = ['ann', 'nobody', 'twin@example.org', 'gone', 'sso']
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  await signIn(app.anonymous, 'nobody')
  for (let round = 0; round < 5; round++) {
    for (const name of names) {
      const startedMs = performance.now()
      await signIn(app.anonymous, name, 'wrong password')
      times.get(name)?.push(performance.now() - startedMs)
    }
  }
  const median = (name: string) => (times.get(name) as number[]).sort((a, b) => a - b)[2] as number
  const wrong = median('ann')
  for (const name of names) {
    const ratio = median(name) / wrong
    // Without the dummy hash the ratio is below 0.1; other work on the machine stays well within these bounds.
    t.ok(ratio > 0.5 && ratio < 2, `${name}: ${median(name).toFixed(0)} ms, ${ratio.toFixed(2)} of a wrong password`)
  }
})

t.test('a flood of sign-ins waits in line or is told to come back', async (t) => {
  const app = await startApp(t)
  const answers = await Promise.all(Array.from({ length: 90 }, () => signIn(app.anonymous, 'nobody')))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  t.equal(count(401) + count(503), 90)
  t.ok(count(401) >= 60, `${count(401)} were heard`)
  t.ok(answers.every((answer) => answer.status !== 503 || Number(answer.headers.get('retry-after')) >= 1))
})
