/** Rows are read from the bytes of the protocol, and are those that the driver would make itself. */
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { arrivalTypes } from '../../../api/platform/db/arrival-types.ts'
import { openOrm } from '../../../api/platform/db/orm.ts'
import { createLog } from '../../../api/platform/log.ts'
import { loadConfig } from '../../../api/platform/settings/config.ts'
import { mulberry32 } from '../../../fixtures/generate/random.ts'
import { testDatabase } from '../../support/database.ts'
import { socketOf, startProxy, throughProxy } from '../../support/proxy.ts'
import { sql } from '../../support/sql.ts'

/** The service's connection behind a proxy that hands answers on in pieces, and a bare one of the driver. */
async function setUp(t: Test, pieceBytes: () => number) {
  const database = await testDatabase()
  const proxy = await startProxy(() => socketOf(new URL(database.url)))
  const log = createLog(loadConfig({ SVC_LOG_LEVEL: 'critical' }), 'test')
  const orm = await openOrm(throughProxy(new URL(database.url), proxy), log, { entities: [], poolSize: 1 })
  const bare = new Client({ connectionString: database.url, types: arrivalTypes })
  await bare.connect()
  await bare.query("set timezone to 'UTC'")
  t.teardown(async () => {
    await bare.end()
    await orm.close(true)
    await proxy.close()
    await database.drop()
  })
  const read = (text: string, values: readonly unknown[] = []) => sql({ em: orm.em.fork() }, text, values)
  await read('select 1')
  proxy.hooks.onAnswer = (bytes, { client }) => {
    for (let at = 0; at < bytes.length; ) {
      const end = at + pieceBytes()
      client.write(bytes.subarray(at, end))
      at = end
    }
    return false
  }
  return { read, bare: async (text: string) => (await bare.query(text)).rows }
}

const VALUES: readonly (readonly [type: string, ...values: string[]])[] = [
  ['int2', '0', '-1', '32767', '-32768'],
  ['int4', '0', '7', '-2147483648', '2147483647'],
  ['int8', '0', '12', '-999999999999999', '9007199254740991', '9223372036854775807'],
  ['float8', '0', '-0.5', '1e300', "'NaN'", "'Infinity'"],
  ['numeric', '1.50', '-3'],
  ['boolean', 'true', 'false'],
  ['text', "''", "'a'", "'ab'", "'bb'", "'Größe 日本 🏗'", `repeat('x', 70000)`],
  ['uuid', "'01a21eeb-8644-72a7-87f5-cb541b48cbee'", "'01a21eeb-8644-72a7-87f5-cb541b48cbef'"],
  ['date', "'2026-03-02'", "'0044-03-15 BC'", "'infinity'"],
  ['timestamptz', "'2026-03-02 10:00:00.123456Z'"],
  ['interval', "'1 day'"],
  ['jsonb', `'{"a": [1, null]}'`, `'[]'`, `'"text"'`, `'null'`],
  ['bytea', `'\\x'`, `'\\x00ff'`],
  ['text[]', `array['a', null, 'b"c']`, `array[]::text[]`],
  ['int[]', 'array[1, 2]'],
  ['date[]', "array['2026-03-02'::date]"],
]

t.test('random rows of every type that we have, in pieces that end anywhere', async (t) => {
  const random = mulberry32(11)
  const below = (most: number) => Math.floor(random() * most)
  const { read, bare } = await setUp(t, () => (random() < 0.9 ? 1_000 + below(100_000) : 1 + below(40)))
  for (let round = 0; round < 60; round++) {
    const columns = Array.from({ length: below(12) }, () => VALUES[below(VALUES.length)] as (typeof VALUES)[number])
    const isSteady = columns.map(() => random() < 0.5)
    const names = columns.map((_, place) => (random() < 0.1 ? 'twice' : `c${place}`))
    const before: string[] = []
    const row = (number: number) =>
      columns.map(([type, ...values], place) => {
        if (number === 0 || !isSteady[place] || random() < 0.1)
          before[place] = random() < 0.2 ? 'null' : (values[below(values.length)] as string)
        return `(${before[place]})::${type} as ${names[place]}`
      })
    const text = Array.from({ length: 1 + below(8) }, (_, number) => `select ${row(number).join(', ')}`).join(
      ' union all ',
    )
    const [found, expected] = [await read(text), await bare(text)]
    if (!t.strictSame(found, expected)) t.comment(text)
    t.strictSame(found.map(Object.keys), expected.map(Object.keys), 'the columns stand in the same order')
  }
})

t.test('no two rows share what somebody may change', async (t) => {
  const { read } = await setUp(t, () => 100_000)
  const rows = await read(`select '{"a": 1}'::jsonb as value, '{x}'::text[] as list from generate_series(1, 3)`)
  const [first] = rows as { value: { a: number }; list: string[] }[]
  if (first) first.value.a = 2
  first?.list.push('y')
  t.strictSame(rows.slice(1), Array(2).fill({ value: { a: 1 }, list: ['x'] }))
})

t.test('a result follows on one with the same columns, or with others described by as many bytes', async (t) => {
  const { read } = await setUp(t, () => 100_000)
  const results = [
    ["select 'x' as a, 1 as b", { a: 'x', b: 1 }],
    ["select 'y' as a, null::int as b", { a: 'y', b: null }],
    ["select 2 as a, 'z' as b", { a: 2, b: 'z' }],
    ['select 3 as b, 4 as a', { b: 3, a: 4 }],
  ] as const
  for (const [text, row] of [...results, ...results]) {
    t.strictSame(await read(text), [row])
    t.strictSame(await read(`${text} where $1 = 1`, [1]), [row])
  }
})

t.test('a refusal among rows is the refusal, and the connection reads on', async (t) => {
  const { read } = await setUp(t, () => 100_000)
  await t.rejects(read('select 10 / (3 - n) as n from generate_series(1, 5) as n'), { code: '22012' })
  t.strictSame(await read('select n from generate_series(1, 2) as n'), [{ n: 1 }, { n: 2 }])
  t.strictSame(await read('select from generate_series(1, 2)'), [{}, {}])
})
