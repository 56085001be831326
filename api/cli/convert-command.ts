import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import { scheduledPart } from '../../compute/model/scheduled-part.ts'
import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { createImportPool, type ImportPool, type ImportTimings } from '../../importers/pool.ts'
import type { ReadOptions } from '../../importers/read-plan.ts'
import { writePmxml } from '../../importers/write/primavera/write-pmxml.ts'
import { writeXer } from '../../importers/write/primavera/write-xer.ts'
import type { ScheduleDates } from '../../importers/write/schedule-dates.ts'
import { writeCsv } from '../../importers/write/write-csv.ts'
import { writeIcs } from '../../importers/write/write-ics.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'
import { writePlanJson } from '../../importers/write/write-plan-json.ts'
import { writeXlsx } from '../../importers/write/write-xlsx.ts'
import { checkDocument, checkTable } from './plan-files/check-document.ts'
import { parseOptions, wholeNumber } from './plan-files/parse-options.ts'
import { printTimings } from './plan-files/plan-timings.ts'
import { readInput } from './plan-files/read-input.ts'
import { UsageError } from './usage-error.ts'

const HEAP_MB = 512
const DEADLINE_MS = 120_000

/** Each format's file ending and writer. Dates computed by the core go along where a format shows them. */
const FORMATS = {
  'plan-json': { ending: 'json', write: (plan: ImportedPlan) => writePlanJson(plan), wantsDates: false },
  mspdi: {
    ending: 'xml',
    write: (plan: ImportedPlan, dates?: ScheduleDates) => writeMspdi(plan, withoutStored(plan, dates)),
    wantsDates: true,
  },
  xer: { ending: 'xer', write: (plan: ImportedPlan, dates?: ScheduleDates) => writeXer(plan, dates), wantsDates: true },
  pmxml: {
    ending: 'pmxml',
    write: (plan: ImportedPlan, dates?: ScheduleDates) => writePmxml(plan, dates),
    wantsDates: true,
  },
  csv: { ending: 'csv', write: (plan: ImportedPlan, dates?: ScheduleDates) => writeCsv(plan, dates), wantsDates: true },
  xlsx: {
    ending: 'xlsx',
    write: (plan: ImportedPlan, dates?: ScheduleDates) => writeXlsx(plan, dates),
    wantsDates: true,
  },
  ics: { ending: 'ics', write: writeCalendar, wantsDates: true },
} as const
type Format = keyof typeof FORMATS

/**
 * A file that is only converted keeps the dates it holds; computed ones stand in where it has none. No map at all where
 * every task has its own, so that early and late dates are kept too.
 */
function withoutStored(plan: ImportedPlan, dates: ScheduleDates | undefined): ScheduleDates | undefined {
  const stored = new Set(
    plan.tasks.flatMap(({ id, source }) => (source?.start == null || source.finish == null ? [] : [id])),
  )
  const left = [...(dates ?? [])].filter(([id]) => !stored.has(id))
  return left.length === 0 ? undefined : new Map(left)
}

/** The same file gives the same calendar: what a plan file does not know, its name and its start stand for. */
function writeCalendar(plan: ImportedPlan, dates?: ScheduleDates): string {
  const feedId = createHash('sha256').update(`${plan.name}\n${plan.start_date}`).digest('hex').slice(0, 32)
  return writeIcs(plan, dates ?? new Map(), { feedId, stamp: new Date(plan.start_date) })
}

interface Answer {
  readonly bytes: string | Uint8Array
  readonly isRefused: boolean
}

/**
 * `svc convert`: one file to standard output (or `--out`), or many into a folder over the worker pool. A refused file
 * becomes an error document and the others go on; exit code 2 tells that there was one.
 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    to: { type: 'string' },
    out: { type: 'string' },
    'out-dir': { type: 'string' },
    'header-row': { type: 'string' },
    'date-order': { type: 'string' },
    timings: { type: 'boolean' },
    'source-project': { type: 'string' },
    check: { type: 'boolean' },
    json: { type: 'boolean' },
  })
  const to = (values.to ?? 'plan-json') as Format
  if (!(to in FORMATS)) throw new UsageError(`--to is "${to}"; use one of ${Object.keys(FORMATS).join(', ')}`)
  if (positionals.length === 0) throw new UsageError('convert takes one or more files')
  if (positionals.length > 1 && values['out-dir'] === undefined) throw new UsageError('several files need --out-dir')
  const threads = Math.min(availableParallelism(), positionals.length)
  const pool = createImportPool({ threads, heapMb: HEAP_MB, deadlineMs: DEADLINE_MS, maxQueue: positionals.length + 1 })
  try {
    const asked = {
      to,
      withTimings: values.timings ?? false,
      threads,
      check: checkStyle(values),
      reading: readingOptions(values),
    }
    if (values['out-dir'] !== undefined) return await convertMany(pool, positionals, values['out-dir'], asked)
    return await convertOne(pool, positionals[0] as string, values.out, asked)
  } finally {
    await pool.close()
  }
}

interface Asked {
  readonly to: Format
  /** Instead of converting: compare the file's dates with the computed ones. */
  readonly check: 'json' | 'table' | null
  readonly withTimings: boolean
  readonly threads: number
  /** Which project of a file that holds several, and how spreadsheets are read. */
  readonly reading: ReadOptions
}

