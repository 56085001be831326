import { formatCivilDay } from '../../compute/calendar/civil-day.ts'
import { chooseKernel } from '../../compute/kernels/choose-kernel.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../compute/model/plan.ts'
import { simulationDocument } from '../../compute/model/simulation-document.ts'
import type { SimulationOptions } from '../../compute/simulation/simulation-options.ts'
import { rankSensitivities, type SimulationResult } from '../../compute/simulation/simulation-result.ts'
import { ComputeFailure } from '../../compute/workers/failure.ts'
import { type ComputePool, createComputePool } from '../../compute/workers/pool.ts'
import { loadConfig } from '../platform/config.ts'
import { onlyFile, parseOptions, wholeNumber } from './plan-files/parse-options.ts'
import { printTimings, Stopwatch } from './plan-files/plan-timings.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { optionDay, parsePlan, parsePlanJson, readInput } from './plan-files/read-input.ts'
import { readLines } from './plan-files/read-lines.ts'
import { terminalTable } from './plan-files/terminal-table.ts'

const DEFAULT_RUNS = 1_000
const DEADLINE_MS = 600_000
const BAR_WIDTH = 40

interface Asked {
  readonly options: SimulationOptions
  readonly targetDay: number | null
  readonly withTimings: boolean
  readonly threads: number
}

/** `svc simulate <file>`: Monte Carlo of a plan file, without a server and without its caps. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    runs: { type: 'string' },
    seed: { type: 'string' },
    'target-date': { type: 'string' },
    threads: { type: 'string' },
    json: { type: 'boolean' },
    ndjson: { type: 'boolean' },
    timings: { type: 'boolean' },
  })
  const file = onlyFile(positionals, 'simulate')
  const seed = values.seed === undefined ? {} : { seed: wholeNumber('seed', values.seed, 0, 0) }
  const threads = wholeNumber('threads', values.threads, loadConfig().computeThreads, 1)
  const asked: Asked = {
    options: { runs: wholeNumber('runs', values.runs, DEFAULT_RUNS, 1), taskFinishes: 'milestones', ...seed },
    targetDay: values['target-date'] === undefined ? null : optionDay('target-date', values['target-date']),
    withTimings: values.timings ?? false,
    threads,
  }
  const pool = createComputePool({ threads, maxQueue: 16, deadlineMs: DEADLINE_MS })
  try {
    if (values.ndjson) return await readLines(file, (line) => simulateText(pool, asked, () => parsePlanJson(line), 0))
    return await simulateFile(pool, asked, file, values.json ?? !process.stdout.isTTY)
  } finally {
    await pool.close()
  }
}

async function simulateFile(pool: ComputePool, asked: Asked, file: string, asJson: boolean): Promise<number> {
  const watch = new Stopwatch()
  const bytes = await readInput(file)
  const readMs = watch.step()
  try {
    if (asJson) {
      process.stdout.write(`${await simulateText(pool, asked, () => parsePlan(bytes, file), readMs)}\n`)
      return 0
    }
    const plan = parsePlan(bytes, file)
    const columns = columnsFromPlan(plan)
    const result = await simulate(pool, columns, asked)
    process.stdout.write(simulationText(plan, result, columns.idRank, asked.targetDay))
    return 0
  } catch (error) {
    return printRefusal(error, asJson)
  }
}

async function simulateText(pool: ComputePool, asked: Asked, parse: () => Plan, readMs: number): Promise<string> {
  const watch = new Stopwatch()
  const plan = parse()
  const parseMs = watch.step()
  const columns = columnsFromPlan(plan)
  const buildMs = watch.step()
  const result = await simulate(pool, columns, asked)
  const computeMs = watch.step()
  const document = simulationDocument(plan, result)
  const chance =
    asked.targetDay === null
      ? {}
      : { target_date: formatCivilDay(asked.targetDay), chance_by_target: chanceBy(result, asked.targetDay) }
  const text = JSON.stringify({ ...document, ...chance })
  const writeMs = watch.step()
  if (asked.withTimings) {
    const kernel = chooseKernel().name
    printTimings({
      read_ms: readMs,
      parse_ms: parseMs,
      build_ms: buildMs,
      compute_ms: computeMs,
      write_ms: writeMs,
      threads: asked.threads,
      kernel,
    })
  }
  return text
}

/** A refusal inside a worker is a refusal of the plan; the pool's own failures stay what they are. */
async function simulate(
  pool: ComputePool,
  columns: ReturnType<typeof columnsFromPlan>,
  asked: Asked,
): Promise<SimulationResult> {
  try {
    return await pool.simulate(columns, asked.options)
  } catch (error) {
    if (error instanceof ComputeFailure && error.refusal) throw error.refusal
    throw error
  }
}

/** Share of the runs that finish on or before a day. */
function chanceBy(result: SimulationResult, day: number): number {
  let low = 0
  let high = result.finishDays.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((result.finishDays[middle] as number) <= day) low = middle + 1
    else high = middle
  }
  return low / result.finishDays.length
}

function simulationText(plan: Plan, result: SimulationResult, idRank: Int32Array, targetDay: number | null): string {
  const date = formatCivilDay
  const lines = [
    `${plan.name ?? 'Plan'}: ${result.runs} runs, seed ${result.seed}, ${result.tasksWithVariance} of ${plan.tasks.length} tasks vary`,
    '',
    `  CPM finish  ${date(result.cpmFinishDay)}`,
    `  P50         ${date(result.p50Day)}`,
    `  P80         ${date(result.p80Day)}`,
    `  P95         ${date(result.p95Day)}`,
    ...(targetDay === null ? [] : [`  by ${date(targetDay)}  ${(chanceBy(result, targetDay) * 100).toFixed(1)} %`]),
    '',
    ...histogramLines(result),
    '',
  ]
  return `${lines.join('\n')}\n${driverTable(plan, result, idRank)}`
}

/** Bars of the finish dates; a result that does not vary has one. */
function histogramLines(result: SimulationResult): string[] {
  const highest = Math.max(...result.histogram.map((bucket) => bucket.count))
  let before = 0
  const isFlat = result.finishDays[0] === result.finishDays.at(-1)
  const buckets = isFlat ? result.histogram.slice(0, 1) : result.histogram
  return buckets.map(({ day, count }) => {
    before += count
    const bar = '█'.repeat(Math.round((count / highest) * BAR_WIDTH))
    return `  ${formatCivilDay(day)}  ${bar.padEnd(BAR_WIDTH)}  ${String(count).padStart(String(result.runs).length)}  ${((before / result.runs) * 100).toFixed(1).padStart(5)} %`
  })
}

/** The tasks whose durations move the finish most, with how often each was critical. */
function driverTable(plan: Plan, result: SimulationResult, idRank: Int32Array): string {
  const rows = rankSensitivities(result, idRank)
    .slice(0, 10)
    .map(({ taskIndex, index }) => {
      const task = plan.tasks[taskIndex]
      return [
        task?.id ?? '',
        task?.name ?? '',
        index.toFixed(2),
        `${((result.criticality[taskIndex] ?? 0) * 100).toFixed(0)} %`,
      ]
    })
  if (rows.length === 0) return ''
  return terminalTable(
    [
      { title: 'ID', maxWidth: 12 },
      { title: 'Task', maxWidth: 48 },
      { title: 'Sensitivity', align: 'right' },
      { title: 'Critical', align: 'right' },
    ],
    rows,
  )
}
