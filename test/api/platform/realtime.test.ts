import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { startApi } from '../../../api/main.ts'
import { createServices } from '../../../api/platform/boot.ts'
import type { Ctx } from '../../../api/platform/context.ts'
import { defineEvent, emit } from '../../../api/platform/events/define-event.ts'
import { newId } from '../../../api/platform/ids.ts'
import { requestEviction } from '../../../api/platform/realtime/evict.ts'
import { sweepPresence } from '../../../api/platform/realtime/presence.ts'
import { attachSocketServer } from '../../../api/platform/realtime/socket-server.ts'
import { socketDoors } from '../../../api/realtime.ts'
import { connectSocket, mintTicket, SocketClient } from '../../support/socket-client.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'

const noted = defineEvent<{ id: string }>({ socket: 'task_updated', webhook: 'task.updated' })
const hookOnly = defineEvent<{ id: string }>({ webhook: 'schedule.recalculated' })
const passing = defineEvent<{ task_run_id: string }>({ socket: 'task_run_progress', isKept: false })

async function project(app: TestApp, members: Record<string, number>): Promise<string> {
  const id = newId()
  await app.sql(`insert into projects (id, name, code, start_date) values ($1, 'Sockets', $2, '2026-01-05')`, [
    id,
    id.slice(-8).toUpperCase(),
  ])
  for (const [accountId, role] of Object.entries(members)) {
    await app.sql(
      'insert into project_members (id, project_id, account_id, role) values (gen_random_uuid(), $1, $2, $3)',
      [id, accountId, role],
    )
  }
  return id
}

/** Commits events the way a use case does. */
function write(app: TestApp, work: (ctx: Ctx) => void): Promise<void> {
  return app.services.systemContext(async (ctx) => work(ctx))
}

function note(app: TestApp, projectId: string, id: string): Promise<void> {
  return write(app, (ctx) => emit(ctx, noted, { projectId, payload: { id } }))
}

t.test('a member gets each committed event once, in order, in the envelope', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const socket = await connectSocket(app, ann, projectId)
  t.equal(await socket.opened, true)
  await write(app, (ctx) => {
    emit(ctx, noted, { projectId, payload: { id: 'a' } })
    emit(ctx, hookOnly, { projectId, payload: { id: 'hook' } })
    emit(ctx, noted, { projectId, payload: { id: 'b' } })
  })
  const frames = await socket.waitForCount(2)
  t.strictSame(frames, [
    { protocol_version: 1, event_type: 'task_updated', payload: { id: 'a' }, seq: 1 },
    { protocol_version: 1, event_type: 'task_updated', payload: { id: 'b' }, seq: 2 },
  ])
  await t.rejects(
    app.services.systemContext(async (ctx) => {
      emit(ctx, noted, { projectId, payload: { id: 'never' } })
      throw new Error('rolled back')
    }),
  )
  await Promise.all(Array.from({ length: 40 }, (_, index) => note(app, projectId, `c${index}`)))
  const all = await socket.waitForCount(42)
  t.strictSame(
    all.map((frame) => frame.seq),
    Array.from({ length: 42 }, (_, index) => index + 1),
    'no gap, no repeat, in order',
  )
  t.notOk(all.some((frame) => frame.payload.id === 'never'))
})

t.test('a second process delivers the same frames in the same order', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const other = await createServices(app.services.config, { role: 'api' })
  const api = await startApi(other, { ...app.services.config, port: 0 })
  t.teardown(async () => {
    await api.close()
    await other.close()
  })
  const [here, there] = await Promise.all([
    connectSocket(app, ann, projectId),
    connectSocket({ url: api.address }, ann, projectId),
  ])
  await Promise.all(Array.from({ length: 30 }, (_, index) => note(app, projectId, `${index}`)))
  t.strictSame(await there.waitForCount(30), await here.waitForCount(30))
  t.equal((await ann.get(`/projects/${projectId}/presence/`)).body.length, 1, 'one person, two processes')
})

