import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { emit } from '../../../api/platform/events/define-event.ts'
import { newId } from '../../../api/platform/ids.ts'
import { requestEviction } from '../../../api/platform/realtime/evict.ts'
import { attachSocketServer } from '../../../api/platform/realtime/socket-server.ts'
import { createServices } from '../../../api/server/boot.ts'
import { startApi } from '../../../api/server/main.ts'
import { socketDoors } from '../../../api/server/realtime.ts'
import { connectSocket, mintTicket, SocketClient } from '../../support/socket-client.ts'
import { startApp } from '../../support/start-app.ts'
import { note, noted, project, write } from './socket-project.ts'

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
