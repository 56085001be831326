// Knots whose chords lie as close to a quantile curve as chords can. Chords between points of the curve lie all on one side
// of it where it is bent, which shifts the mean of a task; one task hides that, but along a chain shifts add up while noise
// does not. Least squares keep the mean as it is, and the deviation but for the square of what little is left.

import { KNOT_COUNT, SEGMENT_COUNT } from './base-variate.ts'

/** Least squares over weighted points: values on [0, 1] at positions of the base variate. The ends stay within 0 and 1. */
export function fitKnots(values: Float64Array, positions: Float64Array, weights: Float64Array): Float64Array {
  const diagonal = new Float64Array(KNOT_COUNT)
  const beside = new Float64Array(KNOT_COUNT)
  const right = new Float64Array(KNOT_COUNT)
  for (let point = 0; point < values.length; point++) {
    const at = positions[point] * SEGMENT_COUNT
    const knot = Math.min(Math.floor(at), SEGMENT_COUNT - 1)
    const ahead = (at - knot) * weights[point]
    const behind = weights[point] - ahead
    diagonal[knot] += behind * (1 - at + knot)
    diagonal[knot + 1] += ahead * (at - knot)
    beside[knot] += ahead * (1 - at + knot)
    right[knot] += behind * values[point]
    right[knot + 1] += ahead * values[point]
  }
  const knots = solve(diagonal, beside, right)
  if (knots[0] < 0) pin(0, 0, diagonal, beside, right)
  if (knots[SEGMENT_COUNT] > 1) pin(SEGMENT_COUNT, 1, diagonal, beside, right)
  return knots[0] < 0 || knots[SEGMENT_COUNT] > 1 ? solve(diagonal, beside, right) : knots
}

/** Holds an end at a value, whatever the points say. */
function pin(knot: number, value: number, diagonal: Float64Array, beside: Float64Array, right: Float64Array): void {
  const [link, neighbour] = knot === 0 ? [0, 1] : [knot - 1, knot - 1]
  right[neighbour] -= beside[link] * value
  beside[link] = 0
  diagonal[knot] = 1
  right[knot] = value
}

/** A symmetric system in which every knot knows its two neighbours. */
function solve(diagonal: Float64Array, beside: Float64Array, right: Float64Array): Float64Array {
  const pivots = diagonal.slice()
  const knots = right.slice()
  for (let knot = 1; knot < KNOT_COUNT; knot++) {
    const factor = beside[knot - 1] / pivots[knot - 1]
    pivots[knot] -= factor * beside[knot - 1]
    knots[knot] -= factor * knots[knot - 1]
  }
  for (let knot = KNOT_COUNT - 1; knot >= 0; knot--) {
    if (knot < SEGMENT_COUNT) knots[knot] -= beside[knot] * knots[knot + 1]
    knots[knot] /= pivots[knot]
  }
  return knots
}
