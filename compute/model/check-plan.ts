// The shape of a plan document: types, enumerations and dates, before any value is used. Keys the engine does not
// know are left alone, because importers carry what a file said through them.

import { parseCivilDay } from '../plan/civil-day.ts'
import type { Plan, PlanCalendar, PlanDependency, PlanTask } from '../plan/plan-document.ts'
import { CONSTRAINT } from './constraint-columns.ts'
import { MILESTONE_MOMENT_NAMES } from './milestone-moments.ts'
import { refuse } from './refusal.ts'
import { DELIVERY_MODE, LAG_UNIT, LINK_TYPE } from './schedule-columns.ts'

const TASK_DATES = [
  'planned_start',
  'planned_finish',
  'actual_start',
  'actual_finish',
  'constraint_date',
  'deadline',
] as const
const TASK_ESTIMATES = ['optimistic_duration', 'most_likely_duration', 'pessimistic_duration'] as const
const TASK_NUMBERS = ['percent_complete', 'story_points'] as const

/** Refuses what is not a `svc-plan/1` or has something wrong beside its tasks and links, naming the field or calendar. */
export function checkPlanHead(plan: Plan): void {
  if (!isRecord(plan)) refuse('The plan is not a JSON object.')
  if (plan.format !== 'svc-plan/1') refuse(`format is ${show(plan.format)}, not "svc-plan/1".`)
  checkDate(plan.start_date, 'start_date', 'the plan', true)
  checkDate(plan.status_date, 'status_date', 'the plan', false)
  checkCalendar(plan.calendar ?? {}, 'calendar')
  if (!(plan.calendars == null || isRecord(plan.calendars))) refuse('calendars is not an object.')
  for (const [key, calendar] of Object.entries(plan.calendars ?? {})) checkCalendar(calendar, `calendar "${key}"`)
  checkVelocity(plan)
  if (!Array.isArray(plan.tasks)) refuse('tasks is not a list.')
  if (!(plan.dependencies == null || Array.isArray(plan.dependencies))) refuse('dependencies is not a list.')
}

function checkVelocity(plan: Plan): void {
  const samples = plan.velocity_samples
  if (!(samples == null || Array.isArray(samples))) refuse('velocity_samples is not a list.')
  samples?.forEach((sample, index) => {
    if (!Number.isFinite(sample)) refuse(`velocity_samples[${index}] is ${show(sample)}, not a finite number.`)
  })
  const length = plan.sprint_length_days
  if (!(length == null || isInteger32(length))) refuse(`sprint_length_days is ${show(length)}, not a whole number.`)
}

export function isMoment(value: (typeof MILESTONE_MOMENT_NAMES)[number]): boolean {
  return value !== null && MILESTONE_MOMENT_NAMES.includes(value)
}

/** Refuses a task that is not well formed. */
export function checkTask(task: PlanTask, index: number): void {
  if (!isRecord(task)) refuse(`tasks[${index}] is not an object.`)
  if (typeof task.id !== 'string') refuse(`tasks[${index}].id is ${show(task.id)}, not text.`)
  const where = `task "${task.id}"`
  for (const field of TASK_DATES) checkDate(task[field], field, where, false)
  checkWholeDays(task.duration, 'duration', where, true)
  for (const field of TASK_ESTIMATES) {
    checkWholeDays(task[field], field, where, false)
    if ((task[field] ?? 0) < 0) refuse(`${field} of ${where} is ${task[field]}, below 0.`)
  }
  for (const field of TASK_NUMBERS) {
    const value = task[field]
    if (!(value == null || Number.isFinite(value))) refuse(`${field} of ${where} is ${show(value)}, not a number.`)
  }
  for (const field of ['parent', 'calendar'] as const) {
    const value = task[field]
    if (!(value == null || typeof value === 'string')) refuse(`${field} of ${where} is ${show(value)}, not text.`)
  }
  const kind = task.constraint_type
  if (!(kind == null || Object.hasOwn(CONSTRAINT, kind))) refuse(`constraint_type of ${where} is ${show(kind)}.`)
  const mode = task.delivery_mode
  if (!(mode == null || Object.hasOwn(DELIVERY_MODE, mode))) refuse(`delivery_mode of ${where} is ${show(mode)}.`)
  const moment = task.milestone_at
  if (!(moment == null || isMoment(moment))) refuse(`milestone_at of ${where} is ${show(moment)}.`)
  const flag = task.is_milestone
  if (!(flag == null || typeof flag === 'boolean')) refuse(`is_milestone of ${where} is ${show(flag)}.`)
}

/** Refuses a link that is not well formed. */
export function checkDependency(link: PlanDependency, index: number): void {
  const where = `dependencies[${index}]`
  if (!isRecord(link)) refuse(`${where} is not an object.`)
  for (const field of ['predecessor', 'successor'] as const) {
    if (typeof link[field] !== 'string') refuse(`${field} of ${where} is ${show(link[field])}, not a task id.`)
  }
  const type = link.dep_type ?? 'FS'
  if (!Object.hasOwn(LINK_TYPE, type)) refuse(`dep_type of ${where} is ${show(type)}, not FS, SS, FF or SF.`)
  const unit = link.lag_unit ?? 'working'
  if (!Object.hasOwn(LAG_UNIT, unit)) refuse(`lag_unit of ${where} is ${show(unit)}, not working or elapsed.`)
  const lag = link.lag
  if (!(lag == null || isInteger32(lag))) {
    refuse(
      `lag of ${where} ("${link.predecessor}" to "${link.successor}") is ${show(lag)}, not a whole number of days.`,
    )
  }
}

function checkCalendar(calendar: PlanCalendar, where: string): void {
  if (!isRecord(calendar)) refuse(`${where} is not an object.`)
  const weekdays = calendar.working_days
  if (!(weekdays == null || Array.isArray(weekdays))) refuse(`working_days of ${where} is not a list.`)
  weekdays?.forEach((weekday) => {
    const isWeekday = Number.isInteger(weekday) && weekday >= 1 && weekday <= 7
    if (!isWeekday) refuse(`working_days of ${where} holds ${show(weekday)}; weekdays are 1 (Monday) to 7.`)
  })
  const exceptions = calendar.exceptions
  if (!(exceptions == null || Array.isArray(exceptions))) refuse(`exceptions of ${where} is not a list.`)
  exceptions?.forEach((exception, index) => {
    const which = `exceptions[${index}] of ${where}`
    if (!isRecord(exception)) refuse(`${which} is not an object.`)
    const firstDay = checkDate(exception.from, 'from', which, true)
    const lastDay = checkDate(exception.to, 'to', which, true)
    if (firstDay > lastDay) refuse(`${which} ends on ${exception.to}, before it starts on ${exception.from}.`)
    const flag = exception.working
    if (!(flag == null || typeof flag === 'boolean')) refuse(`working of ${which} is ${show(flag)}, not a boolean.`)
  })
}

function checkDate(value: unknown, field: string, where: string, isRequired: boolean): number {
  if (value == null && !isRequired) return 0
  const day = typeof value === 'string' ? parseCivilDay(value) : null
  if (day === null) refuse(`${field} of ${where} is ${show(value)}, not a date of the form YYYY-MM-DD.`)
  return day
}

function checkWholeDays(value: unknown, field: string, where: string, isRequired: boolean): void {
  if (value == null && !isRequired) return
  if (!isInteger32(value)) refuse(`${field} of ${where} is ${show(value)}, not a whole number of days.`)
}

export function isInteger32(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647
}

export function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
