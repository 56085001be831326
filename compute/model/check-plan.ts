// The shape of a plan document: types, enumerations and dates, before any value is used. Keys the engine does not
// know are left alone, because importers carry what a file said through them.

import { parseCivilDay } from '../calendar/civil-day.ts'
import type { Plan, PlanCalendar, PlanDependency, PlanTask } from './plan.ts'
import { refuseUnless } from './refusal.ts'
import { DELIVERY_MODE, LAG_UNIT, LINK_TYPE } from './schedule-columns.ts'

const TASK_DATES = ['planned_start', 'planned_finish', 'actual_start', 'actual_finish'] as const
const TASK_ESTIMATES = ['optimistic_duration', 'most_likely_duration', 'pessimistic_duration'] as const
const TASK_NUMBERS = ['percent_complete', 'story_points'] as const

/** Refuses a document that is not a well-formed `svc-plan/1`, naming the field, task, calendar or link. */
export function checkPlan(plan: Plan): void {
  refuseUnless(isRecord(plan), () => 'The plan is not a JSON object.')
  refuseUnless(plan.format === 'svc-plan/1', () => `format is ${show(plan.format)}, not "svc-plan/1".`)
  checkDate(plan.start_date, 'start_date', true)
  checkDate(plan.status_date, 'status_date', false)
  checkCalendar(plan.calendar ?? {}, 'calendar')
  refuseUnless(plan.calendars == null || isRecord(plan.calendars), () => 'calendars is not an object.')
  for (const [key, calendar] of Object.entries(plan.calendars ?? {})) checkCalendar(calendar, `calendar "${key}"`)
  checkVelocity(plan)
  refuseUnless(Array.isArray(plan.tasks), () => 'tasks is not a list.')
  plan.tasks.forEach(checkTask)
  refuseUnless(plan.dependencies == null || Array.isArray(plan.dependencies), () => 'dependencies is not a list.')
  plan.dependencies?.forEach(checkDependency)
}

function checkVelocity(plan: Plan): void {
  const samples = plan.velocity_samples
  refuseUnless(samples == null || Array.isArray(samples), () => 'velocity_samples is not a list.')
  samples?.forEach((sample, index) => {
    refuseUnless(Number.isFinite(sample), () => `velocity_samples[${index}] is ${show(sample)}, not a finite number.`)
  })
  const length = plan.sprint_length_days
  refuseUnless(
    length == null || isInteger32(length),
    () => `sprint_length_days is ${show(length)}, not a whole number.`,
  )
}

function checkTask(task: PlanTask, index: number): void {
  refuseUnless(isRecord(task), () => `tasks[${index}] is not an object.`)
  refuseUnless(typeof task.id === 'string', () => `tasks[${index}].id is ${show(task.id)}, not text.`)
  const where = `task "${task.id}"`
  for (const field of TASK_DATES) checkDate(task[field], `${field} of ${where}`, false)
  checkWholeDays(task.duration, `duration of ${where}`, true)
  for (const field of TASK_ESTIMATES) {
    checkWholeDays(task[field], `${field} of ${where}`, false)
    refuseUnless((task[field] ?? 0) >= 0, () => `${field} of ${where} is ${task[field]}, below 0.`)
  }
  for (const field of TASK_NUMBERS) {
    const value = task[field]
    refuseUnless(value == null || Number.isFinite(value), () => `${field} of ${where} is ${show(value)}, not a number.`)
  }
  for (const field of ['parent', 'calendar'] as const) {
    const value = task[field]
    refuseUnless(value == null || typeof value === 'string', () => `${field} of ${where} is ${show(value)}, not text.`)
  }
  const mode = task.delivery_mode
  refuseUnless(mode == null || Object.hasOwn(DELIVERY_MODE, mode), () => `delivery_mode of ${where} is ${show(mode)}.`)
  const flag = task.is_milestone
  refuseUnless(flag == null || typeof flag === 'boolean', () => `is_milestone of ${where} is ${show(flag)}.`)
}

function checkDependency(link: PlanDependency, index: number): void {
  const where = `dependencies[${index}]`
  refuseUnless(isRecord(link), () => `${where} is not an object.`)
  for (const field of ['predecessor', 'successor'] as const) {
    refuseUnless(typeof link[field] === 'string', () => `${field} of ${where} is ${show(link[field])}, not a task id.`)
  }
  const type = link.dep_type ?? 'FS'
  refuseUnless(Object.hasOwn(LINK_TYPE, type), () => `dep_type of ${where} is ${show(type)}, not FS, SS, FF or SF.`)
  const unit = link.lag_unit ?? 'working'
  refuseUnless(Object.hasOwn(LAG_UNIT, unit), () => `lag_unit of ${where} is ${show(unit)}, not working or elapsed.`)
  checkWholeDays(link.lag, `lag of ${where} ("${link.predecessor}" to "${link.successor}")`, false)
}

function checkCalendar(calendar: PlanCalendar, where: string): void {
  refuseUnless(isRecord(calendar), () => `${where} is not an object.`)
  const weekdays = calendar.working_days
  refuseUnless(weekdays == null || Array.isArray(weekdays), () => `working_days of ${where} is not a list.`)
  weekdays?.forEach((weekday) => {
    const isWeekday = Number.isInteger(weekday) && weekday >= 1 && weekday <= 7
    refuseUnless(isWeekday, () => `working_days of ${where} holds ${show(weekday)}; weekdays are 1 (Monday) to 7.`)
  })
  const exceptions = calendar.exceptions
  refuseUnless(exceptions == null || Array.isArray(exceptions), () => `exceptions of ${where} is not a list.`)
  exceptions?.forEach((exception, index) => {
    const which = `exceptions[${index}] of ${where}`
    refuseUnless(isRecord(exception), () => `${which} is not an object.`)
    const firstDay = checkDate(exception.from, `from of ${which}`, true)
    const lastDay = checkDate(exception.to, `to of ${which}`, true)
    refuseUnless(firstDay <= lastDay, () => `${which} ends on ${exception.to}, before it starts on ${exception.from}.`)
    const flag = exception.working
    refuseUnless(
      flag == null || typeof flag === 'boolean',
      () => `working of ${which} is ${show(flag)}, not a boolean.`,
    )
  })
}

function checkDate(value: unknown, where: string, isRequired: boolean): number {
  if (value == null && !isRequired) return 0
  const day = typeof value === 'string' ? parseCivilDay(value) : null
  refuseUnless(day !== null, () => `${where} is ${show(value)}, not a date of the form YYYY-MM-DD.`)
  return day
}

function checkWholeDays(value: unknown, where: string, isRequired: boolean): void {
  if (value == null && !isRequired) return
  refuseUnless(isInteger32(value), () => `${where} is ${show(value)}, not a whole number of days.`)
}

function isInteger32(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 2_147_483_647
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function show(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
