import fc from 'fast-check'
import t from 'tap'
import { cpmKernelOf } from '../../compute/cpm/kernels/cpm-kernel.ts'
import { runCpm, runResident } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { allocateConstraints, CONSTRAINT, setConstraint } from '../../compute/model/constraint-columns.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { ScheduleGraph } from '../../compute/model/schedule-graph.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { generateColumns } from '../../fixtures/generate/generate-plan.ts'
import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { wasmKernels } from './all-kernels.ts'
import { caseCount, FULL_SHAPE, randomPlan } from './reference/random-plan.ts'

function targetOf({ edgeOffset }: ScheduleGraph, edge: number): number {
  return edgeOffset.findLastIndex((first) => first <= edge)
}

/** Of all tasks whose predecessors are listed the one that starts first, and of those alike the one with the least id, comes next. */
function orderSlowly(columns: ScheduleColumns, { earlyStartDay, isCritical }: ScheduleResult): number[] {
  const { taskCount, linkCount, predecessorIndex, successorIndex, idRank } = columns
  const waitsFor = Array.from({ length: taskCount }, () => 0)
  const wait = (task: number, links: number): number => {
    waitsFor[task] = (waitsFor[task] ?? 0) + links
    return waitsFor[task]
  }
  const successors: number[][] = Array.from({ length: taskCount }, () => [])
  for (let link = 0; link < linkCount; link++) {
    successors[predecessorIndex[link] ?? 0]?.push(successorIndex[link] ?? 0)
    wait(successorIndex[link] ?? 0, 1)
  }
  const keyOf = (task: number): number => (earlyStartDay[task] ?? 0) * taskCount + (idRank[task] ?? 0)
  const free = Array.from({ length: taskCount }, (_, task) => task).filter((task) => waitsFor[task] === 0)
  free.sort((left, right) => keyOf(left) - keyOf(right))
  const order: number[] = []
  for (let task = free.shift(); task !== undefined; task = free.shift()) {
    order.push(task)
    for (const successor of successors[task] ?? []) {
      if (wait(successor, -1) > 0) continue
      const at = free.findIndex((other) => keyOf(other) > keyOf(successor))
      free.splice(at < 0 ? free.length : at, 0, successor)
    }
  }
  return order.filter((task) => isCritical[task] === 1)
}

t.test('thousands of critical tasks are listed as one by one', async (t) => {
  const shapes: [string, ScheduleColumns][] = [
    ['over decades', columnsFromSketch(sketchStrands(6_000))],
    ['in years', columnsFromSketch(sketchStrands(2_000))],
    ['few of a plan', generateColumns('lags', 3_000)],
    ['all at once', { ...generateColumns('plain', 3_000), linkCount: 0 }],
  ]
  // Without links and of one length all are critical.
  shapes[3]?.[1].durationDays.fill(3)
  for (const [name, columns] of shapes) {
    const result = runCpm(buildGraph(columns))
    t.strictSame(
      Array.from(result.criticalPath),
      orderSlowly(columns, result),
      `${name}: ${result.criticalPath.length}`,
    )
  }
})

t.test('all kernels order any marked tasks of any network alike, near each other or millennia apart', async () => {
  const any = fc.record({ days: fc.array(fc.nat(), { minLength: 1 }), marks: fc.array(fc.boolean(), { minLength: 1 }) })
  fc.assert(
    fc.property(
      randomPlan(FULL_SHAPE),
      fc.array(any, { minLength: 1 }),
      fc.constantFrom(1, 3, 40, 3_000_000),
      (plan, rows, span) => {
        const graph = buildGraph(columnsFromPlan(plan))
        const { taskCount } = graph.columns
        const every = Int32Array.from({ length: 2 * graph.edgeCount }, (_, at) =>
          at % 2 === 0 ? (graph.edgeSource[at >> 1] ?? 0) : targetOf(graph, at >> 1),
        )
        // Again and again, because the second order of a network is another one's memory.
        for (const { days, marks } of rows) {
          const starts = Int32Array.from(
            { length: taskCount },
            (_, task) => ((days[task % days.length] ?? 0) % span) - 10,
          )
          const isMarked = Uint8Array.from({ length: taskCount }, (_, task) => (marks[task % marks.length] ? 1 : 0))
          const [expected, ...others] = [tsKernel, ...wasmKernels].map(
            (kernel) => `${cpmKernelOf(kernel).orderPath(graph, starts, isMarked, every)}`,
          )
          for (const other of others) if (other !== expected) throw new Error(`${other} for ${expected}`)
        }
      },
    ),
    { numRuns: caseCount(300), seed: 5 },
  )
})

