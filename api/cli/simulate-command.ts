import type { CausesDocument } from '../../compute/model/documents/causes-document.ts'
import { type FullSimulationDocument, simulationDocument } from '../../compute/model/documents/simulation-document.ts'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import type { SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import type { SimulationResult } from '../../compute/simulation/result/simulation-result.ts'
import { chooseKernel } from '../../compute/wasm/choose-kernel.ts'
import type { ComputePool } from '../../compute/workers/compute-pool.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { loadConfig } from '../platform/settings/config.ts'
import { Stopwatch } from '../platform/stopwatch.ts'
import { type Format, formatOf, layoutFor } from './output/layout.ts'
import { Cancelled, followSimulation } from './plan-files/follow-simulation.ts'
import type { AskedUncertainty } from './plan-files/named-uncertainty.ts'
import { printTimings } from './plan-files/plan-timings.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { optionDay, parsePlan, parsePlanJson, planParser, readInput } from './plan-files/read-input.ts'
import { readLines } from './plan-files/read-lines.ts'
import { type SimulatedInput, simulatedInput } from './plan-files/simulated-input.ts'
import { simulationText } from './plan-files/simulation-text.ts'
import { targetChance } from './plan-files/target-chance.ts'
import { joinUncertainty, readUncertainty, uncertaintyText, withUncertainty } from './plan-files/uncertainty-option.ts'
import { UsageError } from './usage-error.ts'
import { onlyFile, parseOptions, wholeNumber } from './words/parse-options.ts'
import { simulateWords } from './words/plan-words.ts'

const DEFAULT_RUNS = 1_000
const DEADLINE_MS = 600_000
/** What a shell reports of a program that Ctrl-C ended. */
const CANCELLED = 130

interface Asked {
  readonly options: SimulationOptions
  readonly targetDay: number | null
  /** Risks and drivers of a file of their own. */
  readonly risks: CausesDocument | null
  readonly uncertainty: AskedUncertainty | null
  readonly withTimings: boolean
  /** In JSON: names beside ids. */
  readonly hasNames: boolean
  readonly threads: number
}

/** `svc simulate <file>`: Monte Carlo of a plan or program file, without a server and without its caps. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(joinUncertainty(args), simulateWords)
  const file = onlyFile(positionals, 'simulate')
  const seed = values.seed === undefined ? {} : { seed: wholeNumber('seed', values.seed, 0, 0) }
  const threads = wholeNumber('threads', values.threads, loadConfig().computeThreads, 1)
  const asked: Asked = {
    options: { runs: wholeNumber('runs', values.runs, DEFAULT_RUNS, 1), taskFinishes: 'milestones', ...seed },
    targetDay: values['target-date'] === undefined ? null : optionDay('target-date', values['target-date']),
    risks: values.risks === undefined ? null : await readRisks(values.risks),
    uncertainty: readUncertainty(values.uncertainty, values.correlation),
    withTimings: values.timings ?? false,
    hasNames: values.names ?? false,
    threads,
  }
  if (values.ndjson && values.format !== undefined && values.format !== 'json')
    throw new UsageError('--ndjson writes JSON; --format goes with one plan')
  const pool = createComputePool({ threads, maxQueue: 16, deadlineMs: DEADLINE_MS })
  try {
    if (values.ndjson) return await readLines(file, (line) => simulateText(pool, asked, () => parsePlanJson(line), 0))
    return await simulateFile(pool, asked, file, formatOf(values))
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
    process.stderr.write(`cancelled${error.message === '' ? '' : ` after ${error.message}`}, no result\n`)
    return CANCELLED
  } finally {
    await pool.close()
  }
}

async function readRisks(file: string): Promise<CausesDocument> {
  if (file === '-') throw new UsageError('--risks takes a file; standard input is for the plan')
  const bytes = await readInput(file)
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as CausesDocument
  } catch (error) {
    throw new UsageError(`--risks: ${file} is not valid JSON: ${(error as Error).message}`)
  }
}

async function simulateFile(pool: ComputePool, asked: Asked, file: string, format: Format): Promise<number> {
  const watch = new Stopwatch()
  try {
    const bytes = await readInput(file)
    const readMs = watch.step()
    if (format === 'json') {
      process.stdout.write(`${await simulateText(pool, asked, await planParser(bytes, file), readMs)}\n`)
      return 0
    }
    const input = withUncertainty(simulatedInput(await parsePlan(bytes, file), asked.risks), asked.uncertainty)
    const result = await followSimulation(pool, input.columns, { ...asked.options, ...input.options })
    if (format === 'csv') {
      process.stdout.write(await simulatedTasksCsv(input, result))
      return 0
    }
    const assumed = input.named === undefined ? '' : uncertaintyText(input.named)
    process.stdout.write(`${simulationText(input, result, asked.targetDay, layoutFor(format))}${assumed}`)
    return 0
  } catch (error) {
    return printRefusal(error, file, format)
  }
}

async function simulateText(pool: ComputePool, asked: Asked, parse: () => Plan, readMs: number): Promise<string> {
  const watch = new Stopwatch()
  const plan = parse()
  const parseMs = watch.step()
  const input = withUncertainty(simulatedInput(plan, asked.risks), asked.uncertainty)
  const buildMs = watch.step()
  const result = await followSimulation(pool, input.columns, { ...asked.options, ...input.options })
  const computeMs = watch.step()
  const text = JSON.stringify({
    ...withNames(simulationDocument(input.plan, result, input.projectKeys), input, asked.hasNames),
    ...input.named,
    ...(asked.targetDay === null ? {} : presentChance(input, result, asked.targetDay)),
  })
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

/** Tasks are those of the plan without its phases, in its order. */
function withNames(document: FullSimulationDocument, input: SimulatedInput, hasNames: boolean) {
  if (!hasNames) return document
  const nameOf = new Map(input.plan.tasks.map(({ id }, at) => [id, input.names[at] ?? null]))
  return {
    ...document,
    tasks: document.tasks.map(({ id, ...rest }) => ({ id, name: nameOf.get(id) ?? null, ...rest })),
  }
}

async function simulatedTasksCsv(input: SimulatedInput, result: SimulationResult): Promise<string> {
  const { csvText } = await import('./output/csv-text.ts')
  const { tasks } = withNames(simulationDocument(input.plan, result, input.projectKeys), input, true)
  return csvText(
    ['id', 'name', 'criticality', 'sensitivity', 'p80_finish'],
    tasks.map((task) => [
      task.id,
      ('name' in task ? task.name : null) as string | null,
      task.criticality,
      task.sensitivity,
      task.p80_finish,
    ]),
  )
}

function presentChance(input: SimulatedInput, result: SimulationResult, day: number) {
  const { chance, why } = targetChance(input, result, day)
  return {
    target_date: formatCivilDay(day),
    chance_by_target: chance?.share ?? null,
    chance_standard_error: chance?.error ?? null,
    ...(why === null ? {} : { chance_unknown: why }),
  }
}
