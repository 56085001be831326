import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { quantile } from '../statistics.ts'

const SVC = fileURLToPath(new URL('../../bin/svc.js', import.meta.url))
/** Plans of one `--ndjson` run, one a line. */
const LINES = 8

/** `svc schedule` of a plan JSON file in a fresh process: everything after start-up, and the whole process beside it. */
export const scheduleCommand: BenchCase = {
  name: 'svc-schedule',
  group: 'command line',
  summary: 'svc schedule of a plan JSON file in a fresh process: read, parse, build, compute, write',
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [1_000, 20_000, 100_000],
  aims: (size) =>
    size === 20_000
      ? [
          { of: 'median', atMost: 120 },
          { of: 'part:process_ms', atMost: 300 },
        ]
      : [],
  warmUps: 1,
  samples: 12,
  prepare(size) {
    const plan = generatePlan({ taskCount: size, oddLinkShare: 0 })
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-plan-'))
    const file = path.join(folder, 'plan.json')
    const content = JSON.stringify(plan)
    writeFileSync(file, content)
    const parsed = JSON.parse(content) as Plan
    const document = scheduleDocument(parsed, runCpm(buildGraph(columnsFromPlan(parsed))))
    return {
      sample: () => runCommand(['schedule', file, '--json', '--timings']),
      expectedHash: hashAnswer(`${JSON.stringify(document)}\n`),
      datasetHash: hashAnswer(content),
      facts: { bytes: content.length, links: plan.dependencies.length },
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

/** What a batch importer runs: many plans in one process, a line each. The value is the median of its lines. */
export const scheduleLines: BenchCase = {
  name: 'svc-schedule-ndjson',
  group: 'command line',
  summary: `svc schedule --ndjson of ${LINES} plans, one a line: what computing one of them takes`,
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [20_000],
  fullSizes: [1_000, 20_000],
  aims: (size) => (size === 20_000 ? [{ of: 'median', atMost: 4 }] : []),
  warmUps: 1,
  samples: 6,
  prepare(size) {
    const folder = mkdtempSync(path.join(tmpdir(), 'svc-bench-lines-'))
    const file = path.join(folder, 'plans.ndjson')
    const plans = Array.from({ length: LINES }, (_, line) =>
      generatePlan({ taskCount: size, oddLinkShare: 0, seed: line + 1 }),
    )
    const content = plans.map((plan) => `${JSON.stringify(plan)}\n`).join('')
    writeFileSync(file, content)
    const answers = plans.map((plan) => scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan)))))
    return {
      sample: () => runLines(['schedule', file, '--ndjson', '--timings']),
      expectedHash: hashAnswer(answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')),
      datasetHash: hashAnswer(content),
      facts: { bytes: content.length },
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  },
}

async function runLines(args: readonly string[]) {
  const { answer, said, process_ms } = await runSvc(args)
  const lines = said.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, number>)
  if (lines.length !== LINES) throw new Error(`svc said timings of ${lines.length} plans, not ${LINES}`)
  const typical = (name: string) =>
    quantile(
      lines.map((line) => line[name] ?? 0).toSorted((left, right) => left - right),
      0.5,
    )
  const parts = {
    parse_ms: typical('parse_ms'),
    build_ms: typical('build_ms'),
    write_ms: typical('write_ms'),
    process_ms,
  }
  return { value: typical('compute_ms'), hash: hashAnswer(answer), parts }
}

async function runCommand(args: readonly string[]) {
  const { answer, said, process_ms } = await runSvc(args)
  const line = said.find((one) => one.startsWith('{'))
  if (line === undefined) throw new Error(`svc said no timings but: ${said.join(' ').slice(0, 300)}`)
  const { read_ms, parse_ms, build_ms, compute_ms, write_ms } = JSON.parse(line) as Record<string, number>
  const parts = { read_ms, parse_ms, build_ms, compute_ms, write_ms, process_ms } as Record<string, number>
  const value = (read_ms ?? 0) + (parse_ms ?? 0) + (build_ms ?? 0) + (compute_ms ?? 0) + (write_ms ?? 0)
  return { value, hash: hashAnswer(answer), parts }
}

async function runSvc(args: readonly string[]) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--disable-proto=delete', SVC, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [answer, said] = await Promise.all([buffer(child.stdout), text(child.stderr)])
  return { answer, said: said.split('\n'), process_ms: performance.now() - startedMs }
}
