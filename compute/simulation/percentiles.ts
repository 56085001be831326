/** Percentile by linear interpolation between order statistics ("type 7"), of values sorted ascending. */
export function percentile(sorted: Float64Array, share: number): number {
  const rank = (sorted.length - 1) * share
  const below = Math.floor(rank)
  const above = Math.min(below + 1, sorted.length - 1)
  const part = rank - below
  const difference = sorted[above] - sorted[below]
  // From the nearer end, which is exact at both ends and what the common numeric libraries do.
  return part >= 0.5 ? sorted[above] - difference * (1 - part) : sorted[below] + difference * part
}

/** The nearest whole number; halves go to the even one. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value)
  const part = value - below
  if (part !== 0.5) return part < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}
