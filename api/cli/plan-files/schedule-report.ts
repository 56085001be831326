// The schedule of a plan file for people and for spreadsheets: which columns, and what stands in them.

import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { type ScheduleDocument, scheduleDocument } from '../../../compute/model/documents/schedule-document.ts'
import { nameRefusals } from '../../../compute/model/name-refusals.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import { outlineCodes } from '../../../compute/simulation/input/uncertain-tasks.ts'
import { closestName } from '../../platform/closest-name.ts'
import type { Value } from '../output/csv-text.ts'
import { type Format, layoutFor } from '../output/layout.ts'
import { type Column, tableText, withoutControls } from '../output/table-text.ts'
import { wrapText } from '../output/wrap-text.ts'
import { UsageError } from '../usage-error.ts'
import { SCHEDULE_COLUMNS } from '../words/plan-words.ts'
import { runOnce } from './run-once.ts'

export type ScheduleColumn = (typeof SCHEDULE_COLUMNS)[number]

interface Row {
  readonly task: Plan['tasks'][number]
  readonly dates: ScheduleDocument['tasks'][number] | undefined
  readonly wbs: string
  readonly depth: number
  /** Working days of the plan's calendar from the start of a phase to its finish; null for a task, which has its own. */
  readonly spanDays: number | null
}

interface Reported extends Column {
  readonly value: (row: Row) => Value
  /** Where a table shows it otherwise than its value. */
  readonly shown?: (row: Row) => string
}

const COLUMNS: Record<ScheduleColumn, Reported> = {
  id: { title: 'ID', maxWidth: 12, value: ({ task }) => task.id },
  wbs: { title: 'WBS', rank: 1, value: ({ wbs }) => wbs },
  name: {
    title: 'Task',
    maxWidth: 48,
    value: ({ task }) => task.name ?? null,
    shown: ({ task, depth }) => `${'  '.repeat(depth)}${task.name ?? task.id}`,
  },
  duration: {
    title: 'Days',
    align: 'right',
    rank: 4,
    value: ({ task, spanDays }) => spanDays ?? task.duration ?? null,
  },
  early_start: { title: 'Early start', value: ({ dates }) => dates?.early_start ?? null },
  early_finish: { title: 'Early finish', value: ({ dates }) => dates?.early_finish ?? null },
  late_start: { title: 'Late start', rank: 7, value: ({ dates }) => dates?.late_start ?? null },
  late_finish: { title: 'Late finish', rank: 6, value: ({ dates }) => dates?.late_finish ?? null },
  scheduled_start: { title: 'Scheduled', rank: 8, value: ({ dates }) => dates?.scheduled_start ?? null },
  total_float: { title: 'Total float', align: 'right', rank: 3, value: ({ dates }) => dates?.total_float ?? null },
  free_float: { title: 'Free float', align: 'right', rank: 5, value: ({ dates }) => dates?.free_float ?? null },
  is_critical: {
    title: 'Critical',
    colour: 'red',
    value: ({ dates }) => dates?.is_critical ?? null,
    shown: ({ dates }) => (dates?.is_critical ? '● critical' : ''),
  },
  percent_complete: {
    title: '% done',
    align: 'right',
    rank: 2,
    value: ({ task }) => task.percent_complete ?? 0,
  },
  planned_start: { title: 'Planned start', rank: 9, value: ({ task }) => task.planned_start ?? null },
  constraint_type: { title: 'Constraint', rank: 9, value: ({ task }) => task.constraint_type ?? null },
  constraint_date: { title: 'Constraint date', rank: 9, value: ({ task }) => task.constraint_date ?? null },
  deadline: { title: 'Deadline', rank: 9, value: ({ task }) => task.deadline ?? null },
  calendar: { title: 'Calendar', maxWidth: 20, rank: 9, value: ({ task }) => task.calendar ?? null },
}

const USUAL: readonly ScheduleColumn[] = [
  'id',
  'name',
  'duration',
  'early_start',
  'early_finish',
  'late_start',
  'late_finish',
  'total_float',
  'free_float',
  'is_critical',
]

export function readScheduleColumns(text: string): ScheduleColumn[] {
  return text.split(',').map((part) => {
    const name = part.trim().toLowerCase()
    const known = SCHEDULE_COLUMNS.find((column) => column === name)
    if (known !== undefined) return known
    const meant = closestName(name, SCHEDULE_COLUMNS)
    throw new UsageError(
      `--columns has no "${part.trim()}"${meant === null ? '' : `; did you mean ${meant}?`} There are ${SCHEDULE_COLUMNS.join(', ')}`,
    )
  })
}

interface Asked {
  /** Null for the usual ones. */
  readonly columns: readonly ScheduleColumn[] | null
  /** In JSON: names beside ids. */
  readonly hasNames: boolean
  /** How large the file is that the plan is read from. */
  readonly fileBytes: number
}

