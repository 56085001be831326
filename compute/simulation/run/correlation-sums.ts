import type { Simulation } from '../prepare/simulation.ts'
import type { SprintStair } from '../prepare/tables/sprint-steps.ts'
import { drawVariates, openBlock, ROUND_VARIATES } from './random.ts'
import { stepsBelow } from './sample-durations.ts'

/** Sums of a task that varies: products of grades and ranks, squares of grades, grades. */
export const TABLE_SUMS = 3

/** The centred share of all variates below one, -8192 to 8191: the triangular distribution, a parabola on either side. */
export function gradeOf(variate: number): number {
  const fromMiddle = variate >= 0x8000 ? variate - 0x8000 : 0x7fff - variate
  const depth = 0x7fff - fromMiddle
  const share = (0x7fff - ((depth * depth + 0x4000) >> 15)) >> 2
  return variate >= 0x8000 ? share : -1 - share
}

/**
 * Adds a block to the sums of every table, then of every task with a velocity. `ranks` holds the runs of the block. All sums
 * are whole numbers below 2^53, so their order is free.
 */
export function addProducts(
  { tables, sprints }: Pick<Simulation, 'tables' | 'sprints'>,
  seed: number,
  block: number,
  ranks: Int16Array,
  sums: Float64Array,
): void {
  const state = openBlock(seed, block)
  const variates = new Uint16Array(ROUND_VARIATES)
  const tableCount = tables.nodes.length
  for (let row = 0; row < tableCount + sprints.nodes.length; row++) {
    drawVariates(state, variates)
    const grade = row < tableCount ? gradeOf : gradeOn(sprints.stairs[row - tableCount])
    let product = 0
    let square = 0
    let total = 0
    for (let run = 0; run < ranks.length; run++) {
      const own = grade(variates[run])
      product += own * ranks[run]
      square += own * own
      total += own
    }
    sums[TABLE_SUMS * row] += product
    sums[TABLE_SUMS * row + 1] += square
    sums[TABLE_SUMS * row + 2] += total
  }
}

/** The same of sprints, of which many runs have as many: half of those that last as long count as below. */
export function gradeOn({ grade, steps, gains }: SprintStair): (variate: number) => number {
  return (variate) => gains.subarray(0, stepsBelow(steps, variate)).reduce((sum, gain) => sum + gain, grade)
}
