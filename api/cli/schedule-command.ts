import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import type { ScheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { scheduleJson } from '../../compute/model/documents/schedule-json.ts'
import { nameRefusals } from '../../compute/model/name-refusals.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { chooseKernel } from '../../compute/wasm/choose-kernel.ts'
import { Stopwatch } from '../platform/stopwatch.ts'
import { onlyFile, parseOptions } from './plan-files/parse-options.ts'
import { printTimings } from './plan-files/plan-timings.ts'
import { printRefusal } from './plan-files/print-refusal.ts'
import { parsePlan, parsePlanJson, planParser, readInput } from './plan-files/read-input.ts'
import { readLines } from './plan-files/read-lines.ts'
import { terminalTable } from './plan-files/terminal-table.ts'

/** `svc schedule <file>`: the critical path of a plan file, without a server. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, {
    json: { type: 'boolean' },
    ndjson: { type: 'boolean' },
    timings: { type: 'boolean' },
  })
  const file = onlyFile(positionals, 'schedule')
  if (values.ndjson)
    return readLines(file, (line) =>
      scheduleBytes(() => parsePlanJson(line), 0, values.timings ?? false).toString('utf8'),
    )
  const asJson = values.json ?? !process.stdout.isTTY
  const watch = new Stopwatch()
  const bytes = await readInput(file)
  const readMs = watch.step()
  try {
    if (asJson) {
      process.stdout.write(scheduleBytes(await planParser(bytes, file), readMs, values.timings ?? false))
      process.stdout.write('\n')
    } else {
      const plan = await parsePlan(bytes, file)
      const columns = columnsFromPlan(plan)
      const result = nameRefusals(columns, () => runCpm(buildGraph(columns)))
      process.stdout.write(scheduleTable(plan, scheduleDocument(plan, result, columns)))
    }
    return 0
  } catch (error) {
    return printRefusal(error, asJson)
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
    // The passes over constraints are written once, for no kernel.
    const kernel = columns.constraints === null ? chooseKernel().name : 'ts'
    printTimings({
      read_ms: readMs,
      parse_ms: parseMs,
      build_ms: buildMs,
      compute_ms: computeMs,
      write_ms: writeMs,
      threads: 1,
      kernel,
    })
  }
  return bytes
}

function scheduleTable(plan: Plan, schedule: ScheduleDocument): string {
  const byId = new Map(schedule.tasks.map((task) => [task.id, task]))
  const depths = outlineDepths(plan)
  const rows = plan.tasks.flatMap((task) => {
    const dates = byId.get(task.id)
    const name = `${'  '.repeat(depths.get(task.id) ?? 0)}${task.name ?? task.id}`
    if (!dates) return [[task.id, name, String(task.duration), '', '', '', '', '', '', '']]
    const marks = dates.is_critical ? '●' : ''
    return [
      [
        task.id,
        name,
        String(task.duration),
        dates.early_start,
        dates.early_finish,
        dates.late_start,
        dates.late_finish,
        String(dates.total_float),
        String(dates.free_float),
        marks,
      ],
    ]
  })
  const columns = [
    { title: 'ID', maxWidth: 12 },
    { title: 'Task', maxWidth: 48 },
    { title: 'Days', align: 'right' as const },
    { title: 'Early start' },
    { title: 'Early finish' },
    { title: 'Late start' },
    { title: 'Late finish' },
    { title: 'Total float', align: 'right' as const },
    { title: 'Free float', align: 'right' as const },
    { title: 'Critical' },
  ]
  const critical = schedule.critical_path.length
  const head = `${plan.name ?? 'Plan'}: ${schedule.project_start} to ${schedule.project_finish}, ${plan.tasks.length} tasks, ${critical} critical\n\n`
  return head + terminalTable(columns, rows)
}

function outlineDepths(plan: Plan): Map<string, number> {
  const parentOf = new Map(plan.tasks.map((task) => [task.id, task.parent ?? null]))
  const depths = new Map<string, number>()
  const depthOf = (id: string): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
    const parent = parentOf.get(id) ?? null
    const depth = parent === null ? 0 : depthOf(parent) + 1
    depths.set(id, depth)
    return depth
  }
  for (const task of plan.tasks) depthOf(task.id)
  return depths
}
