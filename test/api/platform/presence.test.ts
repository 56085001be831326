import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { newId } from '../../../api/platform/ids.ts'
import {
  forgetTogether,
  joinPresence,
  leavePresence,
  renewPresence,
  sweepPresence,
} from '../../../api/platform/realtime/presence.ts'
import { connectSocket } from '../../support/socket-client.ts'
import { startApp } from '../../support/start-app.ts'
import { note, project } from './socket-project.ts'

t.test('presence: one person joins with the first socket and leaves with the last', async (t) => {
  const app = await startApp(t)
  const [ann, bob, guest] = [await app.user('ann'), await app.user('bob'), await app.user('guest')]
  await app.sql(`update accounts set first_name = 'Bob', last_name = 'Builder' where id = $1`, [bob.account.id])
  const projectId = await project(app, { [ann.account.id]: 100, [bob.account.id]: 200, [guest.account.id]: 1 })
  const watcher = await connectSocket(app, ann, projectId)
  const seen = () => watcher.frames.filter(({ payload }) => payload.user_id === bob.account.id)
  const [one, two] = await Promise.all([connectSocket(app, bob, projectId), connectSocket(app, bob, projectId)])
  const joined = await watcher.waitFor('presence_join', ({ payload }) => payload.user_id === bob.account.id)
  t.strictSame(joined.payload, { user_id: bob.account.id, display_name: 'Bob Builder' })
  t.equal(joined.seq, null)
  t.strictSame(
    (await guest.get(`/projects/${projectId}/presence/`)).body,
    [
      { user_id: bob.account.id, display_name: 'Bob Builder' },
      { user_id: ann.account.id, display_name: 'ann' },
    ],
    'a Viewer may look',
  )
  one.close()
  await sleep(150)
  t.equal(seen().length, 1, 'one socket is left')
  two.close()
  await watcher.waitFor('presence_leave', ({ payload }) => payload.user_id === bob.account.id)
  t.strictSame(
    seen().map((frame) => frame.event_type),
    ['presence_join', 'presence_leave'],
  )
  const outsider = await app.user('outsider')
  t.equal((await outsider.get(`/projects/${projectId}/presence/`)).status, 404)
  t.equal((await app.anonymous.get(`/projects/${projectId}/presence/`)).status, 401)
})

t.test('what a dead process left behind is swept and announced', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const projectId = await project(app, { [ann.account.id]: 100, [bob.account.id]: 100 })
  const watcher = await connectSocket(app, ann, projectId)
  await app.sql(
    `insert into socket_presence (connection_id, channel, account_id, display_name, expires_at)
     values (gen_random_uuid(), $1, $2, 'bob', now() - interval '1 second')`,
    [projectId, bob.account.id],
  )
  t.equal((await ann.get(`/projects/${projectId}/presence/`)).body.length, 1, 'an expired row counts no more')
  await Promise.all([sweepPresence(app.services), sweepPresence(app.services)])
  await watcher.waitFor('presence_leave', ({ payload }) => payload.user_id === bob.account.id)
  t.equal(watcher.frames.filter((frame) => frame.event_type === 'presence_leave').length, 1)
})

t.test('however many sockets of a person come and go at once, one join and one leave are told', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const projectId = await project(app, { [ann.account.id]: 100, [bob.account.id]: 100 })
  const watcher = await connectSocket(app, ann, projectId)
  const present = Array.from({ length: 10 }, () => ({
    connectionId: newId(),
    channel: projectId,
    accountId: bob.account.id,
    displayName: 'bob',
  }))
  for (let round = 1; round <= 3; round++) {
    await Promise.all(present.map((one) => joinPresence(app.services, one)))
    await Promise.all(present.map((one) => leavePresence(app.services, [one])))
    await note(app, projectId, `${round}`)
    await watcher.waitForCount(round)
    const told = watcher.frames.filter(({ payload }) => payload.user_id === bob.account.id)
    t.strictSame(
      told.map((frame) => frame.event_type),
      Array.from({ length: round }, () => ['presence_join', 'presence_leave']).flat(),
    )
  }
})

t.test('sockets that end at once are forgotten in a few transactions, one after the other', async (t) => {
  const app = await startApp(t)
  const bob = await app.user('bob')
  const projectId = await project(app, { [bob.account.id]: 100 })
  const present = Array.from({ length: 300 }, () => ({
    connectionId: newId(),
    channel: projectId,
    accountId: bob.account.id,
    displayName: 'bob',
  }))
  await renewPresence(app.services, present)
  let [begun, open, most] = [0, 0, 0]
  const counted: typeof app.services.systemContext = async (work) => {
    begun++
    most = Math.max(most, ++open)
    return app.services.systemContext(work).finally(() => open--)
  }
  const faults: Error[] = []
  const leave = forgetTogether({ systemContext: counted }, (error) => faults.push(error))
  for (const one of present) leave(one)
  const rows = async () => (await app.sql<{ n: number }>('select count(*)::int as n from socket_presence'))[0]?.n
  while ((await rows()) !== 0) await sleep(20)
  t.same(faults, [])
  t.equal(most, 1)
  t.ok(begun <= 3, `${begun} transactions`)
})
