import fc from 'fast-check'
import t from 'tap'
import { IdIndex } from '../../compute/model/id-index.ts'

t.test('finds every id where it stands, and no other', async () => {
  fc.assert(fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 40 })), fc.string(), findsAll), {
    numRuns: 500,
    seed: 7,
  })
})

t.test('finds ids that end in numbers, close together or not, in digits of either radix', async () => {
  const numbered = fc.tuple(
    fc.constantFrom(
      '',
      '0',
      '7',
      'T-',
      'task ',
      '00000000-0000-4000-8000-',
      'ä',
      'a-very-long-name-of-more-characters-than-lengths-are-told-apart-',
    ),
    fc.oneof(fc.nat(40), fc.nat(200_000)),
    fc.constantFrom(10, 16),
    fc.constantFrom(0, 5, 12),
  )
  const id = numbered.map(([prefix, number, radix, digits]) => prefix + number.toString(radix).padStart(digits, '0'))
  const run = fc
    .tuple(numbered, fc.integer({ min: 1, max: 300 }))
    .map(([[prefix, first, radix, digits], count]) =>
      Array.from({ length: count }, (_, at) => prefix + (first + at).toString(radix).padStart(digits, '0')),
    )
  fc.assert(fc.property(fc.uniqueArray(id), id, findsAll), { numRuns: 300, seed: 11 })
  fc.assert(fc.property(run, id, findsAll), { numRuns: 300, seed: 13 })
  fc.assert(
    fc.property(run, id, (ids, more) => findsAll([...new Set([more, ...ids])].reverse(), more.toUpperCase())),
    { numRuns: 300, seed: 17 },
  )
})

function findsAll(ids: readonly string[], other: string): void {
  const index = new IdIndex(ids)
  if (index.firstAgain !== -1) throw new Error('said to be twice')
  ids.forEach((id, at) => {
    if (index.find(`${id}`) !== at) throw new Error(`${id} is not at ${at}`)
    for (const likely of [at, at - 1, 0, ids.length])
      if (index.findNear(`${id}`, likely) !== at) throw new Error(`${id} is not found from ${likely} on`)
  })
  if (index.find(other) !== ids.indexOf(other)) throw new Error(`${other} is found`)
  if (index.findNear(other, 0) !== ids.indexOf(other)) throw new Error(`${other} is found near`)
}

t.test('names the first id that is there again', async (t) => {
  t.equal(new IdIndex(['a', 'b', 'c', 'b', 'a']).firstAgain, 3)
  t.equal(new IdIndex(['T-1', 'T-2', 'T-3', 'T-2', 'T-1']).firstAgain, 3)
  t.equal(new IdIndex(['T-1', 'U-1', 'T-2']).firstAgain, -1)
  t.equal(new IdIndex([]).find('a'), -1)
})

t.test('ids alike in all that is hashed are found as well, and as fast', async (t) => {
  // So many that looking past all those before takes several times the bound; found as they should be, a hundredth of it.
  const COUNT = 20_000
  // Each id has two characters of its own where none is looked at.
  const ids = Array.from(
    { length: COUNT },
    (_, at) => `task-${'x'.repeat(20)}${String(at).padStart(5, '0')}${'y'.repeat(30)}`,
  )
  const startedMs = performance.now()
  const index = new IdIndex(ids)
  t.ok(ids.every((id, at) => index.find(id) === at))
  t.equal(index.find('task'), -1)
  t.ok(performance.now() - startedMs < 5_000)
  t.equal(new IdIndex([...ids, ids[17] as string]).firstAgain, COUNT)
})
