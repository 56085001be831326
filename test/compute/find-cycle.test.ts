import fc from 'fast-check'
import t from 'tap'
import { findCycle } from '../../compute/cpm/find-cycle.ts'
import { caseCount } from './reference/random-plan.ts'

function cycleOf(taskCount: number, pairs: [number, number][], parents?: number[]): number[] | null {
  return findCycle({
    taskCount,
    predecessorIndex: pairs.map(([from]) => from),
    successorIndex: pairs.map(([, to]) => to),
    ...(parents === undefined ? {} : { parentIndex: Int32Array.from(parents) }),
  })
}

t.test('the path follows the links and repeats its first task', async (t) => {
  t.equal(
    cycleOf(3, [
      [0, 1],
      [1, 2],
    ]),
    null,
  )
  t.strictSame(cycleOf(1, [[0, 0]]), [0, 0])
  t.strictSame(
    cycleOf(4, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 1],
    ]),
    [1, 2, 3, 1],
  )
})

t.test('a summary that waits for its own leaf is a cycle of that leaf', async (t) => {
  t.strictSame(cycleOf(2, [[0, 1]], [-1, 0]), [1, 1])
  t.strictSame(cycleOf(2, [[1, 0]], [-1, 0]), [1, 1])
  t.equal(cycleOf(3, [[0, 2]], [-1, 0, -1]), null)
})

t.test('a loop of parents is refused', async (t) => {
  t.throws(() => cycleOf(2, [], [1, 0]), { code: 'invalid_graph_input' })
})

t.test('finds a cycle exactly where the spread-out links have one, and each step of it is a link', async (t) => {
  const graph = fc.integer({ min: 1, max: 9 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      parents: fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc.integer({ min: -2, max: index - 1 }).map((p) => Math.max(p, -1)),
        ),
      ),
      pairs: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: 12, size: 'max' }),
    }),
  )
  let found = 0
  fc.assert(
    fc.property(graph, ({ count, parents, pairs }) => {
      const leaves = (task: number): number[] => {
        const children = parents.flatMap((parent, child) => (parent === task ? [child] : []))
        return children.length === 0 ? [task] : children.flatMap(leaves)
      }
      const spread = pairs.flatMap(([from, to]) => leaves(from).flatMap((a) => leaves(to).map((b) => `${a}>${b}`)))
      const cycle = cycleOf(count, pairs, parents)
      if (cycle === null) return !hasCycle(count, spread)
      found++
      return cycle[0] === cycle.at(-1) && cycle.slice(1).every((to, index) => spread.includes(`${cycle[index]}>${to}`))
    }),
    { numRuns: caseCount(500), seed: 11 },
  )
  t.ok(found > 20, `${found} cycles`)
})

function hasCycle(count: number, edges: string[]): boolean {
  let left = Array.from({ length: count }, (_, index) => index)
  for (;;) {
    const kept = left.filter((task) => left.some((from) => edges.includes(`${from}>${task}`)))
    if (kept.length === left.length) return left.length > 0
    left = kept
  }
}
