import fc from 'fast-check'
import t from 'tap'
import { findRefusedEdges } from '../../../api/dependencies/check-edges.ts'
import type { EdgeGraph } from '../../../api/dependencies/edge-graph.ts'
import { UuidIndex, uuidWords } from '../../../api/platform/db/uuid-index.ts'
import { newId } from '../../../api/platform/ids.ts'
import { findCycle } from '../../../compute/cpm/find-cycle.ts'

interface Sketch {
  parents: number[]
  stored: [number, number][]
  added: [number, number][]
}

function graphOf({ parents, stored }: Sketch, ids: string[]): EdgeGraph {
  return {
    tasks: new UuidIndex(uuidWords(Buffer.from(ids.join('').replaceAll('-', ''), 'hex'))),
    parentIndex: Int32Array.from(parents),
    predecessorIndex: Int32Array.from(stored, ([from]) => from),
    successorIndex: Int32Array.from(stored, ([, to]) => to),
  }
}

function judge(sketch: Sketch) {
  const ids = sketch.parents.map(() => newId())
  const added = sketch.added.map(([from, to]) => ({
    predecessorId: ids[from] as string,
    successorId: ids[to] as string,
  }))
  const refused = findRefusedEdges(graphOf(sketch, ids), added)
  return { refused, pathOf: (index: number) => refused[index]?.offending.map((id) => ids.indexOf(id)) }
}

function isCyclic({ parents }: Sketch, links: readonly [number, number][]): boolean {
  const question = {
    taskCount: parents.length,
    predecessorIndex: links.map(([from]) => from),
    successorIndex: links.map(([, to]) => to),
    parentIndex: Int32Array.from(parents),
  }
  return findCycle(question) !== null
}

const FLAT = [-1, -1, -1, -1, -1]

t.test('a set without a cycle passes, whatever its order', async (t) => {
  t.same(
    judge({
      parents: FLAT,
      stored: [[0, 1]],
      added: [
        [2, 3],
        [1, 2],
      ],
    }).refused,
    [],
  )
})

t.test('only the links on the cycle are refused', async (t) => {
  const { refused, pathOf } = judge({
    parents: FLAT,
    stored: [[0, 1]],
    added: [
      [1, 2],
      [3, 4],
      [2, 0],
      [2, 3],
    ],
  })
  t.same(
    refused.map(({ index, code }) => [index, code]),
    [
      [0, 'cyclic_dependency'],
      [2, 'cyclic_dependency'],
    ],
  )
  t.same(pathOf(0), [2, 0, 1, 2])
})

t.test('a task linked to itself is told apart, and unknown ends are passed over', async (t) => {
  const { refused } = judge({
    parents: FLAT,
    stored: [],
    added: [
      [1, 1],
      [0, 1],
    ],
  })
  t.match(refused, [{ index: 0, code: 'self_reference' }])
  const graph = graphOf(
    { parents: FLAT, stored: [], added: [] },
    FLAT.map(() => newId()),
  )
  t.same(findRefusedEdges(graph, [{ predecessorId: newId(), successorId: newId() }]), [])
})

t.test('phases count through their tasks', async (t) => {
  // 0 is a phase with the tasks 1 and 2.
  const parents = [-1, 0, 0, -1, -1]
  t.equal(judge({ parents, stored: [[0, 3]], added: [[3, 2]] }).refused.length, 1)
  t.equal(judge({ parents, stored: [[1, 3]], added: [[3, 2]] }).refused.length, 0)
  t.equal(judge({ parents, stored: [[1, 3]], added: [[3, 0]] }).refused.length, 1)
})

t.test('on any graph: what is left is free of cycles, and every refused link is on one', async (t) => {
  const taskCount = 8
  const task = fc.integer({ min: 0, max: taskCount - 1 })
  const link = fc.tuple(task, task).filter(([from, to]) => from !== to)
  const sketch = fc.record({
    parents: fc.tuple(...Array.from({ length: taskCount }, (_, index) => fc.integer({ min: -2, max: index - 1 }))),
    links: fc.array(link, { maxLength: 10 }),
    added: fc.array(link, { maxLength: 8 }),
  })
  fc.assert(
    fc.property(sketch, ({ parents, links, added }) => {
      const base: Sketch = { parents: parents.map((parent) => Math.max(parent, -1)), stored: [], added }
      for (const each of links) if (!isCyclic(base, [...base.stored, each])) base.stored.push(each)
      const refused = new Set(judge(base).refused.map(({ index }) => index))
      const kept = added.filter((_, index) => !refused.has(index))
      if (isCyclic(base, [...base.stored, ...kept])) throw new Error('a cycle is left')
      for (const index of refused) {
        const others = added.filter((_, other) => other !== index)
        const onlyTogether = isCyclic(base, [...base.stored, ...others, added[index] as [number, number]])
        if (!onlyTogether) throw new Error(`link ${index} is on no cycle`)
      }
      added.forEach((each, index) => {
        if (isCyclic(base, [...base.stored, each]) && !refused.has(index))
          throw new Error(`link ${index} was let through`)
      })
    }),
    { numRuns: 500, seed: 11 },
  )
  t.pass()
})
