/**
 * Runs test files, each in a process of its own, as many at a time as there are processors (at least two):
 * `npm test`, `npm test -- test/api/tasks`, `npm test -- --jobs 4`. A file has passed when its process asserted something and
 * ended with 0; what a failed one wrote is printed (with `--show` what each wrote), and what was left out is said. Everything the tests write lies in one folder, in
 * memory where there is enough; at the end what still runs or lies there is ended and removed.
 */
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FileHost, type FileResult, killHosts } from './file-hosts.ts'
import { memoryFolder } from './memory-folder.ts'
import { makeRunFolder, removeRun, removeRunsOfTheDead } from './test-runs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: String(Math.max(2, availableParallelism())) },
    show: { type: 'boolean', default: false },
  },
})

/** These kill, starve or count what one process has, or read how they were called. */
const ownProcess = ['test/faults/', 'test/bench/', 'test/api/cli/', 'test/package/']
/** What tests leave behind in memory ends with their process. */
const filesOfHost = 40

/** The ones that take longest come first, so that no processor waits for one of them at the end. */
const slowPlaces = ['test/contract/', 'test/faults/', 'test/api/auth/', 'test/api/cli/', 'test/hostile/']

const startedAt = performance.now()
const files = filesOf(positionals.length > 0 ? positionals : ['test'])
if (files.length === 0) throw new Error(`No test file below ${positionals.join(', ')}`)
await removeRunsOfTheDead(memoryFolder())
const folder = makeRunFolder(memoryFolder())
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)

const failed: string[] = []
const durations: [seconds: number, file: string][] = []
let assertionCount = 0
let leftOutCount = 0

const env = { ...process.env, TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') }
const waiting = [...files]
await Promise.all(Array.from({ length: Number(values.jobs) }, runWaiting))
const leftovers = await removeRun(folder)
summarise()

function filesOf(places: string[]): string[] {
  const found = places.flatMap((place) => (place.endsWith('.ts') ? [place] : globSync(`${place}/**/*.test.ts`).sort()))
  const rank = (file: string) => slowPlaces.findIndex((place) => file.startsWith(place)) + 1 || slowPlaces.length + 1
  return found.sort((a, b) => rank(a) - rank(b))
}

async function runWaiting(): Promise<void> {
  let host: FileHost | null = null
  for (let file = waiting.shift(); file !== undefined && !isStopped; file = waiting.shift()) {
    const isAlone = ownProcess.some((place) => file?.startsWith(place))
    if (host !== null && (isAlone || host.isOver || host.files.length >= filesOfHost)) host = await endHost(host)
    host ??= new FileHost(env)
    const beganAt = performance.now()
    const result = await host.run(file)
    report(file, (performance.now() - beganAt) / 1000, result)
    if (isAlone) host = await endHost(host)
  }
  if (host !== null) await endHost(host)
}

async function endHost(host: FileHost): Promise<null> {
  const wrong = await host.end()
  if (wrong !== null && !isStopped)
    report(`something open after ${host.files.join(' ')}`, 0, { passed: false, output: wrong })
  return null
}

function report(file: string, seconds: number, { passed: wasFine, output }: FileResult): void {
  const assertions = output.match(/^ *(?:not )?ok \d/gm)?.length ?? 0
  const passed = wasFine && assertions > 0
  assertionCount += assertions
  durations.push([seconds, file])
  print(`${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${file}`)
  for (const [, test, why] of output.matchAll(/^ *(?:not )?ok \d+ - (.*?) # SKIP ?(.*)$/gim)) {
    leftOutCount++
    print(`                 left out: ${test}: ${why}`)
  }
  if (!passed) failed.push(file)
  if (!passed || values.show) print(output.replace(/^/gm, '    '))
}

function stop(): void {
  isStopped = true
  killHosts()
}

function summarise(): void {
  const minutes = (performance.now() - startedAt) / 60_000
  const slowest = durations.sort(([a], [b]) => b - a).slice(0, 8)
  print(`\nslowest: ${slowest.map(([seconds, file]) => `${file} ${seconds.toFixed(0)} s`).join(', ')}`)
  for (const command of leftovers) print(`left running by a test, ended now: ${command}`)
  for (const file of failed) print(`FAILED ${file}`)
  const counts = `${durations.length} of ${files.length} files, ${assertionCount} assertions, ${leftOutCount} left out`
  print(`${counts}, ${failed.length} failed, ${minutes.toFixed(1)} minutes`)
  process.exitCode = failed.length > 0 || isStopped ? 1 : 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
