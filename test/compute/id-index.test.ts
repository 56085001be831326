import fc from 'fast-check'
import t from 'tap'
import { IdIndex } from '../../compute/model/id-index.ts'

t.test('finds every id where it stands, and no other', async () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 40 })), fc.string(), (ids, other) => {
      const index = new IdIndex(ids)
      if (index.firstAgain !== -1) throw new Error('said to be twice')
      ids.forEach((id, at) => {
        if (index.find(`${id}`) !== at) throw new Error(`${id} is not at ${at}`)
        for (const likely of [at, at - 1, 0, ids.length])
          if (index.findNear(`${id}`, likely) !== at) throw new Error(`${id} is not found from ${likely} on`)
      })
      if (index.find(other) !== ids.indexOf(other)) throw new Error(`${other} is found`)
      if (index.findNear(other, 0) !== ids.indexOf(other)) throw new Error(`${other} is found near`)
    }),
    { numRuns: 500, seed: 7 },
  )
})

t.test('names the first id that is there again', async (t) => {
  t.equal(new IdIndex(['a', 'b', 'c', 'b', 'a']).firstAgain, 3)
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