t.test('thousands that wait for one another, in every kernel and time after time', async (t) => {
  for (const profile of ['plain', 'full'] as const) {
    const columns = generateColumns(profile, 5_000)
    const graph = buildGraph(columns)
    const every = Int32Array.from({ length: 2 * graph.edgeCount }, (_, at) =>
      at % 2 === 0 ? (graph.edgeSource[at >> 1] ?? 0) : targetOf(graph, at >> 1),
    )
    const isMarked = new Uint8Array(columns.taskCount).fill(1)
    for (const step of [7, 7_919, 104_729]) {
      const starts = Int32Array.from({ length: columns.taskCount }, (_, task) => (task * step) % 4_999)
      const expected = cpmKernelOf(tsKernel).orderPath(graph, starts, isMarked, every)
      t.equal(expected.length, graph.hierarchy.leafOrder.length)
      for (const kernel of wasmKernels) {
        t.strictSame(cpmKernelOf(kernel).orderPath(graph, starts, isMarked, every), expected, `${profile} by ${step}`)
      }
    }
  }
})

t.test('an order that is kept stays as it was when the plan is ordered again', async (t) => {
  const columns = columnsFromSketch(sketchStrands(2_000))
  const graph = buildGraph(columns)
  const [first, second] = [runCpm(graph).criticalPath, runCpm(graph).criticalPath]
  const lent = runResident(graph)
  const listed = Array.from(lent.criticalPath)
  columns.durationDays.fill(1)
  const other = runCpm(buildGraph(columns)).criticalPath
  t.strictSame(Array.from(first), listed)
  t.strictSame(Array.from(second), listed)
  t.not(`${other}`, `${listed}`)
  t.ok(first.buffer instanceof SharedArrayBuffer)
  t.equal(runResident(graph), lent, 'what is lent is one object')
  t.strictSame(Array.from(lent.criticalPath), listed)
})

t.test('ids in another order than the tasks', async (t) => {
  const columns = columnsFromSketch(sketchStrands(6_000))
  columns.idRank = columns.idRank.map((_, task) => (task * 2_459) % 6_000)
  const result = runCpm(buildGraph(columns))
  t.strictSame(Array.from(result.criticalPath), orderSlowly(columns, result))
})

t.test('a tenth of the tasks pinned on days all over the plan, so that most wait for what starts later', async (t) => {
  for (const type of [CONSTRAINT.MSO, CONSTRAINT.MANUAL]) {
    const columns = columnsFromSketch(sketchStrands(3_000))
    const { earlyStartDay } = runCpm(buildGraph(columns))
    columns.constraints = allocateConstraints(3_000)
    for (let task = 0; task < 3_000; task += 10) {
      const day = earlyStartDay[(task * 709) % 3_000] ?? 0
      setConstraint(columns, task, { type, day, deadlineDay: NO_DAY })
    }
    const graph = buildGraph(columns)
    for (const kernel of [tsKernel, chooseKernel()]) {
      const result = runCpm(graph, kernel)
      const falls = Array.from({ length: columns.linkCount }, (_, link) => link).filter(
        (link) =>
          (result.earlyStartDay[columns.predecessorIndex[link] ?? 0] ?? 0) >
          (result.earlyStartDay[columns.successorIndex[link] ?? 0] ?? 0),
      )
      t.ok(falls.length > 50, `${falls.length} links lead to what starts earlier`)
      t.strictSame(Array.from(result.criticalPath), orderSlowly(columns, result), kernel.name)
    }
  }
})
