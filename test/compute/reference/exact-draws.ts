// Three-point estimates without any table: the beta distribution matched to mean and deviation, its cumulants, draws of it
// by rejection, and the percentiles of a chain of many such tasks.

/** Cumulants of one task in days: mean, variance, and skewness and excess as they are, without a unit. */
export interface Cumulants {
  mean: number
  variance: number
  skewness: number
  excess: number
}

function parametersOf(low: number, likely: number, high: number): [alpha: number, beta: number] {
  const mean = (low + 4 * likely + high) / 6
  const x = (mean - low) / (high - low)
  const k = 36 * x * (1 - x) - 1
  return [x * k, (1 - x) * k]
}

export function betaCumulants(low: number, likely: number, high: number): Cumulants {
  const [a, b] = parametersOf(low, likely, high)
  const sum = a + b
  return {
    mean: (low + 4 * likely + high) / 6,
    variance: ((high - low) / 6) ** 2,
    skewness: (2 * (b - a) * Math.sqrt(sum + 1)) / ((sum + 2) * Math.sqrt(a * b)),
    excess: (6 * ((a - b) ** 2 * (sum + 1) - a * b * (sum + 2))) / (a * b * (sum + 2) * (sum + 3)),
  }
}

export function triangularCumulants(low: number, likely: number, high: number): Cumulants {
  const variance = (low ** 2 + likely ** 2 + high ** 2 - low * likely - low * high - likely * high) / 18
  const product = (low + high - 2 * likely) * (2 * low - high - likely) * (low - 2 * high + likely)
  return {
    mean: (low + likely + high) / 3,
    variance,
    skewness: (Math.SQRT2 * product) / (5 * (18 * variance) ** 1.5),
    excess: -0.6,
  }
}

/** Standard normal quantiles of the percentiles that are shown. */
const NORMAL = { p50: 0, p80: 0.8416212335729143, p95: 1.6448536269514722 }

/** A percentile of so many equal tasks one after the other, by Cornish and Fisher: exact to a hundredth of a day for many. */
export function chainPercentile(count: number, task: Cumulants, percentile: keyof typeof NORMAL): number {
  const z = NORMAL[percentile]
  const skewness = task.skewness / Math.sqrt(count)
  const excess = task.excess / count
  const shape =
    z +
    ((z * z - 1) * skewness) / 6 +
    ((z ** 3 - 3 * z) * excess) / 24 -
    ((2 * z ** 3 - 5 * z) * skewness * skewness) / 36
  return count * task.mean + Math.sqrt(count * task.variance) * shape
}

/** Draws of the beta distribution of an estimate: two gamma variates by Marsaglia and Tsang's rejection. */
export function betaSampler(low: number, likely: number, high: number, seed: number): () => number {
  const [a, b] = parametersOf(low, likely, high)
  const uniform = uniformFrom(seed)
  return () => {
    const x = gamma(a, uniform)
    return low + ((high - low) * x) / (x + gamma(b, uniform))
  }
}

function gamma(shape: number, uniform: () => number): number {
  if (shape < 1) return gamma(shape + 1, uniform) * uniform() ** (1 / shape)
  const d = shape - 1 / 3
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
    const v = (1 + x / Math.sqrt(9 * d)) ** 3
    if (v > 0 && Math.log(uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v
  }
}

/** Numbers between 0 and 1, never either (mulberry32). */
function uniformFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return (((bits ^ (bits >>> 14)) >>> 0) + 0.5) / 0x1_0000_0000
  }
}
