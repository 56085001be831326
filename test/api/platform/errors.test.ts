import t from 'tap'
import { z } from 'zod'
import { refusalOfDatabaseError } from '../../../api/platform/db/transaction.ts'
import { FieldErrors } from '../../../api/platform/errors.ts'
import { fieldErrorsOf } from '../../../api/platform/http/field-errors.ts'
import { startProbe } from './probe.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'

t.test('field errors nest like the payload', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const refuse = async (body: unknown) => {
    const answer = await ann.post('/probe/nested/', body)
    t.equal(answer.status, 400)
    return answer.body
  }
  t.match(await refuse({}), { name: ['This field is required.'] })
  t.match(await refuse({ name: null }), { name: ['This field may not be null.'] })
  t.match(await refuse({ name: 'x' }), { name: [String] })
  const scalars = await refuse({ name: 'ok', tags: ['a', 'toolong', 'b', 'alsolong'] })
  t.strictSame(Object.keys(scalars.tags), ['1', '3'], 'a list of scalars: failing indices only')
  t.type(scalars.tags['1'][0], 'string')
  const rows = await refuse({ name: 'ok', rows: [{ title: 't', days: 1 }, { title: 5, days: -1 }, 7] })
  t.equal(rows.rows.length, 3, 'a list of objects: one entry for each item')
  t.strictSame(rows.rows[0], {})
  t.match(rows.rows[1], { title: [String], days: [String] })
  t.match(rows.rows[2], { non_field_errors: [String] })
  const whole = await refuse({ name: 'ok', tags: ['a', 'b', 'c', 'd', 'e'] })
  t.match(whole.tags, { non_field_errors: [String] }, 'a rule about the list as a whole')
  t.match((await refuse({ name: 'ok', tags: 'a' })).tags, [String], 'no list at all is the field’s own fault')
  t.match((await refuse({ name: ['ok'] })).name, [String], 'nor is a list where a text belongs a rule about lists')
  t.match((await refuse({ name: 'ok', either: [] })).either, [String], 'of one form or another')
  t.match((await refuse({ name: 'ok', owner: { id: 'x', share: 2 } })).owner, { id: [String], share: [String] })
  t.match((await refuse({ name: 'ok', span: { from: 2, to: 1 } })).span, ['Ends before it starts.'])
  t.match(
    (await refuse({ name: 'ok', either: { kind: 'a', a: 'x' } })).either,
    { a: [String] },
    'the branch that is meant',
  )
})

t.test('an object-level rule of the whole body stands under non_field_errors', async (t) => {
  const schema = z.object({ from: z.int(), to: z.int() }).refine(({ from, to }) => from <= to, 'Ends before it starts')
  const parsed = schema.safeParse({ from: 2, to: 1 })
  t.strictSame(parsed.success ? null : fieldErrorsOf(parsed.error, { from: 2, to: 1 }).fields, {
    non_field_errors: ['Ends before it starts.'],
  })
  const strict = z.strictObject({ a: z.int() }).safeParse(JSON.parse('{"a":1,"__proto__":2,"b":3}'))
  const errors = strict.success ? new FieldErrors({}) : fieldErrorsOf(strict.error, {})
  t.strictSame(JSON.parse(JSON.stringify(errors.fields)).b, ['Unknown field.'])
  t.equal(({} as Record<string, unknown>).b, undefined)
})

t.test('refusals carry detail, code and their extra keys', async (t) => {
  const probe = await startProbe(t)
  const answer = await probe.as(probe.app.anonymous).get('/probe/failures/refused/')
  t.equal(answer.status, 409)
  t.strictSame(answer.body, { detail: 'No.', code: 'some_code', reference_count: 2 })
  t.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
})

t.test('a bug is a 500 that tells nothing but where to look', async (t) => {
  const probe = await startProbe(t)
  const answer = await probe.as(probe.app.anonymous).get('/probe/bug/')
  t.equal(answer.status, 500)
  t.strictSame(answer.body, { detail: 'Unexpected failure.', request_id: answer.headers.get('x-request-id') })
})

t.test('failures below are told as what they mean', async (t) => {
  const probe = await startProbe(t)
  const failed = async (kind: string) => {
    const answer = await probe.as(probe.app.anonymous).get(`/probe/failures/${kind}/`)
    t.type(answer.body.detail, 'string', kind)
    return [answer.status, answer.headers.get('retry-after')]
  }
  t.strictSame(await failed('late'), [503, '5'])
  t.strictSame(await failed('away'), [503, '5'])
  t.strictSame(await failed('cast'), [400, null])
  t.strictSame(await failed('full'), [507, null])
})

t.test('a pipe to the database that breaks has no word of the database', async (t) => {
  const broken = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })
  t.match(refusalOfDatabaseError(broken), { status: 503 })
})

