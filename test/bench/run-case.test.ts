import t from 'tap'
import type { BenchCase, Prepared } from '../../bench/bench-case.ts'
import { repeatWork } from '../../bench/repeat-work.ts'
import { runCase } from '../../bench/run-case.ts'

function caseOf(prepare: () => Prepared): BenchCase {
  return {
    name: 'tiny',
    group: 'compute',
    summary: 'a case of a test',
    unit: 'µs',
    sizeName: 'rows',
    quickSizes: [10],
    fullSizes: [10, 20],
    warmUps: 1,
    samples: 4,
    prepare,
  }
}

const constant = (hash: string) => () => ({ value: 1, hash })
const onlySize = async (prepare: () => Prepared) => {
  const { sizes } = await runCase(caseOf(prepare), 'quick')
  return sizes[0]
}

t.test('samples are taken in turns with the peers, and what was prepared is closed', async (t) => {
  const order: string[] = []
  let closed = 0
  const size = await onlySize(() => ({
    sample: () => {
      order.push('svc')
      return { value: 1, hash: 'a', parts: { inner: order.length } }
    },
    peers: [
      {
        name: 'other',
        sample: () => {
          order.push('other')
          return { value: 3, hash: 'x' }
        },
      },
    ],
    close: () => {
      closed++
    },
  }))
  t.match(size, { failure: null, samples: [1, 1, 1, 1], hash: 'a', peers: [{ name: 'other', samples: [3, 3, 3, 3] }] })
  t.same(order.slice(2), ['svc', 'other', 'other', 'svc', 'svc', 'other', 'other', 'svc'])
  t.type(size?.parts.inner, 'number')
  t.equal(closed, 1)
})

t.test('wrong answers fail: changing, unlike the expected one, unlike a peer that computes the same', async (t) => {
  let run = 0
  t.match(await onlySize(() => ({ sample: () => ({ value: 1, hash: String(run++) }) })), {
    failure: /changed/,
    samples: [],
  })
  t.match(await onlySize(() => ({ sample: constant('a'), expectedHash: 'b' })), { failure: /wrong answer/ })
  const peers = [{ name: 'p', isSameAnswer: true, sample: constant('b') }]
  t.match(await onlySize(() => ({ sample: constant('a'), peers })), { failure: /"p" came to another answer/ })
})

t.test('a peer that fails is out with its reason', async (t) => {
  const broken = {
    name: 'p',
    isSameAnswer: true,
    sample: () => {
      throw new Error('not today')
    },
  }
  t.match(await onlySize(() => ({ sample: constant('a'), peers: [broken] })), {
    failure: null,
    peers: [{ samples: [], reason: 'not today' }],
  })
})

t.test('a size that cannot be prepared does not stop the next', async (t) => {
  let size = 0
  const { sizes } = await runCase(
    caseOf(() => {
      if (size++ === 0) throw new Error('no room')
      return { sample: constant('a') }
    }),
    'full',
  )
  t.match(sizes, [
    { size: 10, failure: 'no room' },
    { size: 20, failure: null },
  ])
})

t.test('short work is repeated until a sample can be timed', async (t) => {
  let runs = 0
  const sample = repeatWork({ unit: 'µs', once: () => ++runs, consume: Number, hash: () => 'h' })
  const first = sample()
  t.ok(runs > 20, `${runs} runs`)
  t.ok(first.value > 0 && first.value < 100, `${first.value} µs`)
})
