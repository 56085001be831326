// The base variate, the mean of two uniforms, and what is read off it: a line over each of 16 equal segments of it.

/** Segments of a table. */
export const SEGMENT_COUNT = 16
/** Points at which a distribution is tabulated: the ends of the segments. */
export const KNOT_COUNT = SEGMENT_COUNT + 1
/** Values of a drawn variate in one segment. */
const PLACES = 65_536 / SEGMENT_COUNT

/**
 * Chance that the base variate lies below `position`. Two uniforms put the segments closer together, in probability,
 * towards both tails, where quantiles bend most.
 */
export function baseProbability(position: number): number {
  return position <= 0.5 ? 2 * position * position : 1 - 2 * (1 - position) * (1 - position)
}

/** Where the base variate stands below which it lies with a chance. */
export function basePosition(chance: number): number {
  return chance <= 0.5 ? Math.sqrt(chance / 2) : 1 - Math.sqrt((1 - chance) / 2)
}

/** What a segment weighs: the chance of it, and with the place in it, from 0 to 1, as a factor once and squared. */
export interface SegmentWeight {
  chance: number
  place: number
  placeSquare: number
  /** How the density of the places rises from one end to the other; at place 0 it is the chance less half of that. */
  slope: number
}

/** The weights of drawn variates, which are whole: the mean of two 16-bit uniforms, rounded up. */
export const SEGMENT_WEIGHTS: readonly SegmentWeight[] = Array.from({ length: SEGMENT_COUNT }, (_, segment) => {
  // Of the 2^32 pairs of uniforms, 4 v + 1 have the mean v below the middle, 262143 - 4 v above it.
  const isLow = segment < SEGMENT_COUNT / 2
  const first = segment * PLACES
  const pairs = (isLow ? 4 * first + 1 : 262_143 - 4 * first) / 2 ** 32
  const rise = (isLow ? 4 : -4) / 2 ** 32
  // Sums of the first whole numbers, their squares and their cubes.
  const sum = (PLACES * (PLACES - 1)) / 2
  const squares = (sum * (2 * PLACES - 1)) / 3
  return {
    chance: pairs * PLACES + rise * sum,
    place: (pairs * sum + rise * squares) / PLACES,
    placeSquare: (pairs * squares + rise * sum * sum) / PLACES ** 2,
    slope: rise * PLACES ** 2,
  }
})
