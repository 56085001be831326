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

/** How many passes it takes at least to take off what is left of each run, with several lanes a run. */
function fewestPasses(lengths: Int32Array): number {
  let sum = 0
  for (let run = 0; run < lengths.length; run++) sum += lengths[run]
  let passes = Math.ceil(sum / BLOCK_RUNS)
  for (let lanes = BLOCK_RUNS + 1; lanes > BLOCK_RUNS && passes > 0; passes += Number(lanes > BLOCK_RUNS)) {
    lanes = 0
    for (let run = 0; run < lengths.length; run++) lanes += Math.ceil(lengths[run] / passes)
  }
  return passes
}

/**
 * Chooses which risks are taken off where their runs are, one a run in each pass, and which are spread over all lanes: the first to strike,
 * since a pass of runs that have changed lanes begins at the first task, and others where the first of their risks strikes. Writes how many
 * of each run are spread, and returns how many passes come before. `shares` tells what part of a whole pass one takes that begins with the
 * risk of a place, `move` what it takes to change lanes.
 */
export function chooseFloors(
  places: Int32Array,
  lengths: Int32Array,
  shares: Float64Array,
  move: number,
  floors: Int32Array,
): number {
  floors.fill(0)
  let best = mostAbove(lengths, floors)
  const most = best
  let least = costInPlace(places, lengths, floors, shares)
  const tried = new Int32Array(lengths.length)
  // Nothing is less than one pass of runs that have changed lanes.
  for (let inPlace = 0; inPlace < most && least > move + 1; inPlace++) {
    for (let lane = 0; lane < lengths.length; lane++) tried[lane] = Math.max(0, lengths[lane] - inPlace)
    const passes = fewestPasses(tried)
    const spread = move + 1 + (passes - 1) * shares[shares.length - 1]
    if (spread >= least) continue
    raiseFloors(places, lengths, passes, tried)
    const cost = spread + costInPlace(places, lengths, tried, shares)
    if (cost >= least) continue
    floors.set(tried)
    best = mostAbove(lengths, floors)
    least = cost
  }
  return best
}

/** Leaves to passes of runs that have changed lanes as much more of what strikes first as does not make them more. */
function raiseFloors(places: Int32Array, lengths: Int32Array, passes: number, floors: Int32Array): void {
  const room = places.length / BLOCK_RUNS
  let lanes = 0
  for (let lane = 0; lane < lengths.length; lane++) lanes += Math.ceil(floors[lane] / passes)
  for (;;) {
    let first = -1
    let last = -1
    for (let lane = 0; lane < lengths.length; lane++) {
      if (floors[lane] === lengths[lane]) continue
      const place = places[lane * room + floors[lane]]
      if (place <= last) continue
      first = lane
      last = place
    }
    if (first < 0 || (floors[first] % passes === 0 && ++lanes > BLOCK_RUNS)) return
    floors[first]++
  }
}

/** What passes in place take at the most, as parts of a whole pass. */
function costInPlace(places: Int32Array, lengths: Int32Array, floors: Int32Array, shares: Float64Array): number {
  const room = places.length / BLOCK_RUNS
  let cost = 0
  for (let left = mostAbove(lengths, floors); left > 0; left--) {
    let last = 0
    for (let lane = 0; lane < lengths.length; lane++) {
      if (lengths[lane] - floors[lane] >= left) last = Math.max(last, places[lane * room + floors[lane] + left - 1])
    }
    cost += shares[last]
  }
  return cost
}

function mostAbove(lengths: Int32Array, floors: Int32Array): number {
  let most = 0
  for (let lane = 0; lane < lengths.length; lane++) most = Math.max(most, lengths[lane] - floors[lane])
  return most
}

/** Deals the risks of runs to as many lanes as they need for as few passes as can be. Returns how many passes that is. */
export function spread(
  places: Int32Array,
  lengths: Int32Array,
  lanePlaces: Int32Array,
  laneLengths: Int32Array,
  runOfLane: Int32Array,
): number {
  const passes = fewestPasses(lengths)
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
