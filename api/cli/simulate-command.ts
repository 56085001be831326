import type { CausesDocument } from '../../compute/model/documents/causes-document.ts'
import { simulationDocument } from '../../compute/model/documents/simulation-document.ts'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import type { SimulationOptions } from '../../compute/simulation/input/simulation-options.ts'
import type { SimulationResult } from '../../compute/simulation/result/simulation-result.ts'
import { chooseKernel } from '../../compute/wasm/choose-kernel.ts'
import type { ComputePool } from '../../compute/workers/compute-pool.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { loadConfig } from '../platform/settings/config.ts'
import { Stopwatch } from '../platform/stopwatch.ts'
import { Cancelled, followSimulation } from './plan-files/follow-simulation.ts'
import type { AskedUncertainty } from './plan-files/named-uncertainty.ts'
import { onlyFile, parseOptions, wholeNumber } from './plan-files/parse-options.ts'
import { printTimings } from './plan-files/plan-timings.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { optionDay, parsePlan, parsePlanJson, planParser, readInput } from './plan-files/read-input.ts'
import { readLines } from './plan-files/read-lines.ts'
import { type SimulatedInput, simulatedInput } from './plan-files/simulated-input.ts'
import { simulationText } from './plan-files/simulation-text.ts'
import { targetChance } from './plan-files/target-chance.ts'
import { joinUncertainty, readUncertainty, uncertaintyText, withUncertainty } from './plan-files/uncertainty-option.ts'
import { UsageError } from './usage-error.ts'

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
  readonly threads: number
}

/** `svc simulate <file>`: Monte Carlo of a plan or program file, without a server and without its caps. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(joinUncertainty(args), {
    runs: { type: 'string' },
    seed: { type: 'string' },
    risks: { type: 'string' },
    uncertainty: { type: 'string', multiple: true },
    correlation: { type: 'string' },
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
    risks: values.risks === undefined ? null : await readRisks(values.risks),
    uncertainty: readUncertainty(values.uncertainty, values.correlation),
    withTimings: values.timings ?? false,
    threads,
  }
  const pool = createComputePool({ threads, maxQueue: 16, deadlineMs: DEADLINE_MS })
  try {
    if (values.ndjson) return await readLines(file, (line) => simulateText(pool, asked, () => parsePlanJson(line), 0))
    return await simulateFile(pool, asked, file, values.json ?? !process.stdout.isTTY)
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
  try {
    return JSON.parse(Buffer.from(await readInput(file)).toString('utf8')) as CausesDocument
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`--risks: ${file} is not valid JSON: ${(error as Error).message}`)
  }
}

async function simulateFile(pool: ComputePool, asked: Asked, file: string, asJson: boolean): Promise<number> {
  const watch = new Stopwatch()
  const bytes = await readInput(file)
  const readMs = watch.step()
  try {
    if (asJson) {
      process.stdout.write(`${await simulateText(pool, asked, await planParser(bytes, file), readMs)}\n`)
      return 0
    }
    const input = withUncertainty(simulatedInput(await parsePlan(bytes, file), asked.risks), asked.uncertainty)
    const result = await followSimulation(pool, input.columns, { ...asked.options, ...input.options })
    process.stdout.write(
      `${simulationText(input, result, asked.targetDay)}${input.named === undefined ? '' : uncertaintyText(input.named)}`,
    )
    return 0
  } catch (error) {
    return printRefusal(error, asJson)
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
    ...simulationDocument(input.plan, result, input.projectKeys),
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

function presentChance(input: SimulatedInput, result: SimulationResult, day: number) {
  const { chance, why } = targetChance(input, result, day)
  return {
    target_date: formatCivilDay(day),
    chance_by_target: chance?.share ?? null,
    chance_standard_error: chance?.error ?? null,
    ...(why === null ? {} : { chance_unknown: why }),
  }
}