interface Reading {
  readonly 'header-row'?: string
  readonly 'date-order'?: string
  readonly 'source-project'?: string
}

function readingOptions(values: Reading): ReadOptions {
  const headerRow = values['header-row']
  const dateOrder = values['date-order'] as ReadOptions['dateOrder']
  const project = values['source-project']
  return {
    ...(project === undefined ? {} : { project }),
    ...(headerRow === undefined ? {} : { headerRow: wholeNumber('header-row', headerRow, 1, 1) }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
  }
}

async function convertOne(pool: ImportPool, file: string, out: string | undefined, asked: Asked): Promise<number> {
  const answer = await convert(pool, file, await readInput(file), asked)
  if (out === undefined) process.stdout.write(answer.bytes)
  else await writeFile(out, answer.bytes)
  return answer.isRefused ? 2 : 0
}

/** As many files in hand as there are threads, so that memory does not grow with their number. */
async function convertMany(pool: ImportPool, files: readonly string[], folder: string, asked: Asked): Promise<number> {
  await mkdir(folder, { recursive: true })
  const waiting = [...files]
  let refused = 0
  let converted = 0
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const answer = await convert(pool, file, await readFile(file), asked)
      if (answer.isRefused) refused++
      else converted++
      await writeFile(
        path.join(folder, `${path.basename(file)}.${asked.check === null ? FORMATS[asked.to].ending : 'check.json'}`),
        answer.bytes,
      )
    }
  }
  await Promise.all(Array.from({ length: asked.threads }, work))
  process.stderr.write(`${converted} of ${files.length} files converted, ${refused} refused\n`)
  return refused > 0 ? 2 : 0
}

async function convert(pool: ImportPool, file: string, bytes: Uint8Array, asked: Asked): Promise<Answer> {
  const name = file === '-' ? 'plan.json' : path.basename(file)
  const outcome = await pool.read(bytes, name, asked.reading, { givesBytes: true })
  if (!outcome.ok) {
    const { code, detail, offending } = outcome.refusal
    return {
      bytes: `${JSON.stringify({ error: offending === undefined ? { code, detail } : { code, detail, offending } })}\n`,
      isRefused: true,
    }
  }
  if (asked.check !== null) return check(outcome.plan, asked.check)
  const format = FORMATS[asked.to]
  const startedMs = performance.now()
  const dates = format.wantsDates ? datesOf(outcome.plan) : undefined
  const computedMs = performance.now()
  const written = await format.write(outcome.plan, dates)
  if (asked.withTimings) report(outcome.timings, computedMs - startedMs, performance.now() - computedMs, asked.threads)
  return { bytes: written, isRefused: false }
}

function checkStyle(values: { check?: boolean; json?: boolean; 'out-dir'?: string; out?: string }): Asked['check'] {
  if (!values.check) return null
  const isFile = values.out !== undefined || values['out-dir'] !== undefined
  return (values.json ?? (isFile || !process.stdout.isTTY)) ? 'json' : 'table'
}

/** `--check`: a plan without a schedule has nothing to compare and counts as refused. */
function check(plan: ImportedPlan, style: 'json' | 'table'): Answer {
  const dates = datesOf(plan)
  if (dates === undefined) {
    const error = {
      code: 'invalid_graph_input',
      detail: 'the plan cannot be scheduled, so there is nothing to compare',
    }
    return { bytes: `${JSON.stringify({ error })}\n`, isRefused: true }
  }
  const document = checkDocument(plan, dates)
  return { bytes: style === 'json' ? `${JSON.stringify(document)}\n` : checkTable(document), isRefused: false }
}

/** Scheduled dates of the tasks; a plan the core refuses is still converted, without them. */
function datesOf(whole: ImportedPlan): ScheduleDates | undefined {
  try {
    const plan = scheduledPart(whole)
    const columns = columnsFromPlan(plan)
    const result = runCpm(buildGraph(columns))
    return new Map(
      plan.tasks.flatMap((task, index) =>
        result.isScheduled[index] === 1
          ? [
              [
                task.id,
                {
                  start: formatCivilDay(result.scheduledStartDay[index] as number),
                  finish: formatCivilDay(result.earlyFinishDay[index] as number),
                },
              ],
            ]
          : [],
      ),
    )
  } catch (error) {
    if (error instanceof PlanRefusal) return undefined
    throw error
  }
}

function report(timings: ImportTimings, computeMs: number, writeMs: number, threads: number): void {
  printTimings({
    read_ms: timings.wait_ms,
    parse_ms: timings.parse_ms,
    build_ms: 0,
    compute_ms: computeMs,
    write_ms: writeMs,
    threads,
    kernel: 'none',
  })
}
