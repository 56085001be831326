import t from 'tap'
import { readSeed } from '../../../importers/seed/read-seed.ts'
import { smallSeed } from '../../support/seeds.ts'
import { bytesOf, type Json, newer, problems, RISK, read, TODAY } from './broken-seed.ts'

t.test('hostile documents end in a short list of problems', async (t) => {
  const cases: [name: string, bytes: Uint8Array, expected: RegExp][] = [
    ['empty', new Uint8Array(), /^\$: The document is not valid JSON/],
    ['no JSON', new TextEncoder().encode('{"a":'), /not valid JSON/],
    ['no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), /not valid UTF-8/],
    ['a list', bytesOf([]), /must be a JSON object/],
    ['null', bytesOf(null), /must be a JSON object/],
    ['a key twice', new TextEncoder().encode('{"schema_version":"1.0","schema_version":"2.0"}'), /twice|repeat|says/i],
    [
      'NUL in a text',
      bytesOf({ ...smallSeed(), program: { ...smallSeed().program, name: 'a\u0000b' } }),
      /program\.name: Null characters/,
    ],
    [
      'a lone surrogate',
      bytesOf({ ...smallSeed(), program: { ...smallSeed().program, name: '\ud800' } }),
      /program\.name: /,
    ],
    [
      'a number beyond all',
      new TextEncoder().encode(JSON.stringify(smallSeed()).replace('"lag":3', '"lag":1e999')),
      /lag: The number is out of range/,
    ],
    ['projects as an object', bytesOf({ ...smallSeed(), projects: {} }), /projects: Must be a list/],
    ['no project', bytesOf({ ...smallSeed(), projects: [] }), /At least one project/],
    [
      '201 projects',
      bytesOf({ ...smallSeed(), projects: Array(201).fill(smallSeed().projects[0]) }),
      /projects: Holds 201 items/,
    ],
    [
      '100,001 nodes',
      bytesOf({ ...smallSeed(), projects: Array.from({ length: 6 }, () => ({ tasks: Array(17_000).fill(1) })) }),
      /at most 100000 are imported/,
    ],
    ['half a million items', bytesOf({ ...smallSeed(), projects: [{ x: Array(500_001).fill(0) }] }), /list items/],
    [
      'a prototype',
      new TextEncoder().encode('{"__proto__":{"schema_version":"1.0"},"constructor":1}'),
      /constructor: Unknown field/,
    ],
  ]
  for (const [name, bytes, expected] of cases) {
    const started = performance.now()
    const { errors, seed } = readSeed(bytes, { today: TODAY })
    t.equal(seed, null, name)
    t.ok(
      errors.some((problem) => expected.test(problem)),
      `${name}: ${errors.slice(0, 3).join(' ')}`,
    )
    t.ok(errors.length <= 1001, `${name}: ${errors.length} problems`)
    t.ok(performance.now() - started < 5000, name)
  }
})

t.test('a document nested deeper than 64 levels is refused as a whole', async (t) => {
  const nested = (depth: number): Json => (depth === 0 ? 1 : { a: nested(depth - 1) })
  const reading = (x: Json) => readSeed(bytesOf({ ...smallSeed(), x }), { today: TODAY })
  t.strictSame(reading(nested(63)).errors, ['$.x: Unknown field.'])
  t.throws(() => reading(nested(64)), { code: 'too_complex', detail: /deeper than 64/ })
  const lists = new TextEncoder().encode(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  t.throws(() => readSeed(lists, { today: TODAY }), { code: 'too_complex' })
})

t.test('a document that is wrong throughout is listed in part and counted in full', async (t) => {
  const found = problems((seed) => Object.assign(seed.projects[0], { tasks: Array(5000).fill({ wbs_path: '' }) }))
  t.equal(found.length, 1001)
  t.match(found.at(-1), /^\$: 9\d\d\d further problems are not listed\.$/)
})

t.test('every field may be of any type without an exception', async (t) => {
  const values = [null, 0, -1, 1e308, '', 'x', true, [], {}, [[]], [null], { a: 1 }]
  const seed = newer(smallSeed())
  Object.assign(seed, { risks: [RISK], events: [{ at: 'A+0', action: 'task.status', target: 'task:track:1' }] })
  let tried = 0
  const visit = (holder: Json) => {
    for (const key of Object.keys(holder)) {
      const kept = holder[key]
      for (const value of values) {
        holder[key] = value
        const { errors } = read(seed)
        tried += 1
        if (!errors.every((problem) => problem.startsWith('$'))) t.fail(`${key}: ${errors.join(' ')}`)
      }
      holder[key] = kept
      if (kept !== null && typeof kept === 'object') visit(kept)
    }
  }
  visit(seed)
  t.ok(tried > 1000, `${tried} documents`)
})
