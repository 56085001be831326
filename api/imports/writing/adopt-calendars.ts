import type { ImportedPlan, PlanCalendar } from '../../../importers/plan/imported-plan.ts'
import { findCalendarsNamed, insertCalendar } from '../../calendars/calendar.queries.ts'
import { type ExceptionRow, insertExceptions } from '../../calendars/exception.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'

export interface AdoptedCalendars {
  /** Library calendar of each plan calendar key that a task uses. */
  readonly byKey: ReadonlyMap<string, string>
  /** Library calendar of the plan itself; null for plain Monday to Friday. */
  readonly projectCalendarId: string | null
  readonly name: string | null
  readonly isCreated: boolean
  readonly isMatched: boolean
}

const FIVE_DAYS = 31

/**
 * Finds or makes the library calendars that a plan needs. One is reused only when its name and its meaning (week and
 * exceptions) are equal.
 */
export async function adoptCalendars(
  ctx: Ctx<unknown>,
  plan: ImportedPlan,
  planName: string,
): Promise<AdoptedCalendars> {
  const usedKeys = new Set(plan.tasks.flatMap((task) => (task.calendar === null ? [] : [task.calendar])))
  const byKey = new Map<string, string>()
  for (const key of [...usedKeys].sort()) {
    const calendar = plan.calendars[key]
    if (calendar) byKey.set(key, (await adopt(ctx, calendar, calendar.source?.name ?? `${planName}: ${key}`)).id)
  }
  const isPlain = maskOf(plan.calendar) === FIVE_DAYS && plan.calendar.exceptions.length === 0
  if (isPlain) return { byKey, projectCalendarId: null, name: null, isCreated: false, isMatched: false }
  const name = plan.calendar.source?.name ?? defaultCalendarName(plan, planName)
  const adopted = await adopt(ctx, plan.calendar, name)
  return { byKey, projectCalendarId: adopted.id, name, isCreated: adopted.isNew, isMatched: !adopted.isNew }
}

function defaultCalendarName(plan: ImportedPlan, planName: string): string {
  const key = plan.source?.default_calendar
  return (key ? plan.calendars[key]?.source?.name : null) ?? `${planName} calendar`
}

async function adopt(
  ctx: Ctx<unknown>,
  calendar: PlanCalendar,
  wantedName: string,
): Promise<{ id: string; isNew: boolean }> {
  const name = wantedName.slice(0, 255)
  const meaning = calendarMeaning(calendar)
  const known = await findCalendarsNamed(ctx, name)
  const match = known.find((row) => meaningOf(row.working_days, row.exceptions) === meaning)
  if (match) return { id: match.id, isNew: false }
  const { id } = await insertCalendar(ctx, { id: newId(), name, working_days: maskOf(calendar) })
  await insertExceptions(ctx, id, exceptionsOf(calendar))
  return { id, isNew: true }
}

type Exceptions = readonly Pick<ExceptionRow, 'exc_start' | 'exc_end' | 'is_working'>[]

function exceptionsOf(calendar: PlanCalendar) {
  return calendar.exceptions.map(({ from, to, working }) => ({
    exc_start: from,
    exc_end: to,
    is_working: working,
    description: '',
  }))
}

/** Equal for calendars with the same week and the same exceptions. */
export function calendarMeaning(calendar: PlanCalendar): string {
  return meaningOf(maskOf(calendar), exceptionsOf(calendar))
}

function maskOf(calendar: PlanCalendar): number {
  return calendar.working_days.reduce((mask, weekday) => mask | (1 << (weekday - 1)), 0)
}

function meaningOf(mask: number, exceptions: Exceptions): string {
  const ranges = exceptions.map((row) => `${row.exc_start}/${row.exc_end}/${row.is_working}`)
  return `${mask};${ranges.sort().join(';')}`
}
