import { parseArgs } from 'node:util'
import type { SizeResult } from './bench-case.ts'
import { type BenchRun, readRun } from './bench-run.ts'
import { correctForMany, mannWhitney, medianRatio, type RatioInterval } from './statistics.ts'

export const EXIT = { ok: 0, regression: 1, tooNoisy: 2, wrongUse: 3 } as const

const SIGNIFICANT = 0.05
const USAGE = 'usage: bench compare A.json B.json [--fail-if median:5%]\n'

export type Verdict = 'faster' | 'no difference seen' | 'slower' | 'too noisy to tell' | 'failed' | 'not comparable'

export interface Compared extends RatioInterval {
  readonly label: string
  /** Least sample of B over least of A: what the machine does besides makes samples longer, never shorter. */
  readonly leastRatio: number
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
    for (const line of withoutPartner(a, b)) process.stdout.write(line)
    process.stdout.write(summary(compared))
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

/** Cases and sizes that only one of the runs has. */
export function withoutPartner(a: BenchRun, b: BenchRun): string[] {
  const labels = (run: BenchRun) => run.cases.flatMap(({ name, sizes }) => sizes.map(({ size }) => `${name} ${size}`))
  const [before, after] = [labels(a), labels(b)]
  return [
    ...before.filter((label) => !after.includes(label)).map((label) => `${label.padEnd(44)} only in A\n`),
    ...after.filter((label) => !before.includes(label)).map((label) => `${label.padEnd(44)} only in B\n`),
  ]
}

/** How many sizes have each verdict. A mean over all of them would be one over noise. */
function summary(compared: readonly Compared[]): string {
  const counts = new Map<Verdict, number>()
  for (const { verdict } of compared) counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
  return `${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}\n`
}

function judge(label: string, before: SizeResult, after: SizeResult, p: number, limit: number): Compared {
  const without = { label, p, leastRatio: Number.NaN, ratio: Number.NaN, low: Number.NaN, high: Number.NaN }
  if (before.failure !== null) return { ...without, verdict: 'not comparable' }
  if (after.failure !== null) return { ...without, verdict: 'failed' }
  if (before.datasetHash !== after.datasetHash) return { ...without, verdict: 'not comparable' }
  const interval = medianRatio(before.samples, after.samples)
  const { ratio, low, high } = interval
  const leastRatio = Math.min(...after.samples) / Math.min(...before.samples)
  const isSignificant = p < SIGNIFICANT
  let verdict: Verdict = 'no difference seen'
  if (isSignificant && ratio > 1 + limit && low > 1) verdict = 'slower'
  else if (isSignificant && ratio < 1 - limit && high < 1) verdict = 'faster'
  else if (high > 1 + limit) verdict = 'too noisy to tell'
  return { label, p, leastRatio, ...interval, verdict }
}

function exitCode(compared: readonly Compared[]): number {
  const has = (verdict: Verdict) => compared.some((one) => one.verdict === verdict)
  if (has('slower') || has('failed')) return EXIT.regression
  return has('too noisy to tell') ? EXIT.tooNoisy : EXIT.ok
}

function row({ label, ratio, leastRatio, low, high, p, verdict }: Compared): string {
  if (Number.isNaN(ratio)) return `${label.padEnd(44)} ${verdict}\n`
  const interval = `[${low.toFixed(3)}, ${high.toFixed(3)}]`
  const figures = `× ${ratio.toFixed(3)}  ${interval.padEnd(16)}  least × ${leastRatio.toFixed(3)}  p ${p.toPrecision(2).padEnd(8)}`
  return `${label.padEnd(44)} ${figures} ${verdict}\n`
}