t.test('events reach only the sockets of their project', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const [one, two] = [await project(app, { [ann.account.id]: 100 }), await project(app, { [ann.account.id]: 100 })]
  const [first, second] = [await connectSocket(app, ann, one), await connectSocket(app, ann, two)]
  await note(app, one, 'mine')
  await note(app, two, 'other')
  t.equal((await first.waitForCount(1))[0]?.payload.id, 'mine')
  t.equal((await second.waitForCount(1))[0]?.payload.id, 'other')
  await sleep(50)
  t.equal(first.frames.filter((frame) => frame.seq !== null).length, 1)
})

t.test('bad tickets close with 4001, missing roles with 4003, after the upgrade', async (t) => {
  const app = await startApp(t)
  const [ann, guest, outsider] = [await app.user('ann'), await app.user('guest'), await app.user('outsider')]
  const projectId = await project(app, { [ann.account.id]: 100, [guest.account.id]: 1 })
  const code = async (socket: SocketClient) => [await socket.opened, (await socket.closed).code]

  t.strictSame(await code(await connectSocket(app, ann, projectId, { ticket: null })), [true, 4001], 'none')
  t.strictSame(
    await code(await connectSocket(app, ann, projectId, { ticket: 'x'.repeat(43) })),
    [true, 4001],
    'unknown',
  )
  t.strictSame(await code(await connectSocket(app, ann, projectId, { ticket: 'y'.repeat(5000) })), [true, 4001], 'long')
  t.strictSame(await code(await connectSocket(app, ann, projectId, { ticket: '\u0000é\ud7ff' })), [true, 4001], 'odd')
  const ticket = await mintTicket(ann)
  const good = await connectSocket(app, ann, projectId, { ticket })
  t.equal(await good.opened, true)
  t.strictSame(await code(await connectSocket(app, ann, projectId, { ticket })), [true, 4001], 'used')
  const stale = await mintTicket(ann)
  await app.sql(`update socket_tickets set expires_at = now() - interval '1 second'`)
  t.strictSame(await code(await connectSocket(app, ann, projectId, { ticket: stale })), [true, 4001], 'expired')
  t.equal((await app.sql('select 1 from socket_tickets')).length, 0, 'used up all the same')
  const query = { token: ann.token as string }
  const legacy = await connectSocket(app, ann, projectId, { ticket: null, query })
  t.strictSame(await code(legacy), [true, 4001], 'access tokens in the query are off')

  t.strictSame(await code(await connectSocket(app, guest, projectId)), [true, 4003], 'a Viewer')
  t.strictSame(await code(await connectSocket(app, outsider, projectId)), [true, 4003], 'no member')
  t.strictSame(await code(await connectSocket(app, app.owner, projectId)), [true, 4003], 'rank elsewhere')
  t.strictSame(await code(await connectSocket(app, ann, newId())), [true, 4003], 'no such project')
  const leaving = await mintTicket(ann)
  await app.sql('update accounts set is_active = false where id = $1', [ann.account.id])
  t.strictSame(await code(await connectSocket(app, ann, projectId, { ticket: leaving })), [true, 4003], 'inactive')
})

t.test('handshakes that are no sockets of ours are answered with an HTTP status', async (t) => {
  const app = await startApp(t, {
    env: { SVC_APP_URL: 'https://plan.example.org', SVC_ALLOWED_ORIGINS: 'https://two.example.org' },
  })
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const status = async (path: string, headers: Record<string, string> = {}) =>
    new SocketClient(`${app.url.replace('http', 'ws')}${path}`, headers).opened

  t.equal(await status('/ws/v1/projects/not-a-uuid/'), 404)
  t.equal(await status(`/ws/v1/projects/${projectId}`), 404, 'no trailing slash')
  t.equal(await status('/api/v1/health/'), 404)
  t.equal(await status('//[/'), 400, 'no address')
  const path = async () => `/ws/v1/projects/${projectId}/?ticket=${await mintTicket(ann)}`
  t.equal(await status(await path(), { Origin: 'https://evil.example.org' }), 403)
  t.equal(await status(await path(), { Origin: 'null' }), 403)
  t.equal(await status(await path(), { Origin: 'https://plan.example.org.evil.org' }), 403)
  t.equal(await status(await path(), { Origin: 'https://plan.example.org' }), true)
  t.equal(await status(await path(), { Origin: 'https://two.example.org' }), true)
  t.equal((await app.anonymous.get('/health/')).status, 200, 'the service lives')
})

