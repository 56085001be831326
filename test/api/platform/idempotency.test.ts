import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { Refusal } from '../../../api/platform/errors.ts'
import { Reply } from '../../../api/platform/http/route.ts'
import { createServices } from '../../../api/server/boot.ts'
import { startApi } from '../../../api/server/main.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'
import { startProbe } from './probe.ts'

const key = (value: string) => ({ 'Idempotency-Key': value })

t.test('a repeat answers the same status, Location and bytes and writes nothing', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const body = '{ "text":"Größe – 日本 😀" }'
  const first = await ann.post('/probe/notes/', body, key('k1'))
  const again = await ann.post('/probe/notes/', body, key('k1'))
  t.equal(first.status, 201)
  t.equal(first.headers.get('idempotent-replay'), null)
  t.equal(again.status, 201)
  t.equal(again.text, first.text, 'byte for byte, keys in the order they were written')
  t.match(first.text, /^\{"z":1,/)
  t.equal(again.headers.get('idempotent-replay'), 'true')
  t.equal(again.headers.get('location'), first.headers.get('location'))
  t.equal(again.headers.get('content-type'), first.headers.get('content-type'))
  t.equal((await probe.notes()).length, 1)
  t.equal((await ann.post('/probe/notes/', body)).status, 201, 'without a key it runs')
  t.equal((await probe.notes()).length, 2)
})

t.test('the same key with anything else in the request is a conflict', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const id = '0198c0de-0000-7000-8000-000000000001'
  t.equal((await ann.post('/probe/notes/', '{"text":"a"}', key('k'))).status, 201)
  for (const [what, request] of Object.entries({
    body: () => ann.post('/probe/notes/', '{"text":"b"}', key('k')),
    'white space': () => ann.post('/probe/notes/', '{"text": "a"}', key('k')),
    query: () => ann.post('/probe/notes/?x=1', '{"text":"a"}', key('k')),
    method: () => ann.put(`/probe/items/${id}/`, '{"text":"a"}', key('k')),
  })) {
    const answer = await request()
    t.equal(answer.status, 422, what)
    t.equal(answer.body.code, 'idempotency_key_conflict')
  }
  t.strictSame(await probe.notes(), ['a'])
  const bob = probe.as(await probe.app.user('bob'))
  t.equal((await bob.post('/probe/notes/', '{"text":"b"}', key('k'))).status, 201, 'keys belong to an account')
  const empty = await ann.delete(`/probe/items/${id}/`, key('d'))
  const repeated = await ann.delete(`/probe/items/${id}/`, key('d'))
  t.strictSame([empty.status, repeated.status, repeated.text], [204, 204, ''])
  t.equal(repeated.headers.get('idempotent-replay'), 'true', 'an empty reply is replayed too')
})

t.test('a key is kept for its hours and is then free again', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const id = '0198c0de-0000-7000-8000-000000000001'
  const send = (text: string) => ann.post('/probe/notes/', { text }, key('k'))
  const age = (text: string) => probe.app.sql(`update idempotency_keys set created_at = now() - interval '${text}'`)
  t.equal((await send('a')).status, 201)
  await age('23 hours 59 minutes')
  t.equal((await send('a')).headers.get('idempotent-replay'), 'true')
  t.equal((await send('b')).status, 422)
  await age('24 hours')
  const anew = await send('b')
  t.equal(anew.status, 201)
  t.equal(anew.headers.get('idempotent-replay'), null)
  t.equal((await send('b')).headers.get('idempotent-replay'), 'true', 'and kept for as long again')
  t.strictSame(await probe.notes(), ['a', 'b'])
  await age('25 hours')
  const many = await Promise.all(Array.from({ length: 16 }, () => send('c')))
  t.equal(many.filter((answer) => answer.headers.get('idempotent-replay') === null).length, 1, 'by one of many')
  t.strictSame(await probe.notes(), ['a', 'b', 'c'])
  t.equal((await ann.delete(`/probe/items/${id}/`, key('d'))).headers.get('idempotent-replay'), null)
  await age('24 hours')
  t.equal((await ann.delete(`/probe/items/${id}/`, key('d'))).headers.get('idempotent-replay'), null)
})

t.test('malformed keys are refused at their name', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  t.equal((await ann.post('/probe/notes/', { text: 'a' }, key('x'.repeat(255)))).status, 201)
  const long = await ann.post('/probe/notes/', { text: 'a' }, key('x'.repeat(256)))
  t.equal(long.status, 400)
  t.ok(long.body['Idempotency-Key'])
  t.equal((await ann.post('/probe/notes/', { text: 'a' }, key(''))).status, 400)
  t.equal((await ann.get('/probe/general/', key('x'.repeat(999)))).status, 200, 'reads have no keys')
})

t.test('of 32 parallel duplicates whose first fails exactly one has the effect', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  let runs = 0
  probe.steering.inWrite = async () => {
    runs++
    await sleep(30)
    if (runs === 1) throw new Error('the first fails after its write')
    return undefined
  }
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => ann.post('/probe/notes/', { text: 'once' }, key('p'))),
  )
  const statuses = answers.map((answer) => answer.status).sort()
  t.strictSame(statuses, [...Array(31).fill(201), 500])
  t.equal(runs, 2)
  t.strictSame(await probe.notes(), ['once'])
  const done = answers.filter((answer) => answer.status === 201)
  t.equal(new Set(done.map((answer) => answer.text)).size, 1)
  t.equal(done.filter((answer) => answer.headers.get('idempotent-replay') === null).length, 1)
})

