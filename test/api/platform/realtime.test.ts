import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import type { Services } from '../../../api/platform/context.ts'
import { emit } from '../../../api/platform/events/define-event.ts'
import { createChannelFeed } from '../../../api/platform/realtime/channel-feed.ts'
import { createServices } from '../../../api/server/boot.ts'
import { startApi } from '../../../api/server/main.ts'
import { connectSocket, type SocketClient } from '../../support/socket-client.ts'
import { startApp } from '../../support/start-app.ts'
import { hookOnly, note, noted, passing, project, write } from './socket-project.ts'

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

t.test('a reader whose position was read early gets what came before the reader who overtook it', async (t) => {
  const app = await startApp(t)
  const projectId = await project(app, {})
  const gate = Promise.withResolvers<void>()
  let isFirst = true
  /** The answer to the first query is held back, as a busy connection would. */
  const fork = () => {
    const em = app.services.orm.em.fork()
    const kysely = em.getKysely()
    const isHeld = isFirst
    isFirst = false
    const held = kysely.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isHeld) await gate.promise
        return result
      },
    })
    return { getKysely: () => held }
  }
  const services = { log: app.services.log, orm: { em: { fork } } } as unknown as Services
  const feed = createChannelFeed(services)
  /** The text of a frame stands behind its length. */
  const seqOf = (frame: Buffer) => JSON.parse(frame.subarray(frame.indexOf('{')).toString()).seq
  const reader = () => {
    const seqs: number[] = []
    return { seqs, channel: projectId, deliver: (frame: Buffer) => void seqs.push(seqOf(frame)) }
  }
  const [early, late] = [reader(), reader()]
  const subscribed = feed.subscribe(early, 'none')
  await sleep(50)
  await note(app, projectId, 'between')
  await feed.subscribe(late, 'none')
  gate.resolve()
  await subscribed
  for (let waited = 0; waited < 40 && early.seqs.length === 0; waited++) await sleep(25)
  t.strictSame([early.seqs, late.seqs], [[1], []])
  feed.close()
})
