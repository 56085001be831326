// Quantiles of the beta distribution that a three-point estimate stands for. Its shape depends on one number only, where
// the most likely value lies between the others, so the quantiles are computed once for a grid of such numbers and
// interpolated between neighbours of the grid.

import { basePosition, SEGMENT_COUNT } from './base-variate.ts'
import { exactExp, exactLog } from './exact-math.ts'
import { fitKnots } from './fit-knots.ts'
import type { Moments } from './whole-table.ts'

const GRID_STEPS = 128
/** Points at which the density is added up. */
const POINTS = 256
let grid: Float64Array[] | undefined

/** What a three-point estimate stands for, on [0, 1], with the most likely value at `mode` of the way. */
export function betaMoments(mode: number): Moments {
  return { mean: (1 + 4 * mode) / 6, variance: 1 / 36 }
}

/**
 * Quantiles on [0, 1] at the knots, for a most likely value at `mode` of the way from optimistic to pessimistic. Read along
 * chords they keep mean and deviation within some hundred thousandths, also between rows of the grid.
 */
export function betaKnots(mode: number): Float64Array {
  grid ??= makeGrid()
  const place = mode * GRID_STEPS
  const below = Math.min(Math.floor(place), GRID_STEPS - 1)
  const share = place - below
  return Float64Array.from(grid[below], (value, knot) => value + share * (grid![below + 1][knot] - value))
}

function makeGrid(): Float64Array[] {
  const rows: Float64Array[] = Array.from({ length: GRID_STEPS + 1 })
  for (let step = 0; step <= GRID_STEPS / 2; step++) {
    const row = fittedKnots(betaMoments(step / GRID_STEPS))
    rows[step] = row
    // Turning the estimate around turns the distribution around.
    rows[GRID_STEPS - step] = row.map((_, knot) => 1 - row[SEGMENT_COUNT - knot])
  }
  return rows
}

/**
 * The knots without the grid. Moment matching gives the density, whose sums say where on the base variate each value lies.
 * Points lie the closer together the nearer they are to an end, which leaves nothing of a pole of the density there.
 */
function fittedKnots({ mean, variance }: Moments): Float64Array {
  const shape = (mean * (1 - mean)) / variance - 1
  const alpha = mean * shape
  const beta = (1 - mean) * shape
  const values = new Float64Array(POINTS)
  const weights = new Float64Array(POINTS)
  let total = 0
  for (let point = 0; point < POINTS; point++) {
    const at = (point + 0.5) / POINTS
    values[point] = crowd(at)
    const density = exactExp((alpha - 1) * exactLog(values[point]) + (beta - 1) * exactLog(crowd(1 - at)))
    weights[point] = density * at * at * (1 - at) * (1 - at)
    total += weights[point]
  }
  const positions = new Float64Array(POINTS)
  let below = 0
  for (let point = 0; point < POINTS; point++) {
    weights[point] /= total
    positions[point] = basePosition(below + weights[point] / 2)
    below += weights[point]
  }
  return fitKnots(values, positions, weights)
}

/** Rises from 0 to 1 with both ends flat: its slope is 30 times the squares of `at` and of what is left. */
function crowd(at: number): number {
  return at * at * at * (10 - at * (15 - 6 * at))
}
