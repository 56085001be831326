import t from 'tap'
import { parseJsonBody } from '../../../api/platform/http/body/json-body.ts'
import { startProbe } from './probe.ts'

t.test('bodies that are no JSON objects', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  for (const body of ['[]', '[{"text":"a"}]', '"text"', '5', 'null', 'true']) {
    const answer = await ann.post('/probe/notes/', body)
    t.equal(answer.status, 400, body)
    t.equal(answer.body.code, 'invalid_body', body)
  }
  for (const body of [
    '{',
    '{"text":"a"',
    "{'text':'a'}",
    '{"text":}',
    'text=a',
    '{"text":"a"}{}',
    '{"text":NaN}',
    '{"text":"\t"}',
  ]) {
    const answer = await ann.post('/probe/notes/', body)
    t.equal(answer.status, 400, body)
    t.type(answer.body.detail, 'string', body)
  }
  const missing = await ann.post('/probe/notes/')
  t.strictSame([missing.status, missing.body], [400, { text: ['This field is required.'] }])
  t.equal((await ann.post('/probe/notes/', '\ufeff{"text":"after a mark"}')).status, 201)
  t.strictSame(await probe.notes(), ['after a mark'])
})

t.test('bytes that are no UTF-8, and text that no database takes, are refused at their field', async (t) => {
  const probe = await startProbe(t)
  const user = await probe.app.user('ann')
  const ann = probe.as(user)
  const raw = async (bytes: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(`${probe.url}/api/v1/probe/notes/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      body: bytes,
    })
    return [response.status, await response.json()]
  }
  for (const bad of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    const bytes = Buffer.concat([Buffer.from('{"text":"'), Buffer.from(bad), Buffer.from('"}')])
    t.match(await raw(new Uint8Array(bytes)), [400, { detail: /UTF-8/ }], bad.toString())
  }
  t.match(await raw(new Uint8Array(Buffer.from('{"text":"a"}', 'utf16le'))), [400, { detail: String }])
  for (const text of ['a\\u0000b', '\\ud800', '\\udc00x', 'x\\ud83d']) {
    t.match(await ann.post('/probe/notes/', `{"text":"${text}"}`), { status: 400, body: { text: [String] } }, text)
  }
  t.equal((await ann.post('/probe/notes/', '{"text":"\\ud83d\\ude00"}')).status, 201, 'a whole pair is a character')
  t.match(await ann.post('/probe/notes/', '{"text":"a","x\\u0000":1}'), { status: 400, body: { detail: String } })
  const nested = (value: string) => ann.post('/probe/nested/', `{"name":"ok",${value}}`)
  t.match((await nested('"tags":["a","\\u0000"]')).body, { tags: { 1: [String] } })
  t.match((await nested('"rows":[{"title":"a"},{"title":"\\u0000"}]')).body, { rows: [{}, { title: [String] }] })
  t.match((await nested('"owner":{"id":"\\ud800"}')).body, { owner: { id: [String] } })
})

t.test('numbers that cannot be kept are refused at their field', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  for (const number of ['9007199254740993', '-9007199254740993', '1e400', '-1e999', '99999999999999999999']) {
    const answer = await ann.post('/probe/nested/', `{"name":"ok","owner":{"share":${number}}}`)
    t.match(answer, { status: 400, body: { owner: { share: [String] } } }, number)
  }
  const share = (number: string) =>
    ann.post('/probe/nested/', `{"name":"ok","owner":{"id":"0198c0de-0000-7000-8000-000000000001","share":${number}}}`)
  t.equal((await share('-9007199254740991')).status, 200)
  t.equal((await share('0.30000000000000004')).body.owner.share, 0.30000000000000004)
})

t.test('depth is bounded: 32 levels, 64 where a route says so', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const levels = (count: number) => `${'{"a":'.repeat(count - 1)}{}${'}'.repeat(count - 1)}`
  const lists = (count: number) => `{"a":${'['.repeat(count - 1)}${']'.repeat(count - 1)}}`
  const general = async (body: string) => (await ann.post('/probe/nested/', body)).body
  t.ok((await general(levels(32))).name, 'read, and refused for its fields')
  for (const body of [levels(33), lists(33), `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`]) {
    t.match((await general(body)).detail, /deep/)
  }
  t.equal((await ann.post('/probe/deep/', levels(64))).status, 200)
  t.equal((await ann.post('/probe/deep/', levels(65))).status, 400)
})

t.test('names of the language are ordinary names', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
    const answer = await ann.post('/probe/deep/', `{"${name}":{"polluted":true},"a":{"${name}":{"polluted":true}}}`)
    t.equal(answer.status, 200, name)
    t.match(await ann.post('/probe/deep/', `{"${name}":"\\u0000"}`), { status: 400 }, name)
    t.ok(Object.hasOwn((await ann.post('/probe/deep/', `{"${name}":"\\u0000"}`)).body, name), 'named in the refusal')
  }
  t.equal(({} as { polluted?: boolean }).polluted, undefined)
  t.strictSame(Object.keys(parseJsonBody(Buffer.from('{"__proto__":1}'), 5) as object), ['__proto__'])
})

t.test('types and encodings that are not JSON are 415', async (t) => {
  const probe = await startProbe(t)
  const ann = probe.as(await probe.app.user('ann'))
  const send = async (headers: Record<string, string>) =>
    (await ann.post('/probe/notes/', '{"text":"a"}', headers)).status
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ]) {
    t.equal(await send({ 'Content-Type': type }), 415, type)
  }
  for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json']) {
    t.equal(await send({ 'Content-Type': type }), 201, type)
  }
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip, identity'])
    t.equal(await send({ 'Content-Encoding': encoding }), 415)
  t.equal(await send({ 'Content-Encoding': 'identity' }), 201)
})

t.test('a body past 1 MiB is 413, whether or not its length was told', async (t) => {
  const probe = await startProbe(t)
  const user = await probe.app.user('ann')
  const ann = probe.as(user)
  const fill = (bytes: number) => `{"text":"${'x'.repeat(bytes - 11)}"}`
  t.equal((await ann.post('/probe/notes/', fill(1024 * 1024))).status, 400, 'just small enough to be read')
  const told = await ann.post('/probe/notes/', fill(1024 * 1024 + 1))
  t.equal(told.status, 413)
  t.type(told.body.detail, 'string')
  t.equal((await ann.post('/probe/notes/', fill(5 * 1024 * 1024))).status, 413)
  const chunks = async function* () {
    for (let sent = 0; sent < 24; sent++) yield Buffer.alloc(100_000, 0x20)
  }
  for (let round = 0; round < 5; round++) {
    const streamed = await fetch(`${probe.url}/api/v1/probe/notes/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      body: ReadableStream.from(chunks()),
      duplex: 'half',
    } as RequestInit)
    t.equal(streamed.status, 413)
    await streamed.text()
  }
})