/** Reads and schedules the plan and writes it in the format; a refusal names its tasks. */
export async function scheduleReport(
  parse: () => Plan,
  format: Format,
  { columns, hasNames, fileBytes }: Asked,
): Promise<string> {
  const { plan, document } = runOnce(fileBytes, () => schedule(parse()))
  const rows = rowsOf(plan, document)
  if (format === 'json') return `${JSON.stringify(reduced(document, rows, columns, hasNames))}\n`
  const chosen = columns ?? USUAL
  if (format === 'csv') {
    const { csvText } = await import('../output/csv-text.ts')
    return csvText(
      chosen,
      rows.map((row) => chosen.map((name) => COLUMNS[name].value(row))),
    )
  }
  const layout = layoutFor(format)
  const table = tableText(
    chosen.map((name) => COLUMNS[name]),
    rows.map((row) => chosen.map((name) => shown(COLUMNS[name], row))),
    layout,
  )
  const units = 'Dates are calendar days, finishes inclusive; durations and floats are working days.'
  const ofPhases = ' The days of a phase are the working days from its start to its finish.'
  const hasSpan = chosen.includes('duration') && rows.some(({ spanDays }) => spanDays !== null)
  const said = wrapText(hasSpan ? units + ofPhases : units, layout.width)
  return `${wrapText(headline(plan, document), layout.width)}\n\n${table}\n${said}\n`
}

function schedule(plan: Plan): { plan: Plan; document: ScheduleDocument } {
  const flat = columnsFromPlan(plan)
  const result = nameRefusals(flat, () => runCpm(buildGraph(flat)))
  return { plan, document: scheduleDocument(plan, result, flat) }
}

function shown(column: Reported, row: Row): string {
  return column.shown?.(row) ?? String(column.value(row) ?? '')
}

function headline(plan: Plan, schedule: ScheduleDocument): string {
  const critical = schedule.critical_path.length
  const name = withoutControls(plan.name ?? 'Plan')
  // A phase is no task to be done: it is counted apart, as it is on the critical path by its tasks alone.
  const phases = new Set(plan.tasks.flatMap(({ parent }) => parent ?? [])).size
  const below = phases === 0 ? '' : ` in ${phases} ${phases === 1 ? 'phase' : 'phases'}`
  const tasks = plan.tasks.length - phases
  return `${name}: ${schedule.project_start} to ${schedule.project_finish}, ${tasks} ${tasks === 1 ? 'task' : 'tasks'}${below}, ${critical} critical`
}

/** The document with names, or with the columns that were asked for instead of its own. */
function reduced(
  document: ScheduleDocument,
  rows: readonly Row[],
  columns: readonly ScheduleColumn[] | null,
  hasNames: boolean,
) {
  const scheduled = rows.filter(({ dates }) => dates !== undefined)
  const tasks = scheduled.map((row) => {
    if (columns !== null) return Object.fromEntries(columns.map((name) => [name, COLUMNS[name].value(row)]))
    const { id, ...dates } = row.dates as ScheduleDocument['tasks'][number]
    return { id, ...(hasNames ? { name: row.task.name ?? null } : {}), ...dates }
  })
  return { ...document, tasks }
}

function rowsOf(plan: Plan, document: ScheduleDocument): Row[] {
  const byId = new Map(document.tasks.map((task) => [task.id, task]))
  const codes = outlineCodes(
    plan.tasks.map(({ parent }) => parent),
    plan.tasks.map(({ id }) => id),
  )
  const spanOf = phaseSpans(plan, byId)
  return plan.tasks.map((task, at) => {
    const code = codes[at] ?? ''
    const dates = byId.get(task.id)
    const spanDays = spanOf.get(task.id) ?? null
    return { task, dates, wbs: task.source?.wbs ?? code, depth: code.split('.').length - 1, spanDays }
  })
}

/** How long each phase with dates is: files have 0 there, or what some program thought of it. */
function phaseSpans({ tasks, calendar }: Plan, datesOf: ReadonlyMap<string, Row['dates']>): Map<string, number> {
  const counter = new WorkingDayCounter(calendar ?? {})
  const parentOf = new Map(tasks.map(({ id, parent }) => [id, parent ?? null]))
  const phases = new Set(parentOf.values())
  const working = new Set<string>()
  for (const { id, duration } of tasks) {
    if (phases.has(id) || !duration) continue
    for (let above = parentOf.get(id) ?? null; above !== null && !working.has(above); ) {
      working.add(above)
      above = parentOf.get(above) ?? null
    }
  }
  const spans = new Map<string, number>()
  for (const { id } of tasks) {
    const dates = datesOf.get(id)
    if (!phases.has(id) || dates === undefined) continue
    const days = [dates.early_start, dates.early_finish].map(parseCivilDay)
    // Nothing but milestones takes no time, though it has a day.
    spans.set(id, working.has(id) ? counter.count(days[0] ?? 0, days[1] ?? -1) : 0)
  }
  return spans
}
