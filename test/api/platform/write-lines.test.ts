import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { createLines } from '../../../api/platform/http/steps/write-lines.ts'

const LIMITS = { underWay: 2, waitMs: 10_000, waitingBytes: 2 ** 20 }

t.test('work of one name goes in order, few pieces at a time; other names do not wait for it', async (t) => {
  const inLine = createLines(LIMITS)
  const order: number[] = []
  let [underWay, most] = [0, 0]
  const work = (index: number) => async () => {
    order.push(index)
    most = Math.max(most, ++underWay)
    await sleep(2)
    underWay--
    return index
  }
  const others = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const held = others.map(({ promise }, index) => inLine('held', 0, () => promise.then(() => index)))
  const all = await Promise.all(Array.from({ length: 40 }, (_, index) => inLine('quay', 0, work(index))))
  const inOrder = Array.from({ length: 40 }, (_, index) => index)
  t.same([all, order], [inOrder, inOrder])
  t.equal(most, 2)
  for (const { resolve } of others) resolve()
  t.same(await Promise.all(held), [0, 1, 2])
})

t.test('a failure hands its place on', async (t) => {
  const inLine = createLines({ ...LIMITS, underWay: 1 })
  const failing = inLine('quay', 0, () => Promise.reject(new Error('no')))
  const next = inLine('quay', 0, async () => 'next')
  await t.rejects(failing, { message: 'no' })
  t.equal(await next, 'next')
})

t.test('whoever would wait in vain is refused before that, the last first', async (t) => {
  const inLine = createLines({ ...LIMITS, waitMs: 400 })
  const startedMs = performance.now()
  const ends = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      inLine('quay', 0, () => sleep(10)).then(
        () => ({ index, isMade: true, afterMs: performance.now() - startedMs }),
        ({ status, code }) => ({ index, isMade: false, afterMs: performance.now() - startedMs, status, code }),
      ),
    ),
  )
  const refused = ends.filter(({ isMade }) => !isMade)
  const lastMade = ends.findLastIndex(({ isMade }) => isMade)
  t.ok(lastMade >= 10 && refused.length > 50, `${200 - refused.length} made, ${refused.length} refused`)
  t.equal(refused[0]?.index, lastMade + 1, 'nobody is overtaken')
  t.ok((refused.at(-1)?.afterMs ?? 0) < 400, 'the last is told early')
  t.match(refused[0], { status: 503, code: 'overloaded' })
})

t.test('bodies that wait are bounded together', async (t) => {
  const inLine = createLines({ underWay: 1, waitMs: 5_000, waitingBytes: 100_000 })
  const first = Promise.withResolvers<void>()
  const under = inLine('quay', 0, () => first.promise)
  const waiting = inLine('quay', 80_000, async () => 'waited')
  await t.rejects(
    inLine('yard', 0, () => inLine('quay', 80_000, async () => 'too much')),
    { status: 503, code: 'overloaded' },
  )
  first.resolve()
  await under
  t.equal(await waiting, 'waited')
  t.equal(await inLine('quay', 80_000, async () => 'room again'), 'room again')
})
