export type DayRange = { fromDay: number; toDay: number; isWorking: boolean }

/**
 * Turns ranges that may overlap, weakest first, into ranges that do not, in order of date: every day belongs to the
 * last range that covers it. Readers of a plan then need no rule of precedence. Each stretch between two neighbouring
 * bounds is painted once, strongest range first, by skipping what is painted already: O(n log n).
 */
export function flattenExceptions(ranges: readonly DayRange[]): DayRange[] {
  const bounds = [...new Set(ranges.flatMap((range) => [range.fromDay, range.toDay + 1]))].sort((a, b) => a - b)
  const indexOfBound = new Map(bounds.map((day, index) => [day, index]))
  const owner = new Int32Array(bounds.length).fill(-1)
  const nextFree = Int32Array.from({ length: bounds.length + 1 }, (_, index) => index)

  for (let rank = ranges.length - 1; rank >= 0; rank -= 1) {
    const range = ranges[rank]
    if (range === undefined) continue
    const end = indexOfBound.get(range.toDay + 1) ?? 0
    let stretch = findFree(nextFree, indexOfBound.get(range.fromDay) ?? 0)
    while (stretch < end) {
      owner[stretch] = rank
      nextFree[stretch] = stretch + 1
      stretch = findFree(nextFree, stretch)
    }
  }
  return joinStretches(ranges, bounds, owner)
}

/** Union-find with path halving: the first unpainted stretch at or after an index. */
function findFree(nextFree: Int32Array, from: number): number {
  let index = from
  while (nextFree[index] !== index) {
    const next = nextFree[index] ?? index
    nextFree[index] = nextFree[next] ?? next
    index = nextFree[index] ?? index
  }
  return index
}

function joinStretches(ranges: readonly DayRange[], bounds: number[], owner: Int32Array): DayRange[] {
  const joined: DayRange[] = []
  let lastRank = -1
  for (let index = 0; index + 1 < bounds.length; index += 1) {
    const rank = owner[index] ?? -1
    const range = ranges[rank]
    const last = joined.at(-1)
    const fromDay = bounds[index] ?? 0
    const toDay = (bounds[index + 1] ?? 0) - 1
    if (range !== undefined && rank === lastRank && last !== undefined) last.toDay = toDay
    else if (range !== undefined) joined.push({ fromDay, toDay, isWorking: range.isWorking })
    lastRank = rank
  }
  return joined
}
