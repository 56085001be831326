import type { ImportedPlan, PlanDependency } from '../plan/imported-plan.ts'
import { OWN_HEADERS } from '../spreadsheet/columns/own-headers.ts'
import { orderTasks } from './order-tasks.ts'
import type { ScheduleDates } from './schedule-dates.ts'

/** What neither CSV nor XLSX has a column for. */
export const SHEET_OMISSIONS: readonly string[] = [
  'calendars and their exceptions, but for the days of the week on which tasks begin and end',
  'work of assignments; resource types, limits, e-mail addresses and calendars',
  'baselines and the status date',
  'custom fields and delivery modes other than milestone',
  'the start of the plan where no task starts on it',
  'fractions of a day in durations and lags',
  'names of people and labels that contain a comma, a semicolon or a slash: they come back as several',
]

type Task = ImportedPlan['tasks'][number]

/** Columns beside `OWN_HEADERS`, written where any task has something to say in them. */
type OptionalColumns = {
  readonly headers: readonly string[]
  readonly isSaid: (task: Task) => boolean
  readonly cells: (task: Task) => readonly SheetCell[]
}

const OPTIONAL_COLUMNS: readonly OptionalColumns[] = [
  {
    headers: ['Constraint Type', 'Constraint Date', 'Deadline'],
    isSaid: ({ constraint_type: type, deadline }) => deadline != null || (type != null && type !== 'ASAP'),
    cells: ({ constraint_type: type, constraint_date: date, deadline }) => [
      type == null || type === 'ASAP' ? null : type,
      dateCell(date),
      dateCell(deadline),
    ],
  },
  {
    headers: ['Actual Start', 'Actual Finish'],
    isSaid: ({ actual_start: began, actual_finish: ended }) => began !== null || ended !== null,
    cells: ({ actual_start: began, actual_finish: ended }) => [dateCell(began), dateCell(ended)],
  },
  {
    headers: ['Active'],
    isSaid: isInactive,
    cells: (task) => [isInactive(task) ? 'No' : 'Yes'],
  },
  {
    headers: ['Story Points'],
    isSaid: ({ story_points: points }) => points != null,
    cells: ({ story_points: points }) => [points],
  },
  {
    headers: ['Optimistic', 'Most Likely', 'Pessimistic'],
    isSaid: ({ most_likely_duration: likely }) => likely != null,
    cells: (task) => [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration],
  },
]

/** The headers of a plan's sheet. */
export function sheetHeaders(plan: ImportedPlan): string[] {
  return [...OWN_HEADERS, ...optionalColumns(plan).flatMap(({ headers }) => headers)]
}

function optionalColumns({ tasks }: ImportedPlan): OptionalColumns[] {
  return OPTIONAL_COLUMNS.filter(({ isSaid }) => tasks.some(isSaid))
}

function isInactive({ source }: Task): boolean {
  return source?.active === false
}

function dateCell(day: string | null | undefined): SheetCell {
  return day == null ? null : { date: day }
}

/** One row in the order of the headers: text, a number, or a date as `{date}`. */
export type SheetCell = string | number | { date: string } | null

const SIMPLE_ID = /^[\w.]{1,20}$/

/** The rows of a plan as this project's own spreadsheet import reads them. */
export function sheetCells(plan: ImportedPlan, dates?: ScheduleDates): SheetCell[][] {
  const ordered = orderTasks(plan.tasks)
  // Ids that could be misread inside a predecessor cell give way to plain numbers.
  const keepsIds = ordered.every(({ task }) => SIMPLE_ID.test(task.id) && !/(FS|SS|FF|SF)$/i.test(task.id))
  const idOf = new Map(ordered.map(({ task }, index) => [task.id, keepsIds ? task.id : String(index + 1)]))
  const predecessors = groupBy(plan.dependencies, (link) => link.successor)
  const assignments = groupBy(plan.assignments, (assignment) => assignment.task)
  const optional = optionalColumns(plan)
  const resourceNames = new Map(plan.resources.map((resource) => [resource.id, resource.name]))
  return ordered.map(({ task, outlineNumber, isSummary }) => {
    const links = predecessors.get(task.id) ?? []
    const names = (assignments.get(task.id) ?? []).map(({ resource, units }) =>
      assigneeText(resourceNames.get(resource ?? '') ?? '', units),
    )
    const computed = dates?.get(task.id)
    const start = computed?.start ?? task.planned_start
    return [
      idOf.get(task.id) ?? task.id,
      outlineNumber,
      task.name ?? `Task ${task.id}`,
      isSummary ? null : task.duration,
      dateCell(start),
      dateCell(computed?.finish),
      task.percent_complete === 0 ? null : `${task.percent_complete}%`,
      [...new Set(names.filter((name) => name !== ''))].join('; '),
      links.map((link) => predecessorText(link, idOf)).join('; '),
      milestoneText(task),
      (task.labels ?? []).join('; '),
      task.notes ?? null,
      dateCell(task.planned_start),
      ...optional.flatMap(({ cells }) => cells(task)),
    ]
  })
}

/** `Ana`, `Ben [50%]`: units other than full time stand behind the name. */
function assigneeText(name: string, units: number): string {
  if (name === '' || units === 1 || !(units > 0)) return name
  return `${name} [${Number((units * 100).toFixed(2))}%]`
}

/** `yes`, or at which end of its day it stands: what follows one at the start of a day begins on that day. */
function milestoneText({ is_milestone: isMilestone, milestone_at: moment }: Task): string | null {
  if (!isMilestone) return null
  return moment == null ? 'yes' : moment.replaceAll('_', ' ')
}

/** `3`, `3SS`, `3FS+2d`, `3FS-1d`, `3FS+2ed` for elapsed days. */
function predecessorText(link: PlanDependency, idOf: ReadonlyMap<string, string>): string {
  const id = idOf.get(link.predecessor) ?? link.predecessor
  const lag = Math.round(link.lag)
  if (lag === 0) return link.dep_type === 'FS' ? id : `${id}${link.dep_type}`
  const unit = link.lag_unit === 'elapsed' ? 'ed' : 'd'
  return `${id}${link.dep_type}${lag > 0 ? '+' : ''}${lag}${unit}`
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** Text that a spreadsheet would take for a formula gets a quote in front; this project's import takes it off again. */
export function defuseFormula(text: string): string {
  return /^[=+\-@\t\r\n\0＝＋－＠]/.test(text) ? `'${text}` : text
}
