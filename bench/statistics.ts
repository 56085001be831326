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
const SEED = 12_345

export function summarise(samples: readonly number[]): Summary {
  const sorted = ascending(samples)
  const medians = bootstrapMedians(sorted, lcg(SEED)).sort((a, b) => a - b)
  return {
    count: sorted.length,
    min: sorted[0] ?? Number.NaN,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? Number.NaN,
    medianLow: quantile(medians, 0.025),
    medianHigh: quantile(medians, 0.975),
  }
}

function ascending(samples: readonly number[]): number[] {
  return samples.toSorted((a, b) => a - b)
}

/** Linear interpolation between order statistics of sorted samples. */
export function quantile(sorted: ArrayLike<number>, q: number): number {
  const rank = (sorted.length - 1) * q
  const low = sorted[Math.floor(rank)] ?? Number.NaN
  const high = sorted[Math.ceil(rank)] ?? low
  return low + (high - low) * (rank - Math.floor(rank))
}

function bootstrapMedians(sorted: readonly number[], next: () => number): number[] {
  const drawn = new Float64Array(sorted.length)
  return Array.from({ length: RESAMPLES }, () => {
    for (let at = 0; at < drawn.length; at++) drawn[at] = sorted[Math.floor(next() * sorted.length)] as number
    return quantile(drawn.sort(), 0.5)
  })
}

export interface RatioInterval {
  readonly ratio: number
  readonly low: number
  readonly high: number
}

/** Median of B over median of A, with a 95 % bootstrap interval. */
export function medianRatio(a: readonly number[], b: readonly number[]): RatioInterval {
  const next = lcg(SEED)
  const [sortedA, sortedB] = [ascending(a), ascending(b)]
  const below = bootstrapMedians(sortedA, next)
  const ratios = bootstrapMedians(sortedB, next).map((median, at) => median / (below[at] as number))
  ratios.sort((x, y) => x - y)
  return {
    ratio: quantile(sortedB, 0.5) / quantile(sortedA, 0.5),
    low: quantile(ratios, 0.025),
    high: quantile(ratios, 0.975),
  }
}

/** Two-sided p value of the Mann-Whitney U test, by the normal approximation with ties and continuity corrected. */
export function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, isA: true })), ...b.map((value) => ({ value, isA: false }))]
  all.sort((x, y) => x.value - y.value)
  let rankSum = 0
  let tied = 0
  for (let first = 0; first < all.length; ) {
    let last = first
    while (last + 1 < all.length && all[last + 1]?.value === all[first]?.value) last++
    const count = last - first + 1
    for (let at = first; at <= last; at++) if (all[at]?.isA) rankSum += (first + last) / 2 + 1
    tied += count ** 3 - count
    first = last + 1
  }
  const total = all.length
  const u = rankSum - (a.length * (a.length + 1)) / 2
  const expected = (a.length * b.length) / 2
  const variance = ((a.length * b.length) / 12) * (total + 1 - tied / (total * (total - 1)))
  if (!(variance > 0)) return 1
  const z = Math.max(0, Math.abs(u - expected) - 0.5) / Math.sqrt(variance)
  return Math.min(1, 2 * (1 - normalCumulative(z)))
}

/** Abramowitz and Stegun 7.1.26; its error of 1.5e-7 is far below any p value that decides something here. */
function normalCumulative(z: number): number {
  const t = 1 / (1 + (0.3275911 * z) / Math.SQRT2)
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return 1 - 0.5 * series * Math.exp((-z * z) / 2)
}

/** p values of several tests, made larger so that the chance of one false alarm stays that of one test (Holm). */
export function correctForMany(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] as number) - (pValues[b] as number))
  const corrected = new Array<number>(pValues.length)
  let least = 0
  order.forEach((index, rank) => {
    least = Math.max(least, Math.min(1, (pValues[index] as number) * (pValues.length - rank)))
    corrected[index] = least
  })
  return corrected
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
}

/** Small fixed generator, so that two readings of one file give one interval. */
export function lcg(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