t.test('an access token in the query opens a socket only with the setting', async (t) => {
  const app = await startApp(t, { env: { SVC_WS_LEGACY_TOKEN_AUTH_ENABLED: 'true' } })
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const open = (token: string) => connectSocket(app, ann, projectId, { ticket: null, query: { token } })
  const socket = await open(ann.token as string)
  await note(app, projectId, 'a')
  t.equal((await socket.waitForCount(1)).length, 1)
  t.equal((await (await open('forged')).closed).code, 4001)
})

t.test('since replays what was missed, marked, before live frames', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  for (const id of ['a', 'b', 'c']) await note(app, projectId, id)
  const fresh = await connectSocket(app, ann, projectId)
  const back = await connectSocket(app, ann, projectId, { since: 1 })
  await note(app, projectId, 'd')
  t.strictSame(
    (await back.waitForCount(3)).map(({ seq, payload, replayed }) => [seq, payload.id, replayed]),
    [
      [2, 'b', true],
      [3, 'c', true],
      [4, 'd', undefined],
    ],
  )
  t.strictSame(
    (await fresh.waitForCount(1)).map(({ seq }) => seq),
    [4],
    'without since there is no past',
  )
  const level = await connectSocket(app, ann, projectId, { since: 4 })
  await note(app, projectId, 'e')
  t.equal((await level.waitForCount(1))[0]?.seq, 5)
  t.notOk(level.frames.some((frame) => frame.event_type === 'resync_required'))
})

t.test('a client that is too far behind is told to fetch again', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  await write(app, (ctx) => {
    for (let index = 0; index < 1001; index++) emit(ctx, noted, { projectId, payload: { id: `${index}` } })
  })
  const resync = async (since: number | string) => {
    const socket = await connectSocket(app, ann, projectId, { since })
    const frame = await socket.waitFor('resync_required')
    t.strictSame(frame.payload, { latest_seq: 1001 })
    t.equal(socket.frames.filter((each) => each.replayed).length, 0)
    return socket
  }
  const behind = await resync(0)
  await resync('nonsense')
  await resync(5000)
  const within = await connectSocket(app, ann, projectId, { since: 1 })
  t.equal((await within.waitForCount(1000)).length, 1000, '1000 behind is replayed')
  await app.sql('delete from outbox_events where seq <= 990')
  await resync(989)
  t.equal((await (await connectSocket(app, ann, projectId, { since: 990 })).waitForCount(11)).length, 11)
  await note(app, projectId, 'live')
  t.equal((await behind.waitForCount(1))[0]?.seq, 1002, 'live frames follow a resync')
})

t.test('nothing is lost or doubled while sockets come and events flow', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const watcher = await connectSocket(app, ann, projectId)
  let isWriting = true
  let written = 0
  const writing = (async () => {
    for (; isWriting; written++) await note(app, projectId, `${written}`)
  })()
  const sockets: SocketClient[] = []
  for (let round = 0; round < 15; round++) {
    const since = watcher.frames.findLast((frame) => frame.seq !== null)?.seq ?? 0
    sockets.push(await connectSocket(app, ann, projectId, { since }))
  }
  isWriting = false
  await writing
  await watcher.waitForCount(written)
  await sleep(100)
  for (const socket of sockets) {
    const seqs = socket.frames.flatMap(({ seq }) => (seq === null ? [] : [seq]))
    const first = seqs[0] as number
    t.strictSame(
      seqs,
      seqs.map((_, index) => first + index),
      `from ${first} on without a gap`,
    )
    t.equal(seqs.at(-1), written)
  }
})

