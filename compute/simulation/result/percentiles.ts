/** Percentile by linear interpolation between order statistics ("type 7"), of values sorted ascending. */
export function percentile(sorted: Float64Array | Int32Array, share: number): number {
  const rank = (sorted.length - 1) * share
  const below = Math.floor(rank)
  return between(sorted[below], sorted[Math.min(below + 1, sorted.length - 1)], rank - below)
}

/**
 * The standard error of that percentile, without drawing anything again: the number of runs below the true value has the
 * deviation root of n q (1 - q), so the values at ranks that far below and above lie about one error away on either side
 * (Woodruff's interval). Where the sample ends before, the distance to its last value counts: few runs give a low figure.
 */
export function percentileError(sorted: Float64Array, share: number): number {
  const deviation = Math.sqrt((share * (1 - share)) / sorted.length)
  const above = percentile(sorted, Math.min(1, share + deviation))
  return (above - percentile(sorted, Math.max(0, share - deviation))) / 2
}

/** The same percentile of whole numbers given as how often each occurs, from 0 up. */
export function percentileOfCounts(counts: Int32Array, total: number, share: number): number {
  const rank = (total - 1) * share
  const below = Math.floor(rank)
  let value = 0
  let reached = counts[0]
  while (reached <= below) reached += counts[++value]
  let above = value
  while (reached <= Math.min(below + 1, total - 1)) reached += counts[++above]
  return between(value, above, rank - below)
}

/** The standard error of a percentile of counts. */
export function percentileErrorOfCounts(counts: Int32Array, total: number, share: number): number {
  const deviation = Math.sqrt((share * (1 - share)) / total)
  const above = percentileOfCounts(counts, total, Math.min(1, share + deviation))
  return (above - percentileOfCounts(counts, total, Math.max(0, share - deviation))) / 2
}

/** The value so far of the way from one to the other. */
export function between(below: number, above: number, part: number): number {
  const difference = above - below
  // From the nearer end, which is exact at both ends and what the common numeric libraries do.
  return part >= 0.5 ? above - difference * (1 - part) : below + difference * part
}

/** Values that are whole multiples of a unit, sorted: by counting them where they lie close together, as they mostly do. */
export function sortUnits(values: Float64Array, unitsPerDay: number): Float64Array {
  let least = values[0]
  let most = values[0]
  for (let at = 1; at < values.length; at++) {
    if (values[at] < least) least = values[at]
    if (values[at] > most) most = values[at]
  }
  const span = (most - least) * unitsPerDay + 1
  if (span > 2 * values.length + 1024) return values.slice().sort()
  const counts = new Int32Array(span)
  for (let at = 0; at < values.length; at++) counts[(values[at] - least) * unitsPerDay]++
  const sorted = new Float64Array(values.length)
  let filled = 0
  for (let unit = 0; unit < span; unit++) {
    const value = least + unit / unitsPerDay
    for (let left = counts[unit]; left > 0; left--) sorted[filled++] = value
  }
  return sorted
}
