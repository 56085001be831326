import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { auditRows, setRole } from './workspace-people.ts'

const PATH = '/workspace/transfer-ownership/'
const NOBODY = '00000000-0000-7000-8000-000000000000'

t.test('an Owner hands the workspace over and stays as Admin', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const admin = await setRole(app, await app.user('admin'), 300)
  const gone = await app.user('gone')
  await app.owner.delete(`/workspace/members/${gone.account.id}/`)
  const guest = await app.user('guest')
  await app.owner.patch(`/workspace/members/${guest.account.id}/`, { status: 'guest' })
  const to = (by: typeof ann, id: unknown) => by.post(PATH, { new_owner_user_id: id })
  const role = async (by: typeof ann) => (await by.get('/auth/me/')).body.workspace_role

  for (const by of [ann, admin]) t.equal((await to(by, by.account.id)).status, 403)
  t.equal((await to(app.owner, NOBODY)).status, 404)
  for (const other of [gone, guest]) {
    const refused = await to(app.owner, other.account.id)
    t.strictSame({ status: refused.status, keys: Object.keys(refused.body) }, { status: 400, keys: ['detail'] })
  }
  t.equal((await to(app.owner, app.owner.account.id)).status, 200, 'to oneself changes nothing')
  t.equal(await role(app.owner), 400)

  t.equal((await to(app.owner, ann.account.id)).status, 200)
  t.strictSame([await role(ann), await role(app.owner)], [400, 300])
  t.equal((await to(app.owner, admin.account.id)).status, 403, 'an Admin now')
  t.match((await auditRows(app)).at(-1), {
    event_type: 'ownership_transferred',
    actor_label: 'owner',
    target_label: 'ann',
    metadata: { old: 'Member', new: 'Owner' },
  })
  t.equal((await auditRows(app)).filter((row) => row.event_type === 'ownership_transferred').length, 1)
})

t.test('of parallel transfers by one Owner one wins', async (t) => {
  const app = await startApp(t)
  const people = await Promise.all(Array.from({ length: 8 }, (_, index) => app.user(`heir${index}`)))
  const answers = await Promise.all(
    people.map(({ account }) => app.owner.post(PATH, { new_owner_user_id: account.id })),
  )
  t.strictSame(answers.map((answer) => answer.status).sort(), [200, ...Array(7).fill(403)])
  t.equal((await app.sql('select 1 from workspace_members where role = 400')).length, 1)
})
