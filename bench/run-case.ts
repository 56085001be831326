import type { BenchCase, CaseResult, SizeResult } from './bench-case.ts'
import { quantile } from './statistics.ts'

/** Runs one case at each size: warm-ups first, then the counted samples; every answer must hash alike. */
export async function runCase(
  benchCase: BenchCase,
  sizes: readonly number[],
  onSize: (result: SizeResult) => void,
): Promise<CaseResult> {
  const results: SizeResult[] = []
  for (const size of sizes) {
    const result = await runSize(benchCase, size)
    results.push(result)
    onSize(result)
  }
  const { name, summary, unit, sizeName } = benchCase
  return { name, summary, unit, sizeName, sizes: results }
}

async function runSize(benchCase: BenchCase, size: number): Promise<SizeResult> {
  const prepared = await benchCase.prepare(size)
  const samples: number[] = []
  const parts = new Map<string, number[]>()
  let hash: string | null = null
  try {
    for (let round = 0; round < benchCase.warmUps + benchCase.samples; round++) {
      globalThis.gc?.()
      const run = await prepared.sample()
      if (hash !== null && run.hash !== hash)
        throw new Error(`${benchCase.name} at ${size}: the answer changed between runs`)
      hash = run.hash
      if (round < benchCase.warmUps) continue
      samples.push(run.value)
      for (const [part, value] of Object.entries(run.parts ?? {})) parts.set(part, [...(parts.get(part) ?? []), value])
    }
  } finally {
    await prepared.close()
  }
  const medians = [...parts].map(([part, values]) => [
    part,
    quantile(
      values.sort((a, b) => a - b),
      0.5,
    ),
  ])
  return { size, samples, hash, parts: Object.fromEntries(medians) }
}
