import fc from 'fast-check'
import t from 'tap'
import { openTable } from '../../compute/cpm/choose-window.ts'
import { cpmKernelOf } from '../../compute/cpm/kernels/cpm-kernel.ts'
import { findOnlyCalendar, layOutWorkdays } from '../../compute/cpm/kernels/workday-network.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import { type Kernel, tsKernel } from '../../compute/wasm/choose-kernel.ts'
import { SHAPES } from '../../fixtures/generate/generate-plan.ts'
import { sketchPlan } from '../../fixtures/generate/plan-sketch.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import { wasmKernels } from './all-kernels.ts'
import { caseCount, FULL_SHAPE, type PlanShape, randomPlan } from './reference/random-plan.ts'

/** A network of working days in numbers; null where there is none. */
function layoutOf(columns: ScheduleColumns, kernel: Kernel): string | null {
  const graph = buildGraph(columns)
  const calendar = findOnlyCalendar(graph)
  if (calendar < 0) return null
  const network = layOutWorkdays(graph, openTable(graph), calendar, cpmKernelOf(kernel))
  return JSON.stringify(network, (_, field) => (ArrayBuffer.isView(field) ? Array.from(field as Int32Array) : field))
}

/** Holds all kernels to the readable one, and answers what it said. */
function same(columns: ScheduleColumns): string | null {
  const expected = layoutOf(columns, tsKernel)
  for (const kernel of wasmKernels) {
    const found = layoutOf(columns, kernel)
    if (found !== expected) throw new Error(`differs:\n${expected}\n${found}`)
  }
  return expected
}

const ONE_CALENDAR: PlanShape = { ...FULL_SHAPE, withCalendars: false, lagUnits: ['working'], maxTasks: 30 }

t.test('all kernels lay out networks of working days alike, also of plans under way and held', async (t) => {
  for (const withConstraints of [false, true]) {
    const seen = { some: 0, none: 0, suspects: 0, begun: 0, states: 0 }
    fc.assert(
      fc.property(randomPlan({ ...ONE_CALENDAR, withConstraints }), (plan) => {
        const layout = same(columnsFromPlan(plan))
        if (layout === null || layout === 'null') seen.none++
        else {
          const { suspects, begunTasks, states } = JSON.parse(layout)
          seen.some++
          if (suspects.length > 0) seen.suspects++
          if (begunTasks.length > 0) seen.begun++
          if (states !== null) seen.states++
        }
      }),
      { numRuns: caseCount(400), seed: 33 },
    )
    for (const [what, count] of Object.entries(seen)) t.ok(count > 0, `${what}: ${count}`)
  }
})

t.test('all kernels lay out large networks of working days alike', async (t) => {
  for (const shape of SHAPES) {
    const columns = columnsFromSketch(sketchPlan({ taskCount: 3_000, shape, isShuffled: true, linksPerTask: 4 }))
    t.doesNotThrow(() => t.not(same(columns), null), shape)
  }
})
