import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleJson } from '../../compute/model/documents/schedule-json.ts'
import { nameRefusals } from '../../compute/model/name-refusals.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { chooseKernel } from '../../compute/wasm/choose-kernel.ts'
import { Stopwatch } from '../platform/stopwatch.ts'
import { formatOf } from './output/layout.ts'
import { printTimings } from './plan-files/plan-timings.ts'
import { parsePlanJson, planParser, readInput } from './plan-files/read-input.ts'
import { runOnce } from './plan-files/run-once.ts'
import { UsageError } from './usage-error.ts'
import { onlyFile, parseOptions } from './words/parse-options.ts'
import { scheduleWords } from './words/plan-words.ts'

/** `svc schedule <file>`: the critical path of a plan file, without a server. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, scheduleWords)
  const file = onlyFile(positionals, 'schedule')
  const isTimed = values.timings ?? false
  // What only some need is read for them: half of a short command is reading modules.
  const report = () => import('./plan-files/schedule-report.ts')
  const columns = values.columns === undefined ? null : (await report()).readScheduleColumns(values.columns)
  if (values.ndjson) {
    if (columns !== null || values.names || values.format !== undefined)
      throw new UsageError('--ndjson writes whole results as JSON; --format, --columns and --names go with one plan')
    const { readLines } = await import('./plan-files/read-lines.ts')
    return readLines(file, (line) => scheduleBytes(() => parsePlanJson(line), 0, isTimed).toString('utf8'))
  }
  const format = formatOf(values)
  const watch = new Stopwatch()
  try {
    const bytes = await readInput(file)
    const readMs = watch.step()
    const parse = await planParser(bytes, file)
    if (format === 'json' && columns === null && !values.names) {
      process.stdout.write(runOnce(bytes.length, () => scheduleBytes(parse, readMs, isTimed)))
      process.stdout.write('\n')
    } else {
      const { scheduleReport } = await report()
      const asked = { columns, hasNames: values.names ?? false, fileBytes: bytes.length }
      process.stdout.write(await scheduleReport(parse, format, asked))
    }
    return 0
  } catch (error) {
    const { printRefusal } = await import('./plan-files/print-refusal.ts')
    return printRefusal(error, file, format)
  }
}

function scheduleBytes(parse: () => Plan, readMs: number, withTimings: boolean): Buffer {
  const watch = new Stopwatch()
  const plan = parse()
  const parseMs = watch.step()
  const columns = columnsFromPlan(plan)
  const graph = nameRefusals(columns, () => buildGraph(columns))
  const buildMs = watch.step()
  const result = nameRefusals(columns, () => runCpm(graph))
  const computeMs = watch.step()
  const bytes = scheduleJson(columns, result)
  const writeMs = watch.step()
  if (withTimings) {
    printTimings({
      read_ms: readMs,
      parse_ms: parseMs,
      build_ms: buildMs,
      compute_ms: computeMs,
      write_ms: writeMs,
      threads: 1,
      kernel: chooseKernel().name,
    })
  }
  return bytes
}
