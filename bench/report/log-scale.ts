/** A logarithmic axis: places values, and says where its lines stand. */
export interface LogScale {
  at(value: number): number
  readonly ticks: readonly number[]
}

const STEPS: readonly (readonly number[])[] = [[1, 2, 5], [1, 3], [1]]
const ROOM = 1.15

/** Covers the values with a little room; as many lines as stay readable. */
export function logScale(values: readonly number[], from: number, to: number, mostTicks = 6): LogScale {
  const seen = values.filter((value) => value > 0 && Number.isFinite(value))
  const low = Math.log10(Math.min(...(seen.length > 0 ? seen : [1])) / ROOM)
  const high = Math.log10(Math.max(...(seen.length > 0 ? seen : [1])) * ROOM)
  const at = (value: number) => from + ((Math.log10(value) - low) / (high - low)) * (to - from)
  return { at, ticks: chooseTicks(low, high, mostTicks) }
}

function chooseTicks(low: number, high: number, most: number): number[] {
  for (const steps of STEPS) {
    const ticks = ticksOf(low, high, steps)
    if (ticks.length <= most) return ticks
  }
  const decades = ticksOf(low, high, [1])
  const every = Math.ceil(decades.length / most)
  return decades.filter((_, index) => index % every === 0)
}

function ticksOf(low: number, high: number, steps: readonly number[]): number[] {
  const ticks: number[] = []
  for (let power = Math.floor(low); power <= Math.ceil(high); power++) {
    for (const step of steps) {
      const log = power + Math.log10(step)
      if (log >= low && log <= high) ticks.push(Number((step * 10 ** power).toPrecision(3)))
    }
  }
  return ticks
}
