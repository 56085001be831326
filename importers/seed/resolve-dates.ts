import { formatCivilDay, isoWeekday } from '../../compute/plan/civil-day.ts'
import { type DayRange, flattenExceptions } from '../../compute/plan/flatten-exceptions.ts'
import { FIRST_DAY, LAST_DAY, parseDay } from '../plan/file-day.ts'
import type { SeedErrors } from './seed-errors.ts'
import type { SeedBaseline, SeedCalendar, SeedDocument, SeedProject } from './seed-schema.ts'

const MONDAY_TO_FRIDAY = 31
/** A calendar that works on no day of a year never will: the date stays where it is. */
const SEARCHED_DAYS = 366

type Place = readonly PropertyKey[]
type Maybe = string | null | undefined

/**
 * The document with every date that counts from the anchor as a civil date. Such dates move forward to a working day of
 * their project unless they end in `!`; written dates, exceptions of calendars and forecasts stay where they are.
 */
export function resolveDates(seed: SeedDocument, anchor: string, errors: SeedErrors): SeedDocument {
  const dates = new DateResolver(parseDay(anchor) as number, errors)
  const calendars = (seed.calendars ?? []).map((calendar, index) => dates.calendar(calendar, ['calendars', index]))
  const daysOf = new Map(calendars.map((calendar) => [calendar.slug, workingDaysOf(calendar)]))
  const { program } = seed
  return {
    ...seed,
    anchor,
    program: { ...program, target_date: dates.at(program.target_date, ['program', 'target_date'], null) },
    calendars,
    risks: resolveRisks(dates, seed.risks, ['risks'], null),
    projects: seed.projects.map((project, index) => {
      const slug = project.calendar ?? program.calendar
      const days = (slug != null && daysOf.get(slug)) || workingDaysOf({})
      return resolveProject(dates, project, ['projects', index], days)
    }),
  }
}

function resolveProject(dates: DateResolver, project: SeedProject, place: Place, days: WorkingDays): SeedProject {
  const at = (date: string, ...keys: PropertyKey[]) => dates.at(date, [...place, ...keys], days) as string
  const maybe = (date: Maybe, ...keys: PropertyKey[]) => dates.at(date, [...place, ...keys], days)
  const isDate = new Set(project.custom_fields?.flatMap((row) => (row.field_type === 'DATE' ? [row.slug] : [])))
  return {
    ...project,
    start_date: at(project.start_date, 'start_date'),
    status_date: maybe(project.status_date, 'status_date'),
    tasks: project.tasks?.map((task, index) => ({
      ...task,
      planned_start: maybe(task.planned_start, 'tasks', index, 'planned_start'),
      constraint_date: maybe(task.constraint_date, 'tasks', index, 'constraint_date'),
      deadline: maybe(task.deadline, 'tasks', index, 'deadline'),
      actual_start: maybe(task.actual_start, 'tasks', index, 'actual_start'),
      actual_finish: maybe(task.actual_finish, 'tasks', index, 'actual_finish'),
      recurrence: task.recurrence && {
        ...task.recurrence,
        end_date: maybe(task.recurrence.end_date, 'tasks', index, 'recurrence', 'end_date'),
      },
      custom_fields:
        task.custom_fields &&
        Object.fromEntries(
          Object.entries(task.custom_fields).map(([slug, value]) => [
            slug,
            isDate.has(slug) ? at(value as string, 'tasks', index, 'custom_fields', slug) : value,
          ]),
        ),
    })),
    sprints: project.sprints?.map((sprint, index) => ({
      ...sprint,
      start_date: at(sprint.start_date, 'sprints', index, 'start_date'),
      finish_date: at(sprint.finish_date, 'sprints', index, 'finish_date'),
    })),
    baselines: project.baselines?.map((baseline, index) => ({
      ...baseline,
      captured_at: dates.moment(baseline.captured_at, [...place, 'baselines', index, 'captured_at']),
      calendar: dates.frozen(baseline.calendar, [...place, 'baselines', index, 'calendar', 'exceptions']),
      tasks: baseline.tasks.map((row, number) => ({
        ...row,
        start: maybe(row.start, 'baselines', index, 'tasks', number, 'start'),
        finish: maybe(row.finish, 'baselines', index, 'tasks', number, 'finish'),
        actual_start: maybe(row.actual_start, 'baselines', index, 'tasks', number, 'actual_start'),
        actual_finish: maybe(row.actual_finish, 'baselines', index, 'tasks', number, 'actual_finish'),
      })),
    })),
    risks: resolveRisks(dates, project.risks, [...place, 'risks'], days),
  }
}

