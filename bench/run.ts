import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { closestName } from '../api/platform/closest-name.ts'
import type { BenchCase, CaseResult, Mode } from './bench-case.ts'
import { type BenchRun, RUN_FORMAT } from './bench-run.ts'
import { benchCases, benchFamilies, neverMeasured } from './cases/case-list.ts'
import { compareRuns, EXIT } from './compare.ts'
import { loadNow, machineCard, wasBusy } from './machine-card.ts'
import { planQuickRun, type QuickCase } from './plan-quick-run.ts'
import { sizeRow } from './print-size.ts'
import { reportPage } from './report/report-page.ts'
import { GroupRunner } from './run-groups.ts'

const HELP = `npm run bench -- [options]
  --quick           small sizes and few samples of every family, under two minutes (the default)
  --full            every size
  --only <case>     run the cases whose name contains this text (may be repeated)
  --json FILE       write raw samples and the machine card
  --html FILE       write the report as one page
  --list            list the cases
npm run bench -- report RUN.json --html FILE
                    write the report of an earlier run
npm run bench -- compare A.json B.json [--fail-if median:5%]
                    exit 0 no regression, 1 regression, 2 too noisy to tell, 3 wrong use
A run exits 1 when a case failed or gave a wrong answer, 3 on wrong use.
`

const QUICK_WITHIN_MS = 100_000
const ONLY_IN_FULL = 'only in a full run'
const LEFT_OUT_BY_NAME = 'left out by --only'

const OPTIONS = {
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean' },
  full: { type: 'boolean' },
  json: { type: 'string' },
  html: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** `npm run bench` and `svc bench`: runs the suite, prints a line a size, writes what is asked for. */
export async function run(args: readonly string[]): Promise<number> {
  if (args[0] === 'compare') return compareRuns(args.slice(1))
  if (args[0] === 'report') return (await import('./report/write-report.ts')).writeReport(args.slice(1))
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${HELP}`)
    return EXIT.wrongUse
  }
  if (values.help) return print(HELP)
  const chosen = benchCases.filter(({ name }) => !values.only || values.only.some((text) => name.includes(text)))
  if (chosen.length === 0) return print('no case has such a name; --list shows them\n', EXIT.wrongUse)
  if (values.list) return print(chosen.map((one) => `${one.name.padEnd(30)} ${one.summary}\n`).join(''))
  const result = await measure(chosen, values.full ? 'full' : 'quick')
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`)
  if (values.html) writeFileSync(values.html, reportPage(result))
  return closing(result)
}

function parse(args: readonly string[]) {
  const unknown = args
    .flatMap((arg) => /^--([\w-]+)/.exec(arg)?.[1] ?? [])
    .find((name) => !Object.hasOwn(OPTIONS, name))
  if (unknown !== undefined) {
    const meant = closestName(unknown, Object.keys(OPTIONS))
    throw new Error(`bench has no option --${unknown}${meant === null ? '' : `; did you mean --${meant}?`}`)
  }
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.quick && values.full) throw new Error('--quick and --full exclude each other')
  return values
}

async function measure(chosen: readonly BenchCase[], mode: Mode): Promise<BenchRun> {
  const machine = machineCard()
  const takenAt = new Date().toISOString()
  const startedMs = performance.now()
  const loadBefore = loadNow()
  print(
    `${machine.processor}, ${machine.cores} cores, ${machine.memoryGib} GiB, Node ${machine.node}, ` +
      `commit ${machine.commit}${machine.isDirty ? ' (dirty)' : ''}, load ${loadBefore}\n`,
  )
  const runner = new GroupRunner(mode)
  let isStopping = false
  const stop = () => {
    isStopping = true
    void runner.end().then(() => process.exit(130))
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const cases: CaseResult[] = []
  const notMeasured: { what: string; why: string }[] = mode === 'quick' ? onlyInFull(chosen) : []
  const isBusy = wasBusy({ machine, loadBefore, loadAfter: loadBefore })
  for (const { one, beginsBefore } of mode === 'quick' ? quickCases(chosen) : chosen.map(always)) {
    if (isStopping) await new Promise(() => undefined)
    if (performance.now() - startedMs > beginsBefore * QUICK_WITHIN_MS) {
      notMeasured.push({ what: one.name, why: `no time in a quick run of ${QUICK_WITHIN_MS / 1000} s` })
      continue
    }
    print(`\n${one.name}: ${one.summary} (${one.unit})\n`)
    cases.push(await runner.run(one, (size) => print(sizeRow(one, size, isBusy))))
  }
  await runner.end()
  process.off('SIGINT', stop)
  process.off('SIGTERM', stop)
  return {
    format: RUN_FORMAT,
    takenAt,
    seconds: Math.round((performance.now() - startedMs) / 100) / 10,
    mode,
    machine,
    loadBefore,
    loadAfter: loadNow(),
    cases,
    notMeasured: [...notMeasured, ...skipped(chosen), ...missing(cases), ...neverMeasured],
  }
}

/** A quick run ends within two minutes whatever the machine does meanwhile. */
function quickCases(chosen: readonly BenchCase[]): QuickCase[] {
  return planQuickRun(benchFamilies.map((family) => family.filter((one) => chosen.includes(one))))
}

function always(one: BenchCase): QuickCase {
  return { one, beginsBefore: Number.POSITIVE_INFINITY }
}

function onlyInFull(chosen: readonly BenchCase[]) {
  return chosen
    .filter(({ quickSizes }) => quickSizes.length === 0)
    .map(({ name }) => ({ what: name, why: ONLY_IN_FULL }))
}

function skipped(chosen: readonly BenchCase[]) {
  return benchCases.filter((one) => !chosen.includes(one)).map(({ name }) => ({ what: name, why: LEFT_OUT_BY_NAME }))
}

function missing(cases: readonly CaseResult[]) {
  const found = new Map<string, { what: string; why: string }>()
  for (const { name, sizes } of cases) {
    for (const size of sizes) {
      for (const why of size.notMeasured) found.set(`${name} ${why}`, { what: name, why })
      for (const peer of size.peers) {
        if (peer.reason === null) continue
        found.set(`${name} ${size.size} ${peer.name}`, { what: `${name} ${size.size}, ${peer.name}`, why: peer.reason })
      }
    }
  }
  return [...found.values()]
}

function closing(result: BenchRun): number {
  const failures = result.cases.flatMap(({ name, sizes }) =>
    sizes.filter(({ failure }) => failure !== null).map(({ size, failure }) => `  ${name} ${size}: ${failure}\n`),
  )
  print(`\n${result.seconds} s, load ${result.loadBefore} before and ${result.loadAfter} after\n`)
  print(withoutFigures(result))
  if (failures.length === 0) return 0
  return print(`failed:\n${failures.join('')}`, 1)
}

/** The cases that have no figure, by reason; those that were not asked for need not be told. */
function withoutFigures({ notMeasured }: BenchRun): string {
  const told = notMeasured.filter(
    ({ what, why }) => why !== LEFT_OUT_BY_NAME && !neverMeasured.some((one) => one.what === what),
  )
  return [...Map.groupBy(told, ({ why }) => why)]
    .map(([why, ones]) => `not measured, ${why}: ${ones.map(({ what }) => what).join(', ')}\n`)
    .join('')
}

function print(text: string, code = 0): number {
  process.stdout.write(text)
  return code
}

if (import.meta.main) process.exit(await run(process.argv.slice(2)))
