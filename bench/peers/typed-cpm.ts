/**
 * The critical path over typed arrays as a careful programmer writes it: indexes, links sorted by both ends and the
 * order kept between passes, branches where the maximum is taken. What it computes is what the naive one computes.
 */

import { findLevels, orderByLevel } from '../../compute/cpm/topological-order.ts'

export interface TypedNetwork {
  readonly count: number
  readonly order: Int32Array
  readonly duration: Int32Array
  readonly beforeOffset: Int32Array
  readonly before: Int32Array
  readonly beforeLag: Int32Array
  readonly afterOffset: Int32Array
  readonly after: Int32Array
  readonly afterLag: Int32Array
}

export interface TypedDates {
  readonly earlyStart: Int32Array
  readonly lateFinish: Int32Array
  readonly totalFloat: Int32Array
  readonly isCritical: Uint8Array
  finish: number
}

export function typedNetwork(duration: Int32Array, from: Int32Array, to: Int32Array, lag: Int32Array): TypedNetwork {
  const count = duration.length
  const levels = findLevels(count, from, to)
  if (levels === null) throw new Error('the links form a cycle')
  const order = orderByLevel(
    Int32Array.from({ length: count }, (_, task) => task),
    levels,
  )
  const [beforeOffset, before, beforeLag] = sortBy(to, from, lag, count)
  const [afterOffset, after, afterLag] = sortBy(from, to, lag, count)
  return { count, order, duration, beforeOffset, before, beforeLag, afterOffset, after, afterLag }
}

function sortBy(key: Int32Array, other: Int32Array, lag: Int32Array, count: number) {
  const offset = new Int32Array(count + 1)
  for (const task of key) offset[task + 1] = (offset[task + 1] as number) + 1
  for (let task = 0; task < count; task++) offset[task + 1] = (offset[task + 1] as number) + (offset[task] as number)
  const cursor = offset.slice()
  const others = new Int32Array(key.length)
  const lags = new Int32Array(key.length)
  for (let link = 0; link < key.length; link++) {
    const task = key[link] as number
    const at = cursor[task] as number
    cursor[task] = at + 1
    others[at] = other[link] as number
    lags[at] = lag[link] as number
  }
  return [offset, others, lags] as const
}

export function typedDates(count: number): TypedDates {
  return {
    earlyStart: new Int32Array(count),
    lateFinish: new Int32Array(count),
    totalFloat: new Int32Array(count),
    isCritical: new Uint8Array(count),
    finish: 0,
  }
}

export function typedCpm(network: TypedNetwork, dates: TypedDates): TypedDates {
  const { count, order, duration, beforeOffset, before, beforeLag, afterOffset, after, afterLag } = network
  const { earlyStart, lateFinish, totalFloat, isCritical } = dates
  let finish = 0
  for (let at = 0; at < count; at++) {
    const task = order[at]!
    let start = 0
    for (let link = beforeOffset[task]!; link < beforeOffset[task + 1]!; link++) {
      const source = before[link]!
      const bound = earlyStart[source]! + duration[source]! + beforeLag[link]!
      if (bound > start) start = bound
    }
    earlyStart[task] = start
    if (start + duration[task]! > finish) finish = start + duration[task]!
  }
  for (let at = count - 1; at >= 0; at--) {
    const task = order[at]!
    let end = finish
    for (let link = afterOffset[task]!; link < afterOffset[task + 1]!; link++) {
      const target = after[link]!
      const bound = lateFinish[target]! - duration[target]! - afterLag[link]!
      if (bound < end) end = bound
    }
    lateFinish[task] = end
    totalFloat[task] = end - duration[task]! - earlyStart[task]!
    isCritical[task] = totalFloat[task]! <= 0 ? 1 : 0
  }
  dates.finish = finish
  return dates
}
