import { MILESTONE_MOMENT_NAMES } from '../model/milestone-moments.ts'
import { LAG_UNIT, LINK_TYPE_NAMES } from '../model/schedule-columns.ts'
import { formatCivilDay } from '../plan/civil-day.ts'
import { CONSTRAINT_NAMES } from '../plan/constraint-names.ts'
import type { AttributedStep, PlanDifference } from './compare-plans.ts'
import { CAUSE_ORDER, type Cause, type CauseKind, type CauseValue } from './find-causes.ts'
import type { LinkFields } from './plan-state.ts'

export interface LinkDocument {
  predecessor: string
  successor: string
  dep_type: (typeof LINK_TYPE_NAMES)[number]
  lag: number
  lag_unit: 'working' | 'elapsed'
}

export type ValueDocument = number | string | null | LinkDocument | Record<string, number | string | null>

export interface CauseDocument {
  kind: CauseKind
  task: string | null
  task_name: string | null
  link: LinkDocument | null
  calendar: string | null
  before: ValueDocument
  after: ValueDocument
}

export interface MovementDocument {
  task: string
  start_days: number
  finish_days: number
}

export interface StepDocument {
  causes: CauseDocument[]
  finish_days: number
  moved_count: number
  /** The tasks moved the most, at most `MAX_CONSEQUENCES`. */
  moved: MovementDocument[]
}

export interface MovedTaskDocument {
  task: string
  task_name: string
  early_start: [before: string, after: string]
  early_finish: [before: string, after: string]
  start_days: number
  finish_days: number
  float_days: number
  /** Which steps moved its finish, by their position, and by how many days. */
  by: { step: number; finish_days: number }[]
}

export interface DifferenceDocument {
  format: 'svc-diff/1'
  project_start: [before: string, after: string]
  project_finish: [before: string, after: string]
  finish_days: number
  /** The order in which changes were made and credited. */
  order: readonly CauseKind[]
  grouped_kinds: CauseKind[]
  steps: StepDocument[]
  moved: MovedTaskDocument[]
  left_critical_path: string[]
  joined_critical_path: string[]
}

const MAX_CONSEQUENCES = 20
const DATE_FIELDS = new Set(['plannedStartDay', 'actualStartDay', 'actualFinishDay', 'constraintDateDay'])
const DATE_KINDS = new Set<CauseKind>(['project_start', 'status_date', 'planned_start', 'deadline'])

/** What the document needs of a plan: its tasks in the order of the columns. */
export interface NamedPlan {
  readonly tasks: readonly { id: string; name?: string }[]
}

/** A difference as a document; names come from the later plan, else from the earlier one. */
export function differenceDocument(
  difference: PlanDifference,
  before: NamedPlan,
  after: NamedPlan,
): DifferenceDocument {
  const names = new Map([...before.tasks, ...after.tasks].map((task) => [task.id, task.name ?? task.id]))
  const { schedule, steps, ids } = difference
  const [from, to] = [difference.before.result, difference.after.result]
  return {
    format: 'svc-diff/1',
    project_start: [formatCivilDay(from.projectStartDay), formatCivilDay(to.projectStartDay)],
    project_finish: [formatCivilDay(from.projectFinishDay), formatCivilDay(to.projectFinishDay)],
    finish_days: schedule.finishDays,
    order: CAUSE_ORDER,
    grouped_kinds: difference.groupedKinds,
    steps: steps.map((step) => presentStep(step, ids, names)),
    moved: presentMoved(difference, names),
    left_critical_path: schedule.leftCriticalPath.map((task) => before.tasks[task].id),
    joined_critical_path: schedule.joinedCriticalPath.map((task) => after.tasks[task].id),
  }
}

function presentStep(step: AttributedStep, ids: string[], names: Map<string, string>): StepDocument {
  const moved: MovementDocument[] = []
  ids.forEach((task, at) => {
    const [start, finish] = [step.taskStartDays[at], step.taskFinishDays[at]]
    if (start !== 0 || finish !== 0) moved.push({ task, start_days: start, finish_days: finish })
  })
  moved.sort((left, right) => Math.abs(right.finish_days) - Math.abs(left.finish_days))
  return {
    causes: step.causes.map((cause) => presentCause(cause, names)),
    finish_days: step.finishDays,
    moved_count: moved.length,
    moved: moved.slice(0, MAX_CONSEQUENCES),
  }
}

function presentCause(cause: Cause, names: Map<string, string>): CauseDocument {
  const { kind, task, link, calendar } = cause
  return {
    kind,
    task,
    task_name: task === null ? null : (names.get(task) ?? task),
    link: link === null ? null : presentLink(link),
    calendar,
    before: presentValue(kind, cause.before),
    after: presentValue(kind, cause.after),
  }
}

function presentValue(kind: CauseKind, value: CauseValue): ValueDocument {
  // The days of a calendar are in the plans; here it only counts that it is another one.
  if (kind === 'calendar') return value === null ? null : 'present'
  if (value === null || typeof value === 'string') return value
  if (kind === 'milestone_at') return MILESTONE_MOMENT_NAMES[value as number]
  if (typeof value === 'number') return DATE_KINDS.has(kind) ? formatCivilDay(value) : value
  if ('predecessor' in value) return presentLink(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      snakeCase(name),
      name === 'constraintType'
        ? CONSTRAINT_NAMES[each as number]
        : typeof each === 'number' && DATE_FIELDS.has(name)
          ? formatCivilDay(each)
          : each,
    ]),
  )
}

function presentLink({ predecessor, successor, type, lagDays, lagUnit }: LinkFields): LinkDocument {
  const unit = lagUnit === LAG_UNIT.elapsed ? 'elapsed' : 'working'
  return { predecessor, successor, dep_type: LINK_TYPE_NAMES[type], lag: lagDays, lag_unit: unit }
}

/** `actualStartDay` is `actual_start`, `percentComplete` is `percent_complete`. */
function snakeCase(name: string): string {
  return name.replace(/Days?$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function presentMoved(difference: PlanDifference, names: Map<string, string>): MovedTaskDocument[] {
  const { ids, steps, schedule } = difference
  const [from, to] = [difference.before.result, difference.after.result]
  const position = new Map(ids.map((id, at) => [id, at]))
  return schedule.moved.map((task) => {
    const id = (difference.before.columns.ids as string[])[task.before]
    const at = position.get(id) as number
    return {
      task: id,
      task_name: names.get(id) ?? id,
      early_start: [formatCivilDay(from.earlyStartDay[task.before]), formatCivilDay(to.earlyStartDay[task.after])],
      early_finish: [formatCivilDay(from.earlyFinishDay[task.before]), formatCivilDay(to.earlyFinishDay[task.after])],
      start_days: task.startDays,
      finish_days: task.finishDays,
      float_days: task.floatDays,
      by: steps.flatMap(({ taskFinishDays }, step) =>
        taskFinishDays[at] === 0 ? [] : [{ step, finish_days: taskFinishDays[at] }],
      ),
    }
  })
}
