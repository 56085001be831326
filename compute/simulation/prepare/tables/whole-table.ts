// A table in whole units. Rounding its knots moves the mean of a task by some hundredths of a unit, always alike for tasks
// alike, so that the shifts of a chain add up. Segments have ends of their own; some of them are drawn in by a unit where
// that brings the mean and the deviation of the table back to those of the distribution.

import { SEGMENT_COUNT, SEGMENT_WEIGHTS } from './base-variate.ts'

/** Of a distribution on [0, 1]. */
export interface Moments {
  mean: number
  variance: number
}

/** Ends of the segments in units above the least value; they never fall. */
export interface WholeTable {
  from: Int32Array
  to: Int32Array
}

/** The mean may be off by so much of the range, or by so many units where that is more; the deviation by twice that. */
const CLOSE = 1.2e-5
const CLOSE_UNITS = 5e-4
/** Ways to round the knots that are tried before the best of them is taken. */
const ATTEMPTS = 128
/** Ways to draw in a segment: its start, its end, both. */
const WAYS = 3
const MOVES = WAYS * SEGMENT_COUNT
/** What turns the rounding of a knot from one attempt to the next: its multiples fill the unit evenly. */
const GOLDEN = 0.618033988749895

/** Rounds knots from 0 to 1 to a range in units, with the given moments of the whole. */
export function roundTable(knots: Float64Array, { mean, variance }: Moments, range: number): WholeTable {
  const close = Math.max(CLOSE * range, CLOSE_UNITS)
  const search = new Search(mean * range, Math.sqrt(variance) * range, close)
  for (let attempt = 0; attempt < ATTEMPTS && search.least > close; attempt++) {
    search.round(knots, range, attempt)
    while (search.least > close && search.drawIn()) search.keep()
  }
  return search.best
}

/** The whole number below or above, above where the part that is left reaches what the turn leaves of 1. */
function roundBy(value: number, turn: number): number {
  return Math.floor(value + turn - Math.floor(turn))
}

class Search {
  readonly best: WholeTable = { from: new Int32Array(SEGMENT_COUNT), to: new Int32Array(SEGMENT_COUNT) }
  /** How far the best table is off, in units. */
  least = Number.POSITIVE_INFINITY
  readonly #mean: number
  readonly #deviation: number
  readonly #close: number
  readonly #from = new Int32Array(SEGMENT_COUNT)
  readonly #to = new Int32Array(SEGMENT_COUNT)
  /** How far the mean is off in units, and half of how far the deviation is: along a chain means add up, deviations do not. */
  #offMean = 0
  #offDeviation = 0
  /** What every way of drawing in every segment adds to them; not a number where it cannot be. */
  readonly #addMean = new Float64Array(MOVES)
  readonly #addDeviation = new Float64Array(MOVES)

  constructor(mean: number, deviation: number, close: number) {
    this.#mean = mean
    this.#deviation = deviation
    this.#close = close
  }

  /** Rounds every knot, the first time to the nearest unit, later up or down as the attempt has it. */
  round(knots: Float64Array, range: number, attempt: number): void {
    this.#offMean = 0
    this.#offDeviation = -this.#deviation / 4
    let from = roundBy(knots[0] * range, 0.5)
    for (let segment = 0; segment < SEGMENT_COUNT; segment++) {
      const to = Math.max(from, roundBy(knots[segment + 1] * range, 0.5 + attempt * (segment + 1) * GOLDEN))
      this.#from[segment] = from
      this.#to[segment] = to
      this.#offMean += this.#meanOf(segment, from, to)
      this.#offDeviation += this.#deviationOf(segment, from, to)
      from = to
    }
    this.keep()
  }

  /** Draws in the one or two segments that bring the table close, or closer; returns whether there are any. */
  drawIn(): boolean {
    for (let segment = 0; segment < SEGMENT_COUNT; segment++) this.#weigh(segment)
    const [addMean, addDeviation] = [this.#addMean, this.#addDeviation]
    let least = this.#off()
    let one = -1
    let other = -1
    for (let left = 0; left < MOVES && least > this.#close; left++) {
      const mean = this.#offMean + addMean[left]
      const deviation = this.#offDeviation + addDeviation[left]
      const alone = Math.max(Math.abs(mean), Math.abs(deviation))
      if (alone < least) {
        least = alone
        one = left
        other = -1
      }
      for (let right = left - (left % WAYS) + WAYS; right < MOVES; right++) {
        const both = Math.max(Math.abs(mean + addMean[right]), Math.abs(deviation + addDeviation[right]))
        if (both < least) {
          least = both
          one = left
          other = right
        }
      }
    }
    if (one >= 0) this.#draw(one)
    if (other >= 0) this.#draw(other)
    return one >= 0
  }

  /** Keeps the table where none was better. */
  keep(): void {
    if (this.#off() >= this.least) return
    this.least = this.#off()
    this.best.from.set(this.#from)
    this.best.to.set(this.#to)
  }

  #off(): number {
    return Math.max(Math.abs(this.#offMean), Math.abs(this.#offDeviation))
  }

  #weigh(segment: number): void {
    const from = this.#from[segment]
    const to = this.#to[segment]
    const mean = this.#meanOf(segment, from, to)
    const deviation = this.#deviationOf(segment, from, to)
    for (let way = 0; way < WAYS; way++) {
      const nextFrom = way === 1 ? from : from + 1
      const nextTo = way === 0 ? to : to - 1
      const at = WAYS * segment + way
      this.#addMean[at] = nextFrom <= nextTo ? this.#meanOf(segment, nextFrom, nextTo) - mean : Number.NaN
      this.#addDeviation[at] = this.#deviationOf(segment, nextFrom, nextTo) - deviation
    }
  }

  #draw(move: number): void {
    const way = move % WAYS
    const segment = (move - way) / WAYS
    this.#offMean += this.#addMean[move]
    this.#offDeviation += this.#addDeviation[move]
    if (way !== 1) this.#from[segment]++
    if (way !== 0) this.#to[segment]--
  }

  /** A segment's part of the mean, from the wanted one. Of its whole samples the first and the last are half as frequent. */
  #meanOf(segment: number, from: number, to: number): number {
    const { chance, place, slope } = SEGMENT_WEIGHTS[segment]
    const step = to - from
    const rounding = step === 0 ? 0 : slope / (24 * step)
    return (from - this.#mean) * chance + step * place + rounding
  }

  /** A segment's part of the squares about the wanted mean; by twice the deviation that is its part of the deviation. */
  #deviationOf(segment: number, from: number, to: number): number {
    const { chance, place, placeSquare, slope } = SEGMENT_WEIGHTS[segment]
    const step = to - from
    const start = from - this.#mean
    const chords = start * start * chance + 2 * start * step * place + step * step * placeSquare
    const rounding = step === 0 ? 0 : (start * slope) / (12 * step) + chance / 6 + slope / 24
    return (chords + rounding) / (4 * this.#deviation)
  }
}
