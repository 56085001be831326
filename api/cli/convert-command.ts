import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduledDates } from '../../compute/model/documents/scheduled-dates.ts'
import { PlanRefusal } from '../../compute/model/refusal.ts'
import { scheduledPart } from '../../compute/model/scheduled-part.ts'
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
import { FileTrouble, fileTrouble } from './output/file-trouble.ts'
import { formatOf, layoutFor, type Format as OutputFormat } from './output/layout.ts'
import { ProgressLine } from './output/progress-line.ts'
import { checkCsv, checkDocument, checkTable } from './plan-files/check-document.ts'
import { FILE_LIMITS } from './plan-files/file-limits.ts'
import { printTimings } from './plan-files/plan-timings.ts'
import { type PrintedRefusal, printRefused } from './plan-files/print-refusal.ts'
import { readInput } from './plan-files/read-input.ts'
import { UsageError } from './usage-error.ts'
import { parseOptions, wholeNumber } from './words/parse-options.ts'
import { convertWords } from './words/plan-words.ts'

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

type Answer = { readonly bytes: string | Uint8Array; readonly refusal?: never } | { readonly refusal: PrintedRefusal }

/**
 * `svc convert`: one file to standard output (or `--out`), or many into a folder over the worker pool. A refused file
 * becomes an error document and the others go on; exit code 2 tells that there was one.
 */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, convertWords)
  const to = (values.to ?? 'plan-json') as Format
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
  readonly check: OutputFormat | null
  readonly withTimings: boolean
  readonly threads: number
  /** Which project of a file that holds several, and how spreadsheets are read. */
  readonly reading: ReadOptions
}

interface Reading {
  readonly 'header-row'?: string | undefined
  readonly 'date-order'?: string | undefined
  readonly 'source-project'?: string | undefined
  readonly sheet?: string | undefined
  readonly 'last-row'?: string | undefined
  readonly outline?: string | undefined
}

function readingOptions(values: Reading): ReadOptions {
  const headerRow = values['header-row']
  const lastRow = values['last-row']
  const outline = values.outline as ReadOptions['outline']
  const dateOrder = values['date-order'] as ReadOptions['dateOrder']
  const project = values['source-project']
  return {
    limits: FILE_LIMITS,
    ...(project === undefined ? {} : { project }),
    ...(headerRow === undefined ? {} : { headerRow: wholeNumber('header-row', headerRow, 1, 1) }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(lastRow === undefined ? {} : { lastRow: wholeNumber('last-row', lastRow, 1, 1) }),
    ...(outline === undefined ? {} : { outline }),
    ...(values.sheet === undefined ? {} : { sheet: values.sheet }),
  }
}

async function convertOne(pool: ImportPool, file: string, out: string | undefined, asked: Asked): Promise<number> {
  const answer = await convert(pool, file, await readInput(file), asked)
  // A refused file leaves the one that was to be written as it was.
  if (answer.refusal) return printRefused(answer.refusal, out === undefined && !process.stdout.isTTY ? 'json' : 'table')
  if (out === undefined) process.stdout.write(answer.bytes)
  else await write(out, answer.bytes)
  return 0
}

/** As many files in hand as there are threads, so that memory does not grow with their number. */
async function convertMany(pool: ImportPool, files: readonly string[], folder: string, asked: Asked): Promise<number> {
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw fileTrouble('write', folder, error)
  }
  const waiting = [...files]
  let refused = 0
  let converted = 0
  const progress = new ProgressLine('files')
  const work = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const answer = await convertSurely(pool, file, asked)
      if (answer.refusal) refused++
      else converted++
      await write(
        path.join(folder, `${path.basename(file)}.${asked.check === null ? FORMATS[asked.to].ending : 'check.json'}`),
        answer.refusal ? `${JSON.stringify(answer.refusal)}\n` : answer.bytes,
      )
      progress.show(converted + refused, files.length)
    }
  }
  await Promise.all(Array.from({ length: asked.threads }, work)).finally(() => progress.clear())
  process.stderr.write(`${converted} of ${files.length} files converted, ${refused} refused\n`)
  return refused > 0 ? 2 : 0
}

/** Of many files one that cannot be read is refused like one that cannot be understood. */
async function convertSurely(pool: ImportPool, file: string, asked: Asked): Promise<Answer> {
  let bytes: Uint8Array
  try {
    bytes = await readInput(file)
  } catch (error) {
    if (error instanceof FileTrouble) return refused(file, { code: 'unreadable_file', detail: error.message })
    throw error
  }
  return convert(pool, file, bytes, asked)
}

async function write(file: string, bytes: string | Uint8Array): Promise<void> {
  try {
    await writeFile(file, bytes)
  } catch (error) {
    throw fileTrouble('write', file, error)
  }
}

function refused(file: string, error: PrintedRefusal['error']): Answer {
  return { refusal: { error: file === '-' ? error : { ...error, file } } }
}

async function convert(pool: ImportPool, file: string, bytes: Uint8Array, asked: Asked): Promise<Answer> {
  const name = file === '-' ? 'plan.json' : path.basename(file)
  const outcome = await pool.read(bytes, name, asked.reading, { givesBytes: true })
  if (!outcome.ok) {
    const { code, detail, offending } = outcome.refusal
    return refused(file, offending === undefined ? { code, detail } : { code, detail, offending })
  }
  if (asked.check !== null) return check(file, outcome.plan, asked.check)
  const format = FORMATS[asked.to]
  const startedMs = performance.now()
  const dates = format.wantsDates ? datesOf(outcome.plan) : undefined
  const computedMs = performance.now()
  const written = await format.write(outcome.plan, dates)
  if (asked.withTimings) report(outcome.timings, computedMs - startedMs, performance.now() - computedMs, asked.threads)
  return { bytes: written }
}

interface CheckOptions {
  check?: boolean | undefined
  format?: string | undefined
  json?: boolean | undefined
  'out-dir'?: string | undefined
  out?: string | undefined
}

function checkStyle(values: CheckOptions): Asked['check'] {
  if (!values.check) return null
  const isFile = values.out !== undefined || values['out-dir'] !== undefined
  return values.format === undefined && values.json === undefined && isFile ? 'json' : formatOf(values)
}

/** `--check`: a plan without a schedule has nothing to compare and counts as refused. */
async function check(file: string, plan: ImportedPlan, style: OutputFormat): Promise<Answer> {
  const dates = datesOf(plan)
  if (dates === undefined) {
    const detail = 'the plan cannot be scheduled, so there is nothing to compare'
    return refused(file, { code: 'invalid_graph_input', detail })
  }
  const document = checkDocument(plan, dates)
  if (style === 'json') return { bytes: `${JSON.stringify(document)}\n` }
  return { bytes: style === 'csv' ? await checkCsv(document) : checkTable(document, layoutFor(style)) }
}

/** Scheduled dates of the tasks; a plan the core refuses is still converted, without them. */
function datesOf(whole: ImportedPlan): ScheduleDates | undefined {
  try {
    const plan = scheduledPart(whole)
    const columns = columnsFromPlan(plan)
    const result = runCpm(buildGraph(columns))
    return scheduledDates(result, (task) => plan.tasks[task]?.id ?? '')
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