t.test('events that are not kept pass by: no number, no replay', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const socket = await connectSocket(app, ann, projectId)
  await write(app, (ctx) => emit(ctx, passing, { projectId, payload: { task_run_id: 'r' } }))
  const frame = await socket.waitFor('task_run_progress')
  t.strictSame(frame, {
    protocol_version: 1,
    event_type: 'task_run_progress',
    payload: { task_run_id: 'r' },
    seq: null,
  })
  t.equal((await app.sql('select 1 from outbox_events')).length, 0)
  await t.rejects(
    app.services.systemContext(async (ctx) => {
      emit(ctx, passing, { projectId, payload: { task_run_id: 'rolled back' } })
      throw new Error('rolled back')
    }),
  )
  await note(app, projectId, 'after')
  t.equal((await socket.waitForCount(1))[0]?.seq, 1)
  t.notOk(socket.frames.some((each) => each.payload.task_run_id === 'rolled back'))
})

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

t.test('an eviction closes the sockets of one person in one project with 4003', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const members = { [ann.account.id]: 100, [bob.account.id]: 100 }
  const [one, two] = [await project(app, members), await project(app, members)]
  const doomed = await connectSocket(app, ann, one)
  const [elsewhere, other] = [await connectSocket(app, ann, two), await connectSocket(app, bob, one)]
  await write(app, (ctx) => requestEviction(ctx, { projectId: one, accountId: ann.account.id }))
  t.equal((await doomed.closed).code, 4003)
  await note(app, one, 'x')
  await note(app, two, 'x')
  await Promise.all([elsewhere.waitForCount(1), other.waitForCount(1)])
  await write(app, (ctx) => requestEviction(ctx, {}))
  await app.services.fanout.broadcast('evict', [] as object)
  await write(app, (ctx) => requestEviction(ctx, { accountId: bob.account.id }))
  t.equal((await other.closed).code, 4003)
  t.equal(elsewhere.socket.readyState, elsewhere.socket.OPEN, 'a message that names nobody closes nothing')
})

t.test('a removed, demoted or deactivated member is out within five seconds though nobody said so', async (t) => {
  const app = await startApp(t)
  const users = [
    await app.user('removed'),
    await app.user('demoted'),
    await app.user('inactive'),
    await app.user('kept'),
  ]
  const projectId = await project(app, Object.fromEntries(users.map((user) => [user.account.id, 100])))
  const [removed, demoted, inactive, kept] = await Promise.all(users.map((user) => connectSocket(app, user, projectId)))
  const ids = users.map((user) => user.account.id)
  await app.sql('update project_members set is_deleted = true where account_id = $1', [ids[0]])
  await app.sql('update project_members set role = 1 where account_id = $1', [ids[1]])
  await app.sql('update accounts set is_active = false where id = $1', [ids[2]])
  const startedMs = performance.now()
  for (const socket of [removed, demoted, inactive]) t.equal((await socket?.closed)?.code, 4003)
  t.ok(performance.now() - startedMs < 5_000)
  t.equal(kept?.socket.readyState, kept?.socket.OPEN)
})

