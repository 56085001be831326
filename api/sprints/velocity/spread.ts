/** Mean and sample deviation of what sprints completed, in hundredths; nothing of what there is too little for. */
export interface Spread {
  readonly average: number | null
  readonly deviation: number | null
  /** A deviation below and above the mean, in whole numbers. */
  readonly low: number | null
  readonly high: number | null
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) return { average: null, deviation: null, low: null, high: null }
  const mean = values.reduce((sum, each) => sum + each, 0) / values.length
  const average = rounded(mean)
  if (values.length < 2) return { average, deviation: null, low: null, high: null }
  const deviation = Math.sqrt(values.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (values.length - 1))
  return {
    average,
    deviation: rounded(deviation),
    low: Math.max(0, Math.round(mean - deviation)),
    high: Math.round(mean + deviation),
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
