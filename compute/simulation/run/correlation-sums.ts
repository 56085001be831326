import { drawVariates, openBlock, ROUND_VARIATES } from './random.ts'

/** Sums of a table: products of grades and ranks, squares of grades, grades. */
export const TABLE_SUMS = 3

/** The centred share of all variates below one, -8192 to 8191: the triangular distribution, a parabola on either side. */
export function gradeOf(variate: number): number {
  const fromMiddle = variate >= 0x8000 ? variate - 0x8000 : 0x7fff - variate
  const depth = 0x7fff - fromMiddle
  const share = (0x7fff - ((depth * depth + 0x4000) >> 15)) >> 2
  return variate >= 0x8000 ? share : -1 - share
}

/**
 * Adds a block to the sums of every table. `ranks` holds the runs of the block. All sums are whole numbers below 2^53, so their order is free.
 */
export function addProducts(
  seed: number,
  block: number,
  tableCount: number,
  ranks: Int16Array,
  sums: Float64Array,
): void {
  const state = openBlock(seed, block)
  const variates = new Uint16Array(ROUND_VARIATES)
  for (let table = 0; table < tableCount; table++) {
    drawVariates(state, variates)
    let product = 0
    let square = 0
    let total = 0
    for (let run = 0; run < ranks.length; run++) {
      const grade = gradeOf(variates[run])
      product += grade * ranks[run]
      square += grade * grade
      total += grade
    }
    sums[TABLE_SUMS * table] += product
    sums[TABLE_SUMS * table + 1] += square
    sums[TABLE_SUMS * table + 2] += total
  }
}
