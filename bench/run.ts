import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BenchCase, CaseResult, SizeResult } from './bench-case.ts'
import { benchCases } from './cases/case-list.ts'
import { compareRuns } from './compare.ts'
import { machineCard } from './machine-card.ts'
import { runCase } from './run-case.ts'
import { summarise } from './statistics.ts'

const HELP = `npm run bench -- [options]
  --only <case>     run the cases whose name contains this text (may be repeated)
  --quick           small sizes, under two minutes
  --full            every size
  --json FILE       write raw samples and the machine card
  --list            list the cases
npm run bench -- compare A.json B.json [--fail-if median:5%]
                    exit 0 no regression, 1 regression, 2 too noisy to tell, 3 wrong use
`

export interface BenchRun {
  readonly format: 'svc-bench/1'
  readonly takenAt: string
  readonly mode: 'quick' | 'full'
  readonly machine: ReturnType<typeof machineCard>
  readonly cases: CaseResult[]
}

/** `npm run bench` and `svc bench`: runs the suite, prints one row a size, optionally writes raw samples. */
export async function run(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') return compareRuns(args.slice(1))
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', multiple: true },
      quick: { type: 'boolean' },
      full: { type: 'boolean' },
      json: { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(HELP)
  if (values.list) return print(benchCases.map((one) => `${one.name.padEnd(28)} ${one.summary}\n`).join(''))
  const chosen = benchCases.filter((one) => !values.only || values.only.some((text) => one.name.includes(text)))
  if (chosen.length === 0) return print('no such case\n', 3)
  const mode = values.full ? 'full' : 'quick'
  const machine = machineCard()
  print(
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGib} GiB, Node ${machine.node}, commit ${machine.commit}${machine.isDirty ? ' (dirty)' : ''}, load ${machine.load}\n`,
  )
  const cases: CaseResult[] = []
  for (const one of chosen) {
    print(`\n${one.name}: ${one.summary} (${one.unit})\n`)
    cases.push(
      await runCase(one, mode === 'full' ? one.fullSizes : one.quickSizes, (result) => print(row(one, result))),
    )
  }
  const result: BenchRun = { format: 'svc-bench/1', takenAt: new Date().toISOString(), mode, machine, cases }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`)
  return 0
}

function row(one: BenchCase, result: SizeResult): string {
  const { median, min, max, medianLow, medianHigh, count } = summarise(result.samples)
  const aim = one.aim?.(result.size)
  const parts = Object.entries(result.parts).map(([name, value]) => `${name} ${format(value)}`)
  return `  ${String(result.size).padStart(9)} ${one.sizeName}  median ${format(median).padStart(9)}  [${format(medianLow)}, ${format(medianHigh)}]  min ${format(min)}  max ${format(max)}  n ${count}${
    aim == null ? '' : `  aim ${aim}`
  }${parts.length ? `  of which ${parts.join(', ')}` : ''}\n`
}

export function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(3)
}

function print(text: string, code = 0): number {
  process.stdout.write(text)
  return code
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
