import fc from 'fast-check'
import t from 'tap'
import { cpmKernelOf } from '../../compute/cpm/kernels/cpm-kernel.ts'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { allocateConstraints, CONSTRAINT, setConstraint } from '../../compute/model/constraint-columns.ts'
import { NO_DAY, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { chooseKernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { generateColumns } from '../../fixtures/generate/generate-plan.ts'
import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { wasmKernels } from './all-kernels.ts'
import { caseCount } from './reference/random-plan.ts'

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

t.test('all kernels sort marked tasks alike, near each other or millennia apart', async () => {
  const one = fc.record({ day: fc.nat(), order: fc.nat(), isMarked: fc.boolean(), isLeftOut: fc.boolean() })
  fc.assert(
    fc.property(fc.array(one), fc.constantFrom(1, 2, 30, 20_000, 3_000_000), (rows, span) => {
      const tasks = rows
        .map((_, task) => task)
        .sort((left, right) => (rows[left]?.order ?? 0) - (rows[right]?.order ?? 0))
      const starts = Int32Array.from(rows, ({ day }) => (day % span) - 10)
      const isMarked = Uint8Array.from(rows, (row) => (row.isMarked ? 1 : 0))
      const leftOut = Int32Array.from(tasks.filter((task) => rows[task]?.isLeftOut))
      const expected = tasks
        .filter((task) => rows[task]?.isMarked && !rows[task]?.isLeftOut)
        .sort((left, right) => (starts[left] ?? 0) - (starts[right] ?? 0))
      for (const kernel of [tsKernel, ...wasmKernels]) {
        const sorted = cpmKernelOf(kernel).sortMarked(Int32Array.from(tasks), starts, isMarked, leftOut)
        if (`${sorted}` !== `${expected}`) throw new Error(`${kernel.name}: ${sorted} for ${expected}`)
      }
    }),
    { numRuns: caseCount(500), seed: 5 },
  )
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