t.test('a database that goes away is a 503 and comes back', async (t) => {
  const probe = await startProbe(t)
  const anyone = probe.as(probe.app.anonymous)
  const slow = anyone.get('/probe/failures/slow/')
  await new Promise((resolve) => setTimeout(resolve, 200))
  await probe.app.sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and pid <> pg_backend_pid() and datname = current_database()`,
  )
  t.equal((await slow).status, 503)
  t.equal((await anyone.get('/probe/failures/none/')).status, 200)
})

t.test('what fails after the commit fails nobody', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  t.strictSame((await ann.post('/probe/after-commit/')).body, { done: true })
})

t.test('unknown paths, malformed ids and wrong methods', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  for (const path of [
    '/nothing/',
    '/probe/nothing/',
    '/probe/notary/',
    '/probe/items/not-a-uuid/',
    `/probe/items/${ID}0/`,
    `/probe/items/{${ID}}/`,
    `/probe/items/${ID.replaceAll('-', '')}/`,
    '/constructor/',
    '/__proto__/',
    '/',
  ]) {
    const answer = await ann.get(path)
    t.equal(answer.status, 404, path)
    t.strictSame(answer.body, { detail: 'Not found.' }, path)
  }
  const meant: [string, string][] = [
    [`/probe/items/${ID}`, `Paths end with a slash: /api/v1/probe/items/${ID}/`],
    [`/Probe/items/${ID}/`, `Did you mean /api/v1/probe/items/${ID}/?`],
    [`/probe/itms/${ID}/`, `Did you mean /api/v1/probe/items/${ID}/?`],
    ['/PROBE/NOTES/', 'Did you mean /api/v1/probe/notes/?'],
    ['/probe/nots/', 'Did you mean /api/v1/probe/notes/?'],
    ['/me/timer/start/', 'This path ends without a slash: /api/v1/me/timer/start'],
    ['/me/timr/start/', 'Did you mean /api/v1/me/timer/start?'],
  ]
  for (const [path, hint] of meant) {
    const answer = await ann.get(path)
    t.equal(answer.status, 404, path)
    t.strictSame(answer.body, { detail: 'Not found.', hint }, path)
  }
  for (const path of ['/api/probe/notes/', '/v1/probe/notes', '/api/v2/probe/nots/']) {
    const answer = await ann.get(`${probe.url}${path}`)
    t.equal(answer.status, 404, path)
    const hint = 'The API is under /api/v1/: did you mean /api/v1/probe/notes/?'
    t.strictSame(answer.body, { detail: 'Not found.', hint }, path)
  }
  t.strictSame((await ann.get(`${probe.url}/api/nowhere/near/`)).body, { detail: 'Not found.' })
  const outside = await ann.get(`${probe.url}/somewhere`)
  t.equal(outside.status, 404)
  t.strictSame(outside.body, { detail: 'Not found.' })

  const wrong = await ann.post(`/probe/items/${ID}/`, {})
  t.equal(wrong.status, 405)
  t.strictSame(wrong.headers.get('allow')?.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PUT'])
  t.type(wrong.body.detail, 'string')
  t.equal((await ann.patch('/probe/notes/', {})).headers.get('allow'), 'POST')
  const options = await ann.request('OPTIONS', `/probe/items/${ID}/`)
  t.equal(options.status, 204)
  t.ok(options.headers.get('allow')?.includes('PUT'))
  const [get, head] = [await ann.get(`/probe/items/${ID}/`), await ann.request('HEAD', `/probe/items/${ID}/`)]
  t.strictSame([get.status, head.status, head.text], [200, 200, ''])
  t.equal(head.headers.get('content-length'), get.headers.get('content-length'))
  t.equal((await ann.request('HEAD', '/probe/notes/')).status, 405)
})

t.test('pages of our own origins may read replies, others get no word', async (t) => {
  const probe = await startProbe(t, {
    env: { SVC_APP_URL: 'https://plan.example.org', SVC_ALLOWED_ORIGINS: 'https://two.example.org' },
  })
  const ann = probe.as(await probe.app.user('ann'))
  const allowed = async (origin: string) => {
    const { headers } = await ann.get('/probe/general/', { Origin: origin })
    t.match(headers.get('vary'), /\bOrigin\b/)
    return headers.get('access-control-allow-origin')
  }
  t.equal(await allowed('https://plan.example.org'), 'https://plan.example.org')
  t.equal(await allowed('https://two.example.org'), 'https://two.example.org')
  t.equal(await allowed('https://evil.example.org'), null)
  t.equal(await allowed('null'), null)
  const preflight = await ann.request('OPTIONS', '/probe/notes/', undefined, {
    Origin: 'https://plan.example.org',
    'Access-Control-Request-Method': 'POST',
  })
  t.equal(preflight.status, 204)
  const asked = preflight.headers.get('access-control-allow-headers')?.split(', ') ?? []
  for (const name of ['Idempotency-Key', 'If-None-Match', 'X-Base-Version', 'Prefer']) t.ok(asked.includes(name), name)
  const told = preflight.headers.get('access-control-expose-headers')?.split(', ') ?? []
  for (const name of ['ETag', 'X-Merged-Concurrent-Fields', 'Idempotent-Replay']) t.ok(told.includes(name), name)
  t.match(preflight.headers.get('access-control-allow-methods'), /PATCH/)
})

t.test('every reply says what a cautious browser wants to hear', async (t) => {
  const probe = await startProbe(t)
  for (const path of ['/health/', '/nothing/', '/probe/bug/', '/auth/me/']) {
    const { headers } = await probe.as(probe.app.anonymous).get(path)
    t.equal(headers.get('x-content-type-options'), 'nosniff', path)
    t.equal(headers.get('cache-control'), 'no-store', path)
    t.match(headers.get('x-request-id'), /^[0-9a-f-]{36}$/, path)
  }
})
