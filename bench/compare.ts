import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BenchRun } from './run.ts'
import { summarise } from './statistics.ts'

const OK = 0
const REGRESSION = 1
const TOO_NOISY = 2
const WRONG_USE = 3

/**
 * Compares two result files, B against A. A regression needs size (the median moved past the limit) and significance
 * (the intervals of the medians do not overlap). Different machines are refused.
 */
export function compareRuns(args: readonly string[]): number {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'fail-if': { type: 'string' } },
    allowPositionals: true,
  })
  const limit = /^median:(\d+(?:\.\d+)?)%$/.exec(values['fail-if'] ?? 'median:5%')?.[1]
  const [fileA, fileB] = positionals
  if (limit === undefined || fileA === undefined || fileB === undefined) {
    process.stderr.write('usage: bench compare A.json B.json [--fail-if median:5%]\n')
    return WRONG_USE
  }
  const a = read(fileA)
  const b = read(fileB)
  if (a.machine.processor !== b.machine.processor || a.machine.cores !== b.machine.cores) {
    process.stderr.write(`different machines: ${a.machine.processor} and ${b.machine.processor}\n`)
    return WRONG_USE
  }
  return Math.max(OK, ...pairs(a, b).map((pair) => judge(pair, Number(limit) / 100)))
}

interface Pair {
  readonly label: string
  readonly before: number[]
  readonly after: number[]
}

function pairs(a: BenchRun, b: BenchRun): Pair[] {
  return a.cases.flatMap((one) =>
    one.sizes.flatMap((size) => {
      const other = b.cases.find((c) => c.name === one.name)?.sizes.find((s) => s.size === size.size)
      return other ? [{ label: `${one.name} ${size.size}`, before: size.samples, after: other.samples }] : []
    }),
  )
}

function judge(pair: Pair, limit: number): number {
  const before = summarise(pair.before)
  const after = summarise(pair.after)
  const ratio = after.median / before.median
  const isSlower = after.medianLow > before.medianHigh && ratio > 1 + limit
  const noise = (after.medianHigh - after.medianLow) / after.median
  const verdict = isSlower ? 'slower' : ratio > 1 + limit ? 'too noisy to tell' : ratio < 1 - limit ? 'faster' : 'equal'
  process.stdout.write(
    `${pair.label.padEnd(40)} ${before.median.toPrecision(4)} -> ${after.median.toPrecision(4)}  × ${ratio.toFixed(3)}  ± ${(noise * 50).toFixed(1)} %  ${verdict}\n`,
  )
  return isSlower ? REGRESSION : verdict === 'too noisy to tell' ? TOO_NOISY : OK
}

function read(file: string): BenchRun {
  return JSON.parse(readFileSync(file, 'utf8')) as BenchRun
}
