import { parseArgs } from 'node:util'
import type { SizeResult } from './bench-case.ts'
import { type BenchRun, readRun } from './bench-run.ts'
import { correctForMany, geometricMean, mannWhitney, medianRatio, type RatioInterval } from './statistics.ts'

export const EXIT = { ok: 0, regression: 1, tooNoisy: 2, wrongUse: 3 } as const

const SIGNIFICANT = 0.05
const USAGE = 'usage: bench compare A.json B.json [--fail-if median:5%]\n'

export type Verdict = 'faster' | 'equal' | 'slower' | 'too noisy to tell' | 'failed' | 'not comparable'

export interface Compared extends RatioInterval {
  readonly label: string
  readonly p: number
  readonly verdict: Verdict
}

/** Compares two result files, B against A, prints a line a size, and answers the exit code. */
export function compareRuns(args: readonly string[]): number {
  try {
    const { a, b, limit } = parseUse(args)
    const refusal = refuseMachines(a, b)
    if (refusal !== null) throw new Error(refusal)
    const compared = compare(a, b, limit)
    if (compared.length === 0) throw new Error('the two runs have no case and size in common')
    for (const one of compared) process.stdout.write(row(one))
    const ratios = compared.filter(({ ratio }) => Number.isFinite(ratio)).map(({ ratio }) => ratio)
    if (ratios.length > 0)
      process.stdout.write(`geometric mean of ${ratios.length} ratios: × ${geometricMean(ratios).toFixed(3)}\n`)
    return exitCode(compared)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
    return EXIT.wrongUse
  }
}

function parseUse(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'fail-if': { type: 'string', default: 'median:5%' } },
    allowPositionals: true,
  })
  const percent = /^median:(\d+(?:\.\d+)?)%$/.exec(values['fail-if'])?.[1]
  const [fileA, fileB, ...others] = positionals
  if (percent === undefined) throw new Error(`--fail-if ${values['fail-if']} is not like median:5%`)
  if (fileA === undefined || fileB === undefined || others.length > 0) throw new Error('two result files are compared')
  return { a: readRun(fileA), b: readRun(fileB), limit: Number(percent) / 100 }
}

/** Figures of different machines say nothing about the code. */
function refuseMachines(a: BenchRun, b: BenchRun): string | null {
  for (const key of ['processor', 'cores', 'memoryGib', 'platform', 'cgroupCpuMax'] as const) {
    if (a.machine[key] !== b.machine[key])
      return `the machines differ in ${key}: ${a.machine[key]} and ${b.machine[key]}; nothing is compared`
  }
  return null
}

/**
 * A regression must be significant after correction for the number of sizes, larger than the limit, and larger than the
 * noise seen. A size whose interval reaches past the limit without that is too noisy to tell.
 */
export function compare(a: BenchRun, b: BenchRun, limit: number): Compared[] {
  const pairs = a.cases.flatMap((one) =>
    one.sizes.flatMap((before) => {
      const after = b.cases.find(({ name }) => name === one.name)?.sizes.find(({ size }) => size === before.size)
      return after ? [{ label: `${one.name} ${before.size}`, before, after }] : []
    }),
  )
  const pValues = pairs.map(({ before, after }) =>
    before.samples.length > 0 && after.samples.length > 0 ? mannWhitney(before.samples, after.samples) : 1,
  )
  const corrected = correctForMany(pValues)
  return pairs.map(({ label, before, after }, at) => judge(label, before, after, corrected[at] as number, limit))
}

function judge(label: string, before: SizeResult, after: SizeResult, p: number, limit: number): Compared {
  const without = { label, p, ratio: Number.NaN, low: Number.NaN, high: Number.NaN }
  if (before.failure !== null) return { ...without, verdict: 'not comparable' }
  if (after.failure !== null) return { ...without, verdict: 'failed' }
  if (before.datasetHash !== after.datasetHash) return { ...without, verdict: 'not comparable' }
  const interval = medianRatio(before.samples, after.samples)
  const { ratio, low, high } = interval
  const isSignificant = p < SIGNIFICANT
  let verdict: Verdict = 'equal'
  if (isSignificant && ratio > 1 + limit && low > 1) verdict = 'slower'
  else if (isSignificant && ratio < 1 - limit && high < 1) verdict = 'faster'
  else if (high > 1 + limit) verdict = 'too noisy to tell'
  return { label, p, ...interval, verdict }
}

function exitCode(compared: readonly Compared[]): number {
  const has = (verdict: Verdict) => compared.some((one) => one.verdict === verdict)
  if (has('slower') || has('failed')) return EXIT.regression
  return has('too noisy to tell') ? EXIT.tooNoisy : EXIT.ok
}

function row({ label, ratio, low, high, p, verdict }: Compared): string {
  if (Number.isNaN(ratio)) return `${label.padEnd(44)} ${verdict}\n`
  const interval = `[${low.toFixed(3)}, ${high.toFixed(3)}]`
  return `${label.padEnd(44)} × ${ratio.toFixed(3)}  ${interval.padEnd(16)}  p ${p.toPrecision(2).padEnd(8)} ${verdict}\n`
}
