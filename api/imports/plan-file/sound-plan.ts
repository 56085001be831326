// A plan document that somebody wrote by hand or by program, made safe to store: planners' files go through readers that
// promise as much, a document is only looked at for its shape.

import { buildGraph } from '../../../compute/model/build-graph.ts'
import { checkPlanHead } from '../../../compute/model/check-plan.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { PlanRefusal } from '../../../compute/model/refusal.ts'
import { parseCivilDay } from '../../../compute/plan/civil-day.ts'
import { TASK_STATUSES } from '../../../compute/plan/task-status.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import type { ImportedPlan, PlanBaseline, PlanCalendar, PlanTask } from '../../../importers/plan/imported-plan.ts'

const LONGEST_DURATION = 36_525
const MOST_POINTS = 32_767

/**
 * The plan, checked by every rule of the core and of what is stored; a refusal names the place. What the document tells of
 * an earlier import, its receipt and the dates of that file, is not taken over.
 */
export function soundPlan(plan: ImportedPlan): ImportedPlan {
  refuseWhatCannotBeComputed(plan)
  const { source: _, ...rest } = plan
  return {
    ...rest,
    name: plan.name.toWellFormed(),
    calendar: soundCalendar(plan.calendar),
    calendars: Object.fromEntries(
      Object.entries(plan.calendars).map(([key, calendar]) => [key, soundCalendar(calendar)]),
    ),
    tasks: plan.tasks.map(soundTask),
    resources: plan.resources.map((resource) => ({ ...resource, name: resource.name.toWellFormed() })),
    receipt: [],
  }
}

function refuseWhatCannotBeComputed(plan: ImportedPlan): void {
  try {
    // A project without a task is a plan too, of which nothing is to be computed yet.
    if (plan.tasks.length === 0 && plan.dependencies.length === 0) checkPlanHead(plan)
    else buildGraph(columnsFromPlan(plan))
  } catch (error) {
    if (!(error instanceof PlanRefusal)) throw error
    const { code, detail } = error.named(plan.tasks.map(({ id }) => id))
    throw new ImportRefusal(code === 'cyclic_dependency' ? code : 'invalid_plan', detail)
  }
}

/** Only the name of where a calendar came from is of use to others. */
function soundCalendar({ source, ...calendar }: PlanCalendar): PlanCalendar {
  const name: unknown = source?.name
  return typeof name === 'string'
    ? { ...calendar, source: { uid: 0, name: name.toWellFormed(), parent_uid: null } }
    : calendar
}

function soundTask({ source: _, ...task }: PlanTask, index: number): PlanTask {
  const at = `tasks[${index}]`
  need(task.duration >= 0 && task.duration <= LONGEST_DURATION, `${at}.duration`, `from 0 to ${LONGEST_DURATION}`)
  for (const field of ['optimistic_duration', 'most_likely_duration', 'pessimistic_duration'] as const) {
    const days = task[field]
    const isDays = days === null || (Number.isInteger(days) && days >= 0 && days <= LONGEST_DURATION)
    need(isDays, `${at}.${field}`, `whole days from 0 to ${LONGEST_DURATION}`)
  }
  const points = task.story_points
  need(points === null || (points >= 0 && points <= MOST_POINTS), `${at}.story_points`, `from 0 to ${MOST_POINTS}`)
  const { labels, notes, status, baseline } = task
  need(labels == null || isTexts(labels), `${at}.labels`, 'a list of texts')
  need(notes == null || typeof notes === 'string', `${at}.notes`, 'a text')
  need(status == null || TASK_STATUSES.includes(status), `${at}.status`, 'a status of tasks')
  need(baseline == null || isBaseline(baseline), `${at}.baseline`, 'dates and whole days')
  return {
    ...task,
    ...(task.name == null ? {} : { name: task.name.toWellFormed() }),
    ...(notes == null ? {} : { notes: notes.toWellFormed() }),
    ...(labels == null ? {} : { labels: labels.map((label) => label.toWellFormed()) }),
  }
}

function need(isSound: boolean, place: string, wanted: string): void {
  if (!isSound) throw new ImportRefusal('invalid_plan', `${place} must be ${wanted}`)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isBaseline(value: unknown): value is PlanBaseline {
  if (typeof value !== 'object' || value === null) return false
  const { start, finish, duration } = value as Record<string, unknown>
  const isDay = (day: unknown) => day === null || (typeof day === 'string' && parseCivilDay(day) !== null)
  const isDays = duration === null || (Number.isInteger(duration) && (duration as number) >= 0)
  return isDay(start) && isDay(finish) && isDays
}
