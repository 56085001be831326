// Which risk the passes of a block take off each lane. All loops are over plain rows of numbers, which are given one by one: V8 throws
// compiled code away with the last object of a shape that it relies on, and no object of a simulation need outlive it.

import { BLOCK_RUNS } from './sample-durations.ts'

/** Per lane the places in the order of costs of the risks that are left, the next one last; room for all risks in each. */
export interface Queues {
  readonly places: Int32Array
  readonly lengths: Int32Array
}

export function openQueues(riskCount: number): Queues {
  return { places: new Int32Array(BLOCK_RUNS * riskCount), lengths: new Int32Array(BLOCK_RUNS) }
}

/**
 * Passes that runs in other lanes cost beside their own: their durations move, and the first pass begins at the first task. Where every
 * link is an addition a pass takes little longer than to move them.
 */
export const REGROUP_PASSES = 0.8
export const REGROUP_PLAIN_PASSES = 2.5

/** Lists costs that are known, by the runs of each risk in which they are, a bit a run, and rows of units. Returns how many there are. */
export function findTold(
  known: Int32Array,
  units: Uint16Array,
  ofRisks: Int32Array,
  ofRuns: Int32Array,
  inUnits: Float64Array,
): number {
  let count = 0
  for (let risk = 0; risk < known.length; risk++) {
    for (let left = known[risk]; left !== 0; left &= left - 1) {
      const run = 31 - Math.clz32(left & -left)
      ofRisks[count] = risk
      ofRuns[count] = run
      inUnits[count++] = units[risk * BLOCK_RUNS + run]
    }
  }
  return count
}

/** Queues the risks that may cost each of some runs of a block, a bit a run, by their places in the order. */
export function queueRisks(
  mayCost: Int32Array,
  order: Int32Array,
  counted: number,
  places: Int32Array,
  lengths: Int32Array,
): void {
  const room = places.length / BLOCK_RUNS
  lengths.fill(0)
  for (let place = order.length - 1; place >= 0; place--) {
    for (let left = mayCost[order[place]] & counted; left !== 0; left &= left - 1) {
      const run = 31 - Math.clz32(left & -left)
      places[run * room + lengths[run]++] = place
    }
  }
}

export function longest(lengths: Int32Array): number {
  let most = 0
  for (let lane = 0; lane < lengths.length; lane++) if (lengths[lane] > most) most = lengths[lane]
  return most
}

/** How many passes it takes at least to take off what is left of each run after some passes, with several lanes a run. */
function fewestPasses(lengths: Int32Array, before: number): number {
  let sum = 0
  for (let run = 0; run < lengths.length; run++) sum += Math.max(0, lengths[run] - before)
  let passes = Math.ceil(sum / BLOCK_RUNS)
  for (let lanes = BLOCK_RUNS + 1; lanes > BLOCK_RUNS && passes > 0; passes += Number(lanes > BLOCK_RUNS)) {
    lanes = 0
    for (let run = 0; run < lengths.length; run++) lanes += Math.ceil(Math.max(0, lengths[run] - before) / passes)
  }
  return passes
}

/** After how many passes runs with many risks are best spread over the lanes of those that have none left; `most` for never. */
export function passesBefore(lengths: Int32Array, most: number, regroupPasses: number): number {
  let best = most
  let least: number = most
  for (let before = 0; before + 1 + regroupPasses < most; before++) {
    const passes = before + fewestPasses(lengths, before) + regroupPasses
    if (passes < least) {
      best = before
      least = passes
    }
  }
  return best
}

/** Deals the risks of runs to as many lanes as they need for as few passes as can be. Returns how many passes that is. */
export function spread(
  places: Int32Array,
  lengths: Int32Array,
  lanePlaces: Int32Array,
  laneLengths: Int32Array,
  runOfLane: Int32Array,
): number {
  const passes = fewestPasses(lengths, 0)
  const room = places.length / BLOCK_RUNS
  laneLengths.fill(0)
  let first = 0
  for (let run = 0; run < lengths.length; run++) {
    const count = Math.ceil(lengths[run] / passes)
    runOfLane.fill(run, first, first + count)
    for (let at = 0; at < lengths[run]; at++) {
      const lane = first + (at % count)
      lanePlaces[lane * room + laneLengths[lane]++] = places[run * room + at]
    }
    first += count
  }
  // Lanes that are not needed have a run of their own number.
  for (let lane = first; lane < runOfLane.length; lane++) runOfLane[lane] = lane
  return passes
}

/** How many risks of each lane are left where some passes have taken off what they can. */
export function leaveLast(lengths: Int32Array, passes: number, floors: Int32Array): void {
  for (let lane = 0; lane < lengths.length; lane++) floors[lane] = Math.max(0, lengths[lane] - passes)
}

/**
 * The risks that the next of some passes takes off, -1 where it takes off none; what lies below the floor of a lane is left. Lanes that need
 * all passes that are left have to go; others wait for a later one where theirs strikes further ahead, because the pass begins where the
 * first of all strikes.
 */
export function takeRisks(
  places: Int32Array,
  lengths: Int32Array,
  left: number,
  floors: Int32Array,
  order: Int32Array,
  risks: Int32Array,
): void {
  const room = places.length / BLOCK_RUNS
  let last = 0
  for (let lane = 0; lane < lengths.length; lane++) {
    if (lengths[lane] - floors[lane] === left) last = Math.max(last, places[lane * room + lengths[lane] - 1])
  }
  for (let lane = 0; lane < lengths.length; lane++) {
    risks[lane] = -1
    if (lengths[lane] <= floors[lane]) continue
    const place = places[lane * room + lengths[lane] - 1]
    if (place > last) continue
    risks[lane] = order[place]
    lengths[lane]--
  }
}
