import type { Aim, CaseResult, SizeResult } from './bench-case.ts'
import { quantile } from './statistics.ts'

export interface JudgedAim extends Aim {
  /** What was measured; null where it was not. */
  readonly measured: number | null
  readonly isMet: boolean | null
}

export function medianOf(samples: readonly number[]): number {
  return quantile(
    samples.toSorted((a, b) => a - b),
    0.5,
  )
}

/** Every aim of a size with what was measured for it. */
export function judgeAims(result: SizeResult): JudgedAim[] {
  return result.aims.map((aim) => {
    const measured = result.failure === null ? measure(result, aim) : null
    return { ...aim, measured, isMet: measured === null ? null : measured <= aim.atMost }
  })
}

function measure(result: SizeResult, { of }: Aim): number | null {
  const sorted = result.samples.toSorted((a, b) => a - b)
  if (sorted.length === 0) return null
  if (of === 'median') return quantile(sorted, 0.5)
  if (of === 'p95') return quantile(sorted, 0.95)
  if (of === 'max') return sorted.at(-1) ?? null
  if (of.startsWith('part:')) return result.parts[of.slice('part:'.length)] ?? null
  const peer = result.peers.find(({ name }) => name === of.slice('peer:'.length))
  return peer && peer.samples.length > 0 ? quantile(sorted, 0.5) / medianOf(peer.samples) : null
}

/** Cost of one unit of work at a size, in nanoseconds. */
export function workCost(result: CaseResult, size: SizeResult): number {
  const scale = result.unit === 'µs' ? 1_000 : 1_000_000
  return (medianOf(size.samples) * scale) / (size.facts.work ?? size.size)
}

/** How the cost of a unit of work grew between the sizes of the growth aim; null where one was not measured. */
export function judgeGrowth(result: CaseResult): JudgedAim | null {
  const { growthAim } = result
  if (growthAim === null) return null
  const at = (size: number) => result.sizes.find((one) => one.size === size && one.samples.length > 0)
  const [small, large] = [at(growthAim.from), at(growthAim.to)]
  if (!small || !large) return null
  const measured = workCost(result, large) / workCost(result, small)
  return { of: 'median', atMost: growthAim.atMost, measured, isMet: measured <= growthAim.atMost }
}
