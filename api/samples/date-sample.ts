import { formatCivilDay, parseCivilDay } from '../../compute/calendar/civil-day.ts'
import type { PlanTask } from '../../compute/model/plan.ts'
import { layOutHolidays } from './holidays.ts'
import type { SampleCalendar, SampleException, SampleFile, SampleProject } from './sample-file.ts'

const DAYS_PER_WEEK = 7
const TASK_DATES = ['planned_start', 'planned_finish', 'actual_start', 'actual_finish'] as const
/** Holidays are laid out this many years past the anchor: a plan that slips must not run out of them. */
const HOLIDAY_YEARS_AHEAD = 4

/** A sample moved to the present, with every holiday as a date. */
export interface DatedSample {
  readonly anchor: string
  readonly calendars: Readonly<Record<string, DatedCalendar>>
  readonly projects: readonly SampleProject[]
}

export interface DatedCalendar {
  readonly name: string
  readonly workingDays: readonly number[]
  readonly exceptions: readonly SampleException[]
}

/** Moves every date by whole weeks, so that the anchor becomes the Monday of the week of `today`. Weekdays keep. */
export function dateSample(sample: SampleFile, today: string): DatedSample {
  const anchorDay = dayOf(sample.anchor)
  const shiftDays = Math.floor((dayOf(today) - anchorDay) / DAYS_PER_WEEK) * DAYS_PER_WEEK
  const shift = (date: string): string => formatCivilDay(dayOf(date) + shiftDays)
  const projects = sample.projects.map((project) => shiftProject(project, shift))
  const anchor = shift(sample.anchor)
  // One year back as well: a shutdown over the turn of the year begins in December.
  const firstYear = Math.min(...projects.map((project) => yearOf(project.plan.start_date))) - 1
  const lastYear = yearOf(anchor) + HOLIDAY_YEARS_AHEAD
  const calendars = Object.entries(sample.calendars).map(([key, calendar]) => [
    key,
    dateCalendar(sample, calendar, shift, firstYear, lastYear),
  ])
  return { anchor, projects, calendars: Object.fromEntries(calendars) }
}

function shiftProject(project: SampleProject, shift: (date: string) => string): SampleProject {
  const { plan } = project
  return {
    ...project,
    plan: {
      ...plan,
      start_date: shift(plan.start_date),
      status_date: plan.status_date == null ? null : shift(plan.status_date),
      tasks: plan.tasks.map((task) => shiftTask(task, shift)),
    },
  }
}

function shiftTask(task: PlanTask, shift: (date: string) => string): PlanTask {
  const shifted = { ...task }
  for (const field of TASK_DATES) {
    const date = task[field]
    if (date != null) shifted[field] = shift(date)
  }
  return shifted
}

function dateCalendar(
  sample: SampleFile,
  calendar: SampleCalendar,
  shift: (date: string) => string,
  firstYear: number,
  lastYear: number,
): DatedCalendar {
  const rules = calendar.holidays.flatMap((list) => sample.holidays[list] ?? [])
  const own = (calendar.exceptions ?? []).map((exception) => ({
    ...exception,
    from: shift(exception.from),
    to: shift(exception.to),
  }))
  return {
    name: calendar.name,
    workingDays: calendar.working_days,
    exceptions: [...layOutHolidays(rules, firstYear, lastYear), ...own],
  }
}

function dayOf(date: string): number {
  const day = parseCivilDay(date)
  if (day === null) throw new Error(`the sample holds ${date}, which is no date`)
  return day
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4))
}