function resolveRisks(
  dates: DateResolver,
  risks: SeedDocument['risks'],
  place: Place,
  days: WorkingDays | null,
): SeedDocument['risks'] {
  return risks?.map((risk, index) => ({
    ...risk,
    mitigation_due_date: dates.at(risk.mitigation_due_date, [...place, index, 'mitigation_due_date'], days),
  }))
}

class DateResolver {
  readonly #anchor: number
  readonly #errors: SeedErrors

  constructor(anchor: number, errors: SeedErrors) {
    this.#anchor = anchor
    this.#errors = errors
  }

  at(date: Maybe, place: Place, days: WorkingDays | null): Maybe {
    if (date == null || !date.startsWith('A')) return date
    const isExact = date.endsWith('!')
    const day = this.#anchor + Number(date.slice(1, isExact ? -1 : undefined))
    const moved = isExact || days === null ? day : days.nextWorkingDay(day)
    if (moved >= FIRST_DAY && moved <= LAST_DAY) return formatCivilDay(moved)
    this.#errors.add(place, 'The date lies outside the years 1900 to 2199')
    return null
  }

  /** A day with a time of it behind, or without one. */
  moment(text: string | undefined, place: Place): string | undefined {
    if (text === undefined) return undefined
    const [day, clock] = text.split('T') as [string, string | undefined]
    const resolved = this.at(day, place, null)
    return resolved == null || clock === undefined ? (resolved ?? undefined) : `${resolved}T${clock}`
  }

  /** The days of a calendar that a baseline keeps. */
  frozen(calendar: SeedBaseline['calendar'], place: Place): SeedBaseline['calendar'] {
    const exceptions = calendar?.exceptions?.map((exception, index) => {
      const from = this.at(exception.from, [...place, index, 'from'], null) as string
      const to = this.at(exception.to, [...place, index, 'to'], null) as string
      if (from > to) this.#errors.add([...place, index, 'to'], 'The end must not be before the start')
      return { ...exception, from, to }
    })
    return exceptions && calendar ? { ...calendar, exceptions } : calendar
  }

  calendar(calendar: SeedCalendar, place: Place): SeedCalendar {
    const exceptions = calendar.exceptions?.map((exception, index) => {
      const at = [...place, 'exceptions', index]
      const exc_start = this.at(exception.exc_start, [...at, 'exc_start'], null) as string
      const exc_end = this.at(exception.exc_end, [...at, 'exc_end'], null) as string
      if (exc_start > exc_end) this.#errors.add([...at, 'exc_end'], 'The end must not be before the start')
      return { ...exception, exc_start, exc_end }
    })
    return exceptions === undefined ? calendar : { ...calendar, exceptions }
  }
}

interface WorkingDays {
  nextWorkingDay(day: number): number
}

function workingDaysOf(calendar: Pick<SeedCalendar, 'working_days' | 'exceptions'>): WorkingDays {
  const mask = calendar.working_days ?? MONDAY_TO_FRIDAY
  const exceptions = flattenExceptions(
    (calendar.exceptions ?? []).flatMap((exception): DayRange[] => {
      const [fromDay, toDay] = [parseDay(exception.exc_start ?? ''), parseDay(exception.exc_end ?? '')]
      if (fromDay === null || toDay === null || toDay < fromDay) return []
      return [{ fromDay, toDay, isWorking: exception.is_working ?? false }]
    }),
  )
  const isWorking = (day: number) => {
    const exception = exceptions[firstEndingAt(exceptions, day)]
    if (exception !== undefined && exception.fromDay <= day) return exception.isWorking
    return (mask & (1 << (isoWeekday(day) - 1))) !== 0
  }
  return {
    nextWorkingDay(day) {
      for (let next = day; next <= day + SEARCHED_DAYS; next += 1) if (isWorking(next)) return next
      return day
    },
  }
}

/** Index of the first range that ends on the day or after it. */
function firstEndingAt(ranges: readonly DayRange[], day: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle] as DayRange).toDay < day) low = middle + 1
    else high = middle
  }
  return low
}