t.test('duplicates through two processes have one effect', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const other = await createServices(probe.app.services.config, { role: 'api' })
  const api = await startApi(other, { ...other.config, port: 0 })
  t.teardown(async () => {
    await api.close()
    await other.close()
  })
  // The second process has no probe routes: both write the profile, the one write that every process knows.
  const there = new (ann.constructor as typeof import('../../support/client.ts').Client)(api.address, ann.token)
  const write = (client: typeof ann) => client.patch('/auth/me/profile/', { timezone: 'Europe/Vienna' }, key('two'))
  const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => write(index % 2 ? ann : there)))
  t.ok(answers.every((answer) => answer.status === 200))
  t.equal(answers.filter((answer) => answer.headers.get('idempotent-replay') === null).length, 1)
})

t.test('waiting duplicates hold no connection that others need', async (t) => {
  const probe = await startProbe(t)
  const [ann, bob] = [probe.as(await probe.app.user('ann')), probe.as(await probe.app.user('bob'))]
  const gate = Promise.withResolvers<void>()
  probe.steering.inWrite = async (text) => {
    if (text === 'slow') await gate.promise
    return undefined
  }
  const slow = Array.from({ length: 24 }, () => ann.post('/probe/notes/', { text: 'slow' }, key('s')))
  await sleep(100)
  // Answered while they all wait; without a connection it would be refused before they end.
  t.equal((await bob.post('/probe/notes/', { text: 'quick' }, key('q'))).status, 201)
  gate.resolve()
  t.ok((await Promise.all(slow)).every((answer) => answer.status === 201))
  t.strictSame((await probe.notes()).sort(), ['quick', 'slow'])
})

t.test('only successes are kept: a refused request may be sent again', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const outcomes: [number, () => Promise<Reply | undefined>][] = [
    [409, () => Promise.reject(new Refusal(409, 'Not now.', { code: 'some_code' }))],
    [500, () => Promise.reject(new Error('a bug'))],
    [409, async () => new Reply(409, { detail: 'Answered and not thrown.' })],
    [302, async () => new Reply(302, { moved: true }, { Location: '/elsewhere' })],
  ]
  for (const [index, [status, outcome]] of outcomes.entries()) {
    const send = () => ann.post('/probe/notes/', { text: 'again' }, key(`r${index}`))
    probe.steering.inWrite = outcome
    t.equal((await send()).status, status)
    probe.steering.inWrite = async () => undefined
    const second = await send()
    t.equal(second.status, status === 302 ? 302 : 201)
    t.equal(second.headers.get('idempotent-replay'), status === 302 ? 'true' : null)
    t.equal((await send()).headers.get('idempotent-replay'), 'true')
  }
  const invalid = await ann.post('/probe/notes/', { text: 5 }, key('i'))
  t.equal(invalid.status, 400)
  t.equal((await ann.post('/probe/notes/', { text: 'now right' }, key('i'))).status, 201)
})

// A kept reply comes before scope and policy: the write may itself have taken the right to repeat it.
t.test('who lost access gets the kept reply, and a refusal to anything new', async (t) => {
  const probe = await startProbe(t)
  const user = await probe.app.user('ann')
  const ann = probe.as(user)
  const send = () => ann.post('/probe/notes/', { text: 'mine' }, key('k'))
  t.equal((await send()).status, 201)
  probe.steering.isAllowed = false
  t.equal((await send()).headers.get('idempotent-replay'), 'true')
  t.equal((await ann.post('/probe/notes/', { text: 'mine' }, key('new'))).status, 403)
  t.strictSame(await probe.notes(), ['mine'])
  probe.steering.isAllowed = true
  t.equal((await ann.post('/probe/notes/', { text: 'more' }, key('new'))).status, 201, 'a refusal keeps no key')
  await probe.app.sql('update accounts set is_active = false where id = $1', [user.account.id])
  t.equal((await send()).status, 401)
})

t.test('exempt routes ignore keys and store nothing', async (t) => {
  const probe = await startProbe(t)
  const user = await probe.app.user('ann')
  const ann = probe.as(user)
  const [one, two] = [
    await ann.post('/probe/secrets/', { text: 's' }, key('k')),
    await ann.post('/probe/secrets/', { text: 's' }, key('k')),
  ]
  t.not(one.body.secret, two.body.secret)
  const tickets = [
    await ann.post('/ws/ticket/', undefined, key('t')),
    await ann.post('/ws/ticket/', undefined, key('t')),
  ]
  t.not(tickets[0]?.body.ticket, tickets[1]?.body.ticket)
  await probe.app.anonymous.post('/auth/token/', { username: 'ann', password: 'x' }, key('l'))
  t.strictSame(await probe.app.sql('select * from idempotency_keys'), [])
})

t.test('a keyed delete is replayed though its row is gone, and only that request', async (t) => {
  const app = await startApp(t)
  const ann = await app.user('ann')
  const project = await makeProject(ann)
  const task = (await ann.post('/tasks/', { name: 'Dig', project: project.id })).body
  const path = `/tasks/${task.id}/`
  const first = await ann.delete(path, key('d'))
  const again = await ann.delete(path, key('d'))
  t.same([first.status, first.headers.get('idempotent-replay')], [204, null])
  t.same([again.status, again.headers.get('idempotent-replay'), again.text], [204, 'true', ''])
  t.equal((await ann.delete(path)).status, 404, 'without the key')
  t.equal((await ann.delete(path, key('e'))).status, 404, 'with another key')
  t.equal((await ann.delete(`${path}?again=1`, key('d'))).status, 422, 'another request with the key')
  t.equal((await (await app.user('bob')).delete(path, key('d'))).status, 404, 'somebody else with the key')
})