t.test('a reader that stops reading is dropped and slows nobody', async (t) => {
  const app = await startApp(t)
  const [ann, bob] = [await app.user('ann'), await app.user('bob')]
  const projectId = await project(app, { [ann.account.id]: 100, [bob.account.id]: 100 })
  const [silent, reader] = [await connectSocket(app, ann, projectId), await connectSocket(app, bob, projectId)]
  silent.socket.pause()
  const payload = { id: 'x'.repeat(200_000) }
  for (let index = 0; index < 80; index++) {
    await write(app, (ctx) => emit(ctx, noted, { projectId, payload }))
  }
  t.equal((await reader.waitForCount(80, 20_000)).length, 80)
  await reader.waitFor('presence_leave', (frame) => frame.payload.user_id === ann.account.id)
  silent.socket.resume()
  t.equal((await silent.closed).code, 1006, 'dropped')
  t.ok(silent.frames.length < 80)
})

t.test('clients cannot make themselves felt: large frames end the socket, others are ignored', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const chatty = await connectSocket(app, ann, projectId)
  for (let index = 0; index < 200; index++) chatty.socket.send(`{"n":${index}}`)
  chatty.socket.send(Buffer.alloc(4096))
  await note(app, projectId, 'a')
  t.equal((await chatty.waitForCount(1)).length, 1)
  chatty.socket.send(Buffer.alloc(4097))
  t.equal((await chatty.closed).code, 1009)
  t.equal(chatty.socket.extensions, '', 'no compression was agreed')
})

t.test('silent peers are pinged out, unproven handshakes are capped and cut off', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const server = createServer()
  const hanging = Promise.withResolvers<string | null>()
  const doors = {
    ...socketDoors(app.services),
    redeemTicket: (ticket: string) =>
      ticket === 'slow' ? hanging.promise : socketDoors(app.services).redeemTicket(ticket),
  }
  const limits = { pingMs: 200, recheckMs: 60_000, handshakeMs: 400, handshakesPerAddress: 3 }
  const sockets = await attachSocketServer(server, app.services, doors, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => {
    hanging.resolve(null)
    await sockets.close()
    server.close()
  })
  const own = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  const lively = await connectSocket(own, ann, projectId)
  const dead = await connectSocket(own, ann, projectId)
  dead.socket.pause()
  const startedMs = performance.now()
  const slow = [1, 2, 3].map(() => connectSocket(own, ann, projectId, { ticket: 'slow' }))
  await sleep(50)
  t.equal(await (await connectSocket(own, ann, projectId)).opened, 429, 'a fourth from the same address')
  for (const socket of await Promise.all(slow)) t.equal(await socket.opened, 0, 'cut off')
  t.ok(performance.now() - startedMs < 1_500)
  t.equal(await (await connectSocket(own, ann, projectId)).opened, true, 'and there is room again')
  dead.socket.resume()
  t.equal((await dead.closed).code, 1006)
  await sleep(500)
  t.equal(lively.socket.readyState, lively.socket.OPEN, 'who answers stays')
})

t.test('a lost listening connection is replaced and what was missed follows', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const socket = await connectSocket(app, ann, projectId)
  await app.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc-fanout' and datname = current_database()`,
  )
  await sleep(20)
  t.equal(app.services.fanout.isHealthy(), false)
  await note(app, projectId, 'while away')
  t.equal((await socket.waitForCount(1))[0]?.payload.id, 'while away')
  t.equal(app.services.fanout.isHealthy(), true)
  await note(app, projectId, 'back')
  t.equal((await socket.waitForCount(2)).length, 2)
})

t.test('closing the service closes sockets with 1001 and clears its presence', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const projectId = await project(app, { [ann.account.id]: 100 })
  const other = await createServices(app.services.config, { role: 'api' })
  const api = await startApi(other, { ...app.services.config, port: 0 })
  const watcher = await connectSocket({ url: api.address }, ann, projectId)
  const mute = await connectSocket({ url: api.address }, ann, projectId)
  mute.socket.pause()
  const startedMs = performance.now()
  await api.close()
  t.ok(performance.now() - startedMs < 3_000, 'a peer that confirms nothing does not hold it up')
  await other.close()
  t.equal((await watcher.closed).code, 1001)
  t.strictSame((await ann.get(`/projects/${projectId}/presence/`)).body, [])
})
