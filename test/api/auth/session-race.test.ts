import t from 'tap'
import { startApp } from '../../support/start-app.ts'

const PASSWORD = 'correct horse battery 7'

t.test('a deactivation that runs beside sign-ins and refreshes leaves no live session behind', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann', { password: PASSWORD })
  const signIn = () => app.anonymous.post('/auth/token/', { username: 'ann', password: PASSWORD })
  const first = await signIn()
  t.equal(first.status, 200)
  const cookie = first.headers.get('set-cookie')?.split(';')[0] as string
  const refresh = () => app.anonymous.post('/auth/token/refresh/', undefined, { Cookie: cookie })
  const deactivate = app.owner.delete(`/workspace/members/${ann.account.id}/`)
  await Promise.all([signIn(), refresh(), deactivate, signIn(), refresh(), signIn()])
  t.equal((await deactivate).status, 204)
  const live = await app.sql(
    'select id from refresh_tokens where account_id = $1 and revoked_at is null and used_at is null',
    [ann.account.id],
  )
  t.same(live, [], 'every token is used up or revoked')
  t.equal((await signIn()).status, 401)
})
