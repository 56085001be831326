import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import type { ScheduleResult } from '../../compute/cpm/schedule-result.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { generateColumns } from '../../fixtures/generate/generate-plan.ts'
import { sketchStrands } from '../../fixtures/generate/sketch-strands.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'

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
