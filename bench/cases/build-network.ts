import { findLevels, orderByLevel } from '../../compute/cpm/topological-order.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { generatePlan, sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { sketchPlan } from '../../fixtures/generate/plan-sketch.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { repeatWork } from '../repeat-work.ts'

const shared = {
  group: 'compute',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [1_000, 20_000, 100_000],
  warmUps: 3,
  samples: 30,
} as const satisfies Partial<BenchCase>

/** Links a task so that 20,000 tasks have 40,000 links, as the aim says. */
const LINKS_PER_TASK = 2

export const topologicalOrder: BenchCase = {
  ...shared,
  name: 'topological-order',
  summary: 'order of tasks that were written in any order, by level and id',
  unit: 'µs',
  aims: (size) => (size === 20_000 ? [{ of: 'median', atMost: 700 }] : []),
  prepare(size) {
    const sketch = sketchPlan({ taskCount: size, isShuffled: true, oddLinkShare: 0 })
    const { from, to } = sketch
    const preferred = Int32Array.from({ length: size }, (_, task) => task)
    return {
      sample: repeatWork({
        unit: 'µs',
        once: () => {
          const levels = findLevels(size, from, to)
          if (levels === null) throw new Error('wrong answer: the links form no cycle')
          return orderByLevel(preferred, levels)
        },
        consume: (order) => order[size - 1] as number,
        hash: (order) => {
          checkOrder(order, from, to)
          return hashAnswer(order)
        },
      }),
      datasetHash: hashAnswer(from, to),
      facts: { links: from.length },
    }
  },
}

function checkOrder(order: Int32Array, from: Int32Array, to: Int32Array): void {
  const placeOf = new Int32Array(order.length).fill(-1)
  for (let at = 0; at < order.length; at++) placeOf[order[at] as number] = at
  if (placeOf.includes(-1)) throw new Error('wrong answer: a task is missing from the order')
  for (let link = 0; link < from.length; link++) {
    if ((placeOf[from[link] as number] as number) >= (placeOf[to[link] as number] as number))
      throw new Error('wrong answer: a task comes before its predecessor')
  }
}

export const idsToIndexes: BenchCase = {
  ...shared,
  name: 'ids-to-indexes',
  summary: 'plan document with UUIDs, two links a task, checked and turned into columns',
  unit: 'ms',
  aims: (size) => (size === 20_000 ? [{ of: 'median', atMost: 7 }] : []),
  prepare(size) {
    const plan = generatePlan({ taskCount: size, linksPerTask: LINKS_PER_TASK, oddLinkShare: 0 })
    const sketch = columnsFromSketch(sketchPlan({ taskCount: size, linksPerTask: LINKS_PER_TASK, oddLinkShare: 0 }))
    const hashLinks = (from: Int32Array, to: Int32Array) => hashAnswer(from, to)
    return {
      sample: repeatWork({
        unit: 'ms',
        once: () => columnsFromPlan(plan),
        consume: (columns) => columns.linkCount,
        hash: (columns) => hashLinks(columns.predecessorIndex, columns.successorIndex),
      }),
      peers: [
        {
          name: 'a Map, ids alone',
          isSameAnswer: true,
          sample: repeatWork({
            unit: 'ms',
            once: () => {
              const indexOf = new Map(plan.tasks.map((task, index) => [task.id, index]))
              return {
                from: Int32Array.from(plan.dependencies, (link) => indexOf.get(link.predecessor) ?? -1),
                to: Int32Array.from(plan.dependencies, (link) => indexOf.get(link.successor) ?? -1),
              }
            },
            consume: ({ from }) => from.length,
            hash: ({ from, to }) => hashLinks(from, to),
          }),
        },
      ],
      expectedHash: hashLinks(sketch.predecessorIndex, sketch.successorIndex),
      facts: { links: plan.dependencies.length },
    }
  },
}

export const buildNetwork: BenchCase = {
  ...shared,
  name: 'build-network',
  summary: 'columns checked and laid out as a network, links of summaries expanded',
  unit: 'ms',
  prepare(size) {
    const columns = columnsFromSketch(sketchWith('summaries', size))
    return {
      sample: repeatWork({
        unit: 'ms',
        once: () => buildGraph(columns),
        consume: (graph) => graph.edgeCount,
        hash: (graph) => hashAnswer(graph.taskOfNode, graph.edgeOffset, graph.edgeSource),
      }),
      facts: { links: columns.linkCount },
    }
  },
}
