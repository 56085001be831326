/**
 * Runs test files, each in a process of its own, as many at a time as there are processors (at least two):
 * `npm test`, `npm test -- test/api/tasks`, `npm test -- --jobs 4`. A file has passed when its process asserted something and
 * ended with 0; what a failed one wrote is printed, and what was left out is said. Everything the tests write lies in one folder, in
 * memory where there is enough; at the end what still runs or lies there is ended and removed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, globSync, mkdtempSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { memoryFolder } from './memory-folder.ts'
import { removeRun, removeRunsOfTheDead, runFolderPrefix } from './test-runs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: String(Math.max(2, availableParallelism())) } },
})
const longestFileMs = 600_000

/** The ones that take longest come first, so that no processor waits for one of them at the end. */
const slowPlaces = ['test/contract/', 'test/faults/', 'test/api/auth/', 'test/api/cli/', 'test/hostile/']

const startedAt = performance.now()
const files = filesOf(positionals.length > 0 ? positionals : ['test'])
if (files.length === 0) throw new Error(`No test file below ${positionals.join(', ')}`)
await removeRunsOfTheDead(memoryFolder())
const folder = mkdtempSync(join(memoryFolder(), `${runFolderPrefix}${process.pid}-`))
// A database of root's runs as nobody, who must be able to walk through.
chmodSync(folder, 0o755)
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stop)

const failed: string[] = []
const durations: [seconds: number, file: string][] = []
const alive = new Set<ChildProcess>()
let assertionCount = 0
let leftOutCount = 0

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
  for (let file = waiting.shift(); file !== undefined && !isStopped; file = waiting.shift()) {
    const beganAt = performance.now()
    const { code, output } = await runFile(file)
    report(file, (performance.now() - beganAt) / 1000, code, output)
  }
}

async function runFile(file: string): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    TAP: '1',
    TAP_TIMEOUT: String(longestFileMs / 1000),
  }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  alive.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const timer = setTimeout(() => {
    output += `\nnot ended after ${longestFileMs / 1000} s\n`
    child.kill('SIGKILL')
  }, longestFileMs)
  // Not 'close': a grandchild that holds the pipe must not hold the run.
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  alive.delete(child)
  await setImmediate()
  return { code, output }
}

function report(file: string, seconds: number, code: number | null, output: string): void {
  const assertions = output.match(/^ *(?:not )?ok \d/gm)?.length ?? 0
  const passed = code === 0 && assertions > 0
  assertionCount += assertions
  durations.push([seconds, file])
  print(`${passed ? 'ok    ' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${file}`)
  for (const [, test, why] of output.matchAll(/^ *(?:not )?ok \d+ - (.*?) # SKIP ?(.*)$/gim)) {
    leftOutCount++
    print(`                 left out: ${test}: ${why}`)
  }
  if (passed) return
  failed.push(file)
  print(output.replace(/^/gm, '    '))
}

function stop(): void {
  isStopped = true
  for (const child of alive) child.kill('SIGKILL')
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
