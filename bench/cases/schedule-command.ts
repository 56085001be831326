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

const SVC = fileURLToPath(new URL('../../api/cli/svc.ts', import.meta.url))

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
  aims: (size) => (size === 20_000 ? [{ of: 'median', atMost: 120 }] : []),
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

async function runCommand(args: readonly string[]) {
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--disable-proto=delete', SVC, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [answer, said] = await Promise.all([buffer(child.stdout), text(child.stderr)])
  const process_ms = performance.now() - startedMs
  const line = said.split('\n').find((one) => one.startsWith('{'))
  if (line === undefined) throw new Error(`svc said no timings but: ${said.slice(0, 300)}`)
  const { read_ms, parse_ms, build_ms, compute_ms, write_ms } = JSON.parse(line) as Record<string, number>
  const parts = { read_ms, parse_ms, build_ms, compute_ms, write_ms, process_ms } as Record<string, number>
  const value = (read_ms ?? 0) + (parse_ms ?? 0) + (build_ms ?? 0) + (compute_ms ?? 0) + (write_ms ?? 0)
  return { value, hash: hashAnswer(answer), parts }
}
