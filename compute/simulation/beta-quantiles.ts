// Quantiles of the beta distribution that a three-point estimate stands for. Its shape depends on one number only, where
// the most likely value lies between the others, so the quantiles are computed once for a grid of such numbers and
// interpolated between neighbours of the grid.

import { exactExp, exactLog } from './exact-math.ts'

/** Points at which a distribution is tabulated: the ends of 16 segments of the base variate. */
export const KNOT_COUNT = 17

const GRID_STEPS = 128
let grid: Float64Array[] | undefined

/**
 * Chance that the base variate, the mean of two uniforms, lies below `position`. Two uniforms put the segments closer
 * together, in probability, towards both tails, where quantiles bend most.
 */
export function baseProbability(position: number): number {
  return position <= 0.5 ? 2 * position * position : 1 - 2 * (1 - position) * (1 - position)
}

/** Quantiles on [0, 1] at the knots, for a most likely value at `mode` of the way from optimistic to pessimistic. */
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
    const row = exactKnots(step / GRID_STEPS)
    rows[step] = row
    // Turning the estimate around turns the distribution around.
    rows[GRID_STEPS - step] = row.map((_, knot) => 1 - row[KNOT_COUNT - 1 - knot])
  }
  return rows
}

/** The quantiles without the grid: moment matching, then the inverse of the distribution at every knot. */
function exactKnots(mode: number): Float64Array {
  const mean = (1 + 4 * mode) / 6
  const shape = 36 * mean * (1 - mean) - 1
  const alpha = mean * shape
  const beta = (1 - mean) * shape
  const knots = new Float64Array(KNOT_COUNT)
  knots[KNOT_COUNT - 1] = 1
  for (let knot = 1; knot < KNOT_COUNT - 1; knot++) {
    knots[knot] = betaQuantile(baseProbability(knot / (KNOT_COUNT - 1)), alpha, beta)
  }
  return knots
}

/** Bisection: fifty halvings settle the double to the precision the tables keep. */
function betaQuantile(probability: number, alpha: number, beta: number): number {
  const scale = logBeta(alpha, beta)
  let low = 0
  let high = 1
  for (let step = 0; step < 50; step++) {
    const middle = (low + high) / 2
    if (betaProbability(middle, alpha, beta, scale) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** The regularised incomplete beta function by its continued fraction, on the side where it converges fast. */
function betaProbability(x: number, alpha: number, beta: number, scale = logBeta(alpha, beta)): number {
  if (x > (alpha + 1) / (alpha + beta + 2)) return 1 - betaProbability(1 - x, beta, alpha, scale)
  const front = exactExp(alpha * exactLog(x) + beta * exactLog(1 - x) - scale) / alpha
  return front * continuedFraction(x, alpha, beta)
}

/** Lentz's method for the fraction of the incomplete beta function. */
function continuedFraction(x: number, alpha: number, beta: number): number {
  let numerator = 1
  let denominator = 1 / (1 - ((alpha + beta) * x) / (alpha + 1))
  let value = denominator
  for (let step = 1; step < 200; step++) {
    const even = (step * (beta - step) * x) / ((alpha + 2 * step - 1) * (alpha + 2 * step))
    denominator = 1 / (1 + even * denominator)
    numerator = 1 + even / numerator
    value *= denominator * numerator
    const odd = (-(alpha + step) * (alpha + beta + step) * x) / ((alpha + 2 * step) * (alpha + 2 * step + 1))
    denominator = 1 / (1 + odd * denominator)
    numerator = 1 + odd / numerator
    const change = denominator * numerator
    value *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return value
}

function logBeta(alpha: number, beta: number): number {
  return logGamma(alpha) + logGamma(beta) - logGamma(alpha + beta)
}

/** Stirling's series after shifting the argument above ten. */
function logGamma(value: number): number {
  let shifted = value
  let product = 1
  while (shifted < 10) product *= shifted++
  const inverse = 1 / shifted
  const square = inverse * inverse
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))))
  const halfLogTwoPi = 0.9189385332046728
  return (shifted - 0.5) * exactLog(shifted) - shifted + halfLogTwoPi + series - exactLog(product)
}
