/** Summary of one case's samples: medians, never means, with a bootstrap interval of the median. */
export interface Summary {
  readonly count: number
  readonly min: number
  readonly median: number
  readonly p95: number
  readonly max: number
  /** 95 % bootstrap interval of the median, from a fixed seed. */
  readonly medianLow: number
  readonly medianHigh: number
}

const RESAMPLES = 1_000

export function summarise(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b)
  const [medianLow, medianHigh] = bootstrapMedian(sorted)
  return {
    count: sorted.length,
    min: sorted[0] ?? Number.NaN,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? Number.NaN,
    medianLow,
    medianHigh,
  }
}

/** Linear interpolation between order statistics of sorted samples. */
export function quantile(sorted: readonly number[], q: number): number {
  const rank = (sorted.length - 1) * q
  const low = sorted[Math.floor(rank)] ?? Number.NaN
  const high = sorted[Math.ceil(rank)] ?? low
  return low + (high - low) * (rank - Math.floor(rank))
}

function bootstrapMedian(sorted: readonly number[]): [number, number] {
  const next = lcg(12_345)
  const medians: number[] = []
  for (let round = 0; round < RESAMPLES; round++) {
    const drawn = sorted.map(() => sorted[Math.floor(next() * sorted.length)] as number).sort((a, b) => a - b)
    medians.push(quantile(drawn, 0.5))
  }
  medians.sort((a, b) => a - b)
  return [quantile(medians, 0.025), quantile(medians, 0.975)]
}

/** Small fixed generator, so that two readings of one file give one interval. */
export function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
