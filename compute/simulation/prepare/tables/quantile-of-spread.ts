// Quantiles are made of additions, multiplications, divisions and square roots only, which have the same bits everywhere.

import type { Spread } from '../../input/spread.ts'
import { basePosition, SEGMENT_COUNT } from './base-variate.ts'
import { betaKnots } from './beta-quantiles.ts'

/** The value that a share of all values lies below. */
export function quantileOf(spread: Spread): (share: number) => number {
  if (spread.distribution === 'fixed') return () => spread.value
  const { low, high } = spread
  const range = high - low
  if (range === 0) return () => low
  if (spread.distribution === 'uniform') return (share) => low + range * share
  const mode = (spread.likely - low) / range
  if (spread.distribution === 'triangular') {
    return (share) =>
      share <= mode ? low + range * Math.sqrt(share * mode) : high - range * Math.sqrt((1 - share) * (1 - mode))
  }
  const knots = betaKnots(mode)
  return (share) => {
    // The knots lie at even steps of the mean of two uniforms, closer together towards both tails.
    const place = basePosition(share) * SEGMENT_COUNT
    const below = Math.min(Math.floor(place), SEGMENT_COUNT - 1)
    return low + range * (knots[below] + (place - below) * (knots[below + 1] - knots[below]))
  }
}
