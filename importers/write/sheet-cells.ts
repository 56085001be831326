import type { ImportedPlan, PlanDependency } from '../plan/imported-plan.ts'
import { OWN_HEADERS } from '../spreadsheet/columns/own-headers.ts'
import { orderTasks } from './order-tasks.ts'
import type { ScheduleDates } from './schedule-dates.ts'

/** What neither CSV nor XLSX has a column for. */
export const SHEET_OMISSIONS: readonly string[] = [
  'calendars and their exceptions',
  'work of assignments; resource types, limits, e-mail addresses and calendars',
  'actual start and actual finish, status date',
  'custom fields and delivery modes other than milestone',
  'the start of the plan where no task starts on it',
  'fractions of a day in durations and lags',
  'names of people and labels that contain a comma, a semicolon or a slash: they come back as several',
]

/** Beside those, where the plan holds any. */
const CONSTRAINT_HEADERS = ['Constraint Type', 'Constraint Date', 'Deadline'] as const

const ACTIVE_HEADER = 'Active'
const POINTS_HEADER = 'Story Points'
const ESTIMATE_HEADERS = ['Optimistic', 'Most Likely', 'Pessimistic'] as const

/** The headers of a plan's sheet. */
export function sheetHeaders({ tasks }: ImportedPlan): string[] {
  return [
    ...OWN_HEADERS,
    ...(tasks.some(isHeld) ? CONSTRAINT_HEADERS : []),
    ...(tasks.some(isInactive) ? [ACTIVE_HEADER] : []),
    ...(tasks.some(hasPoints) ? [POINTS_HEADER] : []),
    ...(tasks.some(isEstimated) ? ESTIMATE_HEADERS : []),
  ]
}

function isHeld({ constraint_type: type, deadline }: ImportedPlan['tasks'][number]): boolean {
  return deadline != null || (type != null && type !== 'ASAP')
}

function isInactive({ source }: ImportedPlan['tasks'][number]): boolean {
  return source?.active === false
}

function hasPoints({ story_points: points }: ImportedPlan['tasks'][number]): boolean {
  return points != null
}

function isEstimated({ most_likely_duration: likely }: ImportedPlan['tasks'][number]): boolean {
  return likely != null
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
  const withConstraints = plan.tasks.some(isHeld)
  const withActive = plan.tasks.some(isInactive)
  const withPoints = plan.tasks.some(hasPoints)
  const withEstimates = plan.tasks.some(isEstimated)
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
      start === null ? null : { date: start },
      computed === undefined ? null : { date: computed.finish },
      task.percent_complete === 0 ? null : `${task.percent_complete}%`,
      [...new Set(names.filter((name) => name !== ''))].join('; '),
      links.map((link) => predecessorText(link, idOf)).join('; '),
      task.is_milestone ? 'yes' : null,
      (task.labels ?? []).join('; '),
      task.notes ?? null,
      task.planned_start === null ? null : { date: task.planned_start },
      ...(withConstraints ? constraintCells(task) : []),
      ...(withActive ? [isInactive(task) ? 'No' : 'Yes'] : []),
      ...(withPoints ? [task.story_points] : []),
      ...(withEstimates ? [task.optimistic_duration, task.most_likely_duration, task.pessimistic_duration] : []),
    ]
  })
}

/** `Ana`, `Ben [50%]`: units other than full time stand behind the name. */
function assigneeText(name: string, units: number): string {
  if (name === '' || units === 1 || !(units > 0)) return name
  return `${name} [${Number((units * 100).toFixed(2))}%]`
}

function constraintCells(task: ImportedPlan['tasks'][number]): SheetCell[] {
  const { constraint_type: type, constraint_date: date, deadline } = task
  const dateCell = (day: string | null | undefined) => (day == null ? null : { date: day })
  return [type == null || type === 'ASAP' ? null : type, dateCell(date), dateCell(deadline)]
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
