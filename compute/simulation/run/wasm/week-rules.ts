// A calendar as weeks alike and breaks in them, as the kernel takes it in lanes: how a whole offset becomes a day, and a day an offset.

import {
  BREAK_BYTES,
  MOST_BREAKS,
  RULE_BYTES,
  RULE_CELLS,
  RULE_DAYS,
  RULE_MASK,
  RULE_WEEK,
  SPAN_SHIFT,
} from '../../../wasm/layout.ts'

export const DAYS_A_WEEK = 7
const BREAK_WORDS = BREAK_BYTES / 2
const SPAN = 1 << SPAN_SHIFT
/** Ranks that the kernel divides by a week; `turnOf` is exact up to here. */
export const MOST_RANK = 7_000

/** The days of most weeks, from the one on that a count of places begins with. */
export class Week {
  readonly #isWorking: readonly boolean[]
  /** Working days of a week before each of its places. */
  readonly #before: readonly number[]
  readonly workingDays: number

  constructor(isWorking: readonly boolean[]) {
    this.#isWorking = isWorking
    this.#before = isWorking.map((_, place) => isWorking.slice(0, place).filter(Boolean).length)
    this.workingDays = isWorking.filter(Boolean).length
  }

  isWorking(place: number): boolean {
    return this.#isWorking[place % DAYS_A_WEEK]
  }

  /** Working days before a place. */
  rankOf(place: number): number {
    return Math.floor(place / DAYS_A_WEEK) * this.workingDays + this.#before[place % DAYS_A_WEEK]
  }

  /** The places of its working days. */
  get workingPlaces(): number[] {
    return [...this.#isWorking.keys()].filter((place) => this.#isWorking[place])
  }
}

/**
 * What a rank is divided by, as the rounding product of the kernel does it: what is taken off first, and a factor in 32768ths. It is a
 * little too small rather than too large where half of an even number would round up.
 */
export function turnOf(workingDays: number): { centre: number; factor: number } {
  const factor = workingDays % 2 === 0 ? Math.ceil(32_768 / workingDays) - 1 : Math.round(32_768 / workingDays)
  return { centre: (workingDays - 1) >> 1, factor: Math.min(32_767, factor) }
}

/** Breaks as the kernel reads them, and pairs by span. */
export interface Breaks {
  words: Uint16Array
  spans: Uint16Array
}

/**
 * The breaks of a calendar that is left: how many working days of weeks alike fall away up to each cell, and from which place on a cell
 * stands. Null for a day that the week does not work; its span then has more breaks than are taken in lanes.
 */
export function breaksLeft(
  cellCount: number,
  missingAt: (cell: number) => number | null,
  placeAt: (cell: number) => number,
): Breaks {
  const words: number[] = []
  let sum = missingAt(0) ?? 0
  const spans = new Uint16Array(2 * spanCount(cellCount))
  for (let span = 0; span < spanCount(cellCount); span++) {
    const from = span << SPAN_SHIFT
    spans.set([words.length / BREAK_WORDS, placeAt(Math.min(from, cellCount - 1))], 2 * span)
    let isOdd = false
    for (let cell = from; cell < Math.min(cellCount, from + SPAN); cell++) {
      const next = missingAt(cell)
      if (next === null) isOdd = true
      else if (next !== sum) {
        words.push(cell - 1, next - sum, sum, 0)
        sum = next
      }
    }
    if (isOdd) for (let more = 0; more <= MOST_BREAKS; more++) words.push(0, 0, sum, 0)
  }
  words.push(0, 0, sum, 0)
  return { words: Uint16Array.from(words), spans }
}

/**
 * The breaks of a calendar that is entered, by its offsets and by what weeks alike would make of them. A span with a day worked that the
 * week does not work has more than are taken in lanes.
 */
export function breaksEntered(
  cellCount: number,
  offsetAt: (cell: number) => number,
  rankAt: (cell: number) => number,
): Breaks {
  const words: number[] = []
  const spans = new Uint16Array(2 * spanCount(cellCount))
  let sum = offsetAt(0) - rankAt(0)
  let count = 0
  /** The offset of the break that goes on; -1 for none. */
  let open = -1
  const missing = (cell: number): number => offsetAt(cell) - rankAt(cell)
  const hasOddDay = (from: number, to: number): boolean => {
    for (let cell = from; cell < to; cell++) if (missing(cell) > missing(cell - 1)) return true
    return false
  }
  for (let span = 0; span < spanCount(cellCount); span++) {
    const from = span << SPAN_SHIFT
    spans.set([count, count], 2 * span)
    const end = Math.min(cellCount, from + SPAN)
    /** Whether one behind the first cell is marked. */
    let isOdd = false
    for (let cell = from; cell < end; cell++) {
      const offset = offsetAt(cell)
      const next = offset - rankAt(cell)
      if (offset !== open) open = -1
      if (next > sum) {
        // What counts from this span on does not see a mark of its first cell: an odd day behind it then stands for both, and one
        // word keeps the sum of before.
        const isMarked = cell > from ? isOdd : hasOddDay(from + 1, end)
        const marks = isMarked ? Number(cell === from) : MOST_BREAKS + 1
        for (let mark = 0; mark < marks; mark++, count++) words.push(0, 0, sum, 0)
        isOdd = cell > from
        open = -1
      } else if (next < sum && open < 0) {
        words.push(offset, next, sum, 0)
        count++
        open = offset
      } else if (next < sum) {
        words[words.length - BREAK_WORDS + 1] = next
        // It was not over there.
        for (let before = span; spans[2 * before] === count; before--) spans[2 * before]--
      }
      sum = next
      if (cell === from) spans[2 * span] = count
    }
  }
  words.push(0, 0, sum, 0)
  return { words: Uint16Array.from(words), spans }
}

/** Spans of so many cells, and one behind them. */
function spanCount(cellCount: number): number {
  return (cellCount >> SPAN_SHIFT) + 2
}

interface Rule {
  /** Addresses of cells, of spans and of breaks. */
  addresses: readonly [cells: number, spans: number, breaks: number]
  /** From the working days of a week on. */
  shorts: readonly number[]
  days: readonly number[]
  mask: number
}

/** A rule as the kernel reads it. */
export function writeRule({ addresses, shorts, days, mask }: Rule): Uint8Array {
  const bytes = new Uint8Array(RULE_BYTES)
  new Uint32Array(bytes.buffer, RULE_CELLS, addresses.length).set(addresses)
  new Uint16Array(bytes.buffer, RULE_WEEK, shorts.length).set(shorts)
  bytes.set(days, RULE_DAYS)
  new Uint16Array(bytes.buffer, RULE_MASK).fill(mask)
  return bytes
}
