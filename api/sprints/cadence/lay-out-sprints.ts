import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { type CalendarLayer, isWorkingDay } from '../../calendars/compose-calendars.ts'
import { FieldErrors, type FieldMessages, fieldError, Refusal, refuseUnless } from '../../platform/errors.ts'
import { dayOf, workingDaysBetween } from '../sprint-days.ts'
import type { GenerateInput } from './cadence.schema.ts'

/** A sprint before it is stored. */
export interface CadenceRow {
  readonly name: string
  readonly start_date: string
  readonly finish_date: string
  readonly working_days: number
  readonly non_working_days_skipped: number
}

const DEFAULTS = { length_days: 10, name_pattern: 'Sprint {n}', first_index: 1 }
/** So far ahead a working day is looked for. */
const REACH_DAYS = 366 * 5
const MAX_SPAN_DAYS = 120
const MAX_NAME = 255
const REQUIRED = 'This field is required.'

/** The sprints that a request asks for: as edited by hand, or one behind the other on working days. */
export function layOutSprints(input: GenerateInput, calendar: CalendarLayer): CadenceRow[] {
  if (input.sprints !== undefined) return handMade(input.sprints, calendar)
  const { count, start_date } = input
  const missing = Object.entries({ count, start_date }).filter(([, value]) => value === undefined)
  if (missing.length > 0) throw new FieldErrors(Object.fromEntries(missing.map(([name]) => [name, [REQUIRED]])))
  const { length_days, name_pattern, first_index } = { ...DEFAULTS, ...withoutMissing(input) }
  const nameOf = (index: number) => name_pattern.replaceAll('{n}', String(first_index + index))
  refuseUnless(nameOf((count as number) - 1).length <= MAX_NAME, () =>
    fieldError('name_pattern', `Names have at most ${MAX_NAME} characters.`),
  )
  let cursor = dayOf(start_date as string)
  return Array.from({ length: count as number }, (_, index) => {
    const { firstDay, lastDay } = findWindow(calendar, cursor, length_days)
    cursor = lastDay + 1
    return rowOf(nameOf(index), firstDay, lastDay, calendar)
  })
}

function withoutMissing(input: GenerateInput): Partial<typeof DEFAULTS> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

/** From the first working day at or behind the cursor over so many working days; it ends on one. */
function findWindow(calendar: CalendarLayer, cursor: number, length: number): { firstDay: number; lastDay: number } {
  const days: number[] = []
  for (let day = cursor; days.length < length; day++) {
    if (day - (days.at(-1) ?? cursor) > REACH_DAYS) throw noWorkingDay()
    if (isWorkingDay(calendar, day)) days.push(day)
  }
  return { firstDay: days[0] as number, lastDay: days.at(-1) as number }
}

function noWorkingDay(): Refusal {
  const detail = 'The calendar of the project has no working day within five years.'
  return new Refusal(400, detail, { code: 'calendar_has_no_working_day' })
}

function handMade(rows: NonNullable<GenerateInput['sprints']>, calendar: CalendarLayer): CadenceRow[] {
  refuseUnless(new Set(rows.map((row) => row.name)).size === rows.length, () =>
    fieldError('sprints', 'Each sprint needs a name of its own.'),
  )
  const problems = rows.map((row): FieldMessages => {
    const problem = problemOf(row)
    return problem === null ? {} : { finish_date: [problem] }
  })
  if (rows.some((row) => problemOf(row) !== null)) throw new FieldErrors({ sprints: problems })
  return rows.map((row) => rowOf(row.name, dayOf(row.start_date), dayOf(row.finish_date), calendar))
}

function problemOf({ start_date, finish_date }: { start_date: string; finish_date: string }): string | null {
  if (finish_date <= start_date) return 'Must be after start_date.'
  return dayOf(finish_date) - dayOf(start_date) >= MAX_SPAN_DAYS
    ? `A sprint spans at most ${MAX_SPAN_DAYS} days.`
    : null
}

function rowOf(name: string, firstDay: number, lastDay: number, calendar: CalendarLayer): CadenceRow {
  const working_days = workingDaysBetween(calendar, firstDay, lastDay)
  return {
    name,
    start_date: formatCivilDay(firstDay),
    finish_date: formatCivilDay(lastDay),
    working_days,
    non_working_days_skipped: lastDay - firstDay + 1 - working_days,
  }
}
