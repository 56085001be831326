// Sprints of tasks with a velocity in the memory of the kernel.

import * as layout from '../../../wasm/layout.ts'
import type { MemoryPlan } from '../../../wasm/memory-plan.ts'
import type { Simulation } from '../../prepare/simulation.ts'
import type { SprintStair } from '../../prepare/tables/sprint-steps.ts'
import type { RowLanes } from './lanes.ts'

/** Where the stairs of all tasks are; `fill` writes them once the memory is there. */
export interface LaidStairs {
  address: number
  count: number
  fill: (buffer: ArrayBuffer) => void
}

/** Tasks alike share their steps. */
export function layStairs({ sprints, tables }: Simulation, plan: MemoryPlan, { rowBytes }: RowLanes): LaidStairs {
  const { nodes, stairs, sprintDays } = sprints
  const address = plan.take(layout.STAIR_BYTES * nodes.length)
  const places = new Map<SprintStair, number>()
  for (const stair of stairs) {
    if (!places.has(stair)) places.set(stair, plan.take(layout.STEP_BYTES * stair.steps.length))
  }
  const fill = (buffer: ArrayBuffer): void => {
    const words = new Int32Array(buffer, address, (layout.STAIR_BYTES / 4) * nodes.length)
    stairs.forEach((stair, row) => {
      const sprintUnits = sprintDays[row] * tables.unitsPerDay
      const steps = places.get(stair) as number
      words.set(
        [
          nodes[row] * rowBytes,
          stair.least * sprintUnits,
          sprintUnits,
          stair.grade,
          steps,
          steps + layout.STEP_BYTES * stair.steps.length,
        ],
        (layout.STAIR_BYTES / 4) * row,
      )
    })
    for (const [{ steps, gains }, place] of places) {
      const halves = new Uint16Array(buffer, place, 2 * steps.length)
      steps.forEach((step, at) => {
        halves[2 * at] = step
        halves[2 * at + 1] = gains[at]
      })
    }
  }
  return { address, count: nodes.length, fill }
}
