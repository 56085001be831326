import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { simulationDocument } from '../../compute/model/documents/simulation-document.ts'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { dayCounts } from '../../compute/simulation/result/histogram.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { forecastSvg } from '../pictures/forecast-svg.ts'
import { ganttSvg } from '../pictures/gantt-svg.ts'
import { NoRasterizer, picturePng } from '../pictures/picture-png.ts'
import { loadConfig } from '../platform/settings/config.ts'
import { fileTrouble } from './output/file-trouble.ts'
import { followSimulation } from './plan-files/follow-simulation.ts'
import { ganttOfPlan } from './plan-files/gantt-of-plan.ts'
import type { AskedUncertainty } from './plan-files/named-uncertainty.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { parsePlan, readInput } from './plan-files/read-input.ts'
import { simulatedInput } from './plan-files/simulated-input.ts'
import { joinUncertainty, readUncertainty, withUncertainty } from './plan-files/uncertainty-option.ts'
import { UsageError } from './usage-error.ts'
import { onlyFile, parseOptions, wholeNumber } from './words/parse-options.ts'
import { drawWords } from './words/plan-words.ts'

const DEFAULT_ROWS = 1_000
const DEFAULT_RUNS = 1_000
const DEADLINE_MS = 600_000

/** `svc draw <file>`: a picture of a plan, without a server. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(joinUncertainty(args), drawWords)
  const file = onlyFile(positionals, 'draw')
  const rows = wholeNumber('rows', values.rows, DEFAULT_ROWS, 1)
  const options = {
    runs: wholeNumber('runs', values.runs, DEFAULT_RUNS, 1),
    seed: wholeNumber('seed', values.seed, 1, 0),
  }
  const kind = kindOf(values.out)
  const uncertainty = readUncertainty(values.uncertainty, values.correlation)
  if (values.out === undefined && process.stdout.isTTY)
    throw new UsageError('draw writes SVG, which is nothing to read on a terminal: name a file with --out, or pipe it')
  const bytes = await readInput(file)
  let svg: string
  try {
    const plan = await parsePlan(bytes, file)
    svg =
      values.picture === 'forecast'
        ? await drawForecast(plan, options, uncertainty)
        : ganttSvg(ganttOfPlan(plan, { rows, isCriticalOnly: values['critical-only'] ?? false }))
  } catch (error) {
    return printRefusal(error, file, 'table')
  }
  return await writePicture(kind === 'png' ? await pixelsOf(svg) : `${svg}\n`, values.out)
}

async function drawForecast(
  plan: Plan,
  options: { runs: number; seed: number },
  uncertainty: AskedUncertainty | null,
): Promise<string> {
  const input = withUncertainty(simulatedInput(plan, null), uncertainty)
  const pool = createComputePool({ threads: loadConfig().computeThreads, maxQueue: 16, deadlineMs: DEADLINE_MS })
  try {
    const result = await followSimulation(pool, input.columns, { ...options, ...input.options })
    const document = simulationDocument(input.plan, result, input.projectKeys)
    return forecastSvg({
      id: 'forecast',
      title: `Forecast of ${input.name}`,
      histogram: dayCounts(result.finishDays).map(({ day, count }) => [formatCivilDay(day), count] as const),
      runs: document.runs,
      seed: document.seed,
      p50: document.p50,
      p80: document.p80,
      p95: document.p95,
      deterministicFinish: document.cpm_finish,
      leavesOutOthers: input.missingLinks > 0,
      isStandalone: true,
    })
  } finally {
    await pool.close()
  }
}

/** By the ending of the file; standard output gets SVG. */
function kindOf(out: string | undefined): 'svg' | 'png' {
  const ending = out === undefined ? '.svg' : path.extname(out).toLowerCase()
  if (ending === '.png') return 'png'
  if (ending === '.svg' || ending === '') return 'svg'
  throw new UsageError(`--out is "${out}": draw writes .svg and .png; a browser prints an .svg as PDF`)
}

async function pixelsOf(svg: string): Promise<Buffer> {
  try {
    return await picturePng(svg, 'light')
  } catch (error) {
    if (error instanceof NoRasterizer) throw new UsageError(error.message)
    throw error
  }
}

async function writePicture(svg: string | Buffer, out: string | undefined): Promise<number> {
  if (out === undefined) {
    process.stdout.write(svg)
    return 0
  }
  try {
    await writeFile(out, svg)
    return 0
  } catch (error) {
    throw fileTrouble('write', out, error)
  }
}
