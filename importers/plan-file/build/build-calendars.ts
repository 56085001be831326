import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { type DayRange, flattenExceptions } from '../../../compute/plan/flatten-exceptions.ts'
import type { Diagnostics } from '../../plan/diagnostics.ts'
import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { PlanCalendar } from '../../plan/imported-plan.ts'
import type { RawCalendar, RawHours, RawWeek } from '../raw-project.ts'
import { type DayWindow, expandRecurrence } from './expand-recurrence.ts'

/** The days a schedule of this plan can touch; recurring exceptions are written out only there. */
export type PlanReach = DayWindow

// Derived calendars repeat the exceptions of their base, so the result can be far larger than the file.
const MAX_RESOLVED_EXCEPTIONS = 500_000

type Resolved = { week: boolean[]; hours: RawHours; ranges: DayRange[] }

const STANDARD_WEEK = [true, true, true, true, true, false, false]

/**
 * Resolves every calendar of the file: inheritance, recurring exceptions and special weeks become one week and a list
 * of ranges that do not overlap. Keys are unique ids as text.
 */
export function buildCalendars(
  calendars: readonly RawCalendar[],
  context: { reach: PlanReach; limits: ImportLimits; diagnostics: Diagnostics },
): Record<string, PlanCalendar> {
  const byUid = new Map(calendars.map((calendar) => [calendar.uid, calendar]))
  const resolved = new Map<number, Resolved>()
  const result: Record<string, PlanCalendar> = {}
  let expandedCount = 0
  let resolvedCount = 0
  for (const calendar of calendars) {
    for (const link of chainToResolve(calendar, byUid, resolved, context.diagnostics)) {
      const own = ownRanges(link, { ...context, most: context.limits.maxExceptions - expandedCount })
      expandedCount += own.length
      refuseTooMany(expandedCount, context.limits.maxExceptions)
      const next = inherit(link, own, link.parentUid === null ? undefined : resolved.get(link.parentUid))
      resolvedCount += next.ranges.length
      refuseTooMany(resolvedCount, MAX_RESOLVED_EXCEPTIONS)
      resolved.set(link.uid, next)
    }
    const ready = resolved.get(calendar.uid)
    if (ready !== undefined) result[String(calendar.uid)] = presentCalendar(calendar, ready)
  }
  return result
}

/** A calendar and those above it that are not resolved yet, the topmost first. A loop is cut where it closes. */
function chainToResolve(
  calendar: RawCalendar,
  byUid: Map<number, RawCalendar>,
  resolved: Map<number, Resolved>,
  diagnostics: Diagnostics,
): RawCalendar[] {
  const chain: RawCalendar[] = []
  const seen = new Set<number>()
  let link: RawCalendar | undefined = calendar
  while (link !== undefined && !resolved.has(link.uid) && !seen.has(link.uid)) {
    seen.add(link.uid)
    chain.push(link)
    if (link.parentUid === null) break
    const parent: RawCalendar | undefined = byUid.get(link.parentUid)
    if (parent === undefined || seen.has(parent.uid)) {
      const where = { uid: link.uid, field: 'calendar' }
      diagnostics.warn(
        'base_calendar_missing',
        where,
        `base calendar ${link.parentUid} cannot be used; Monday to Friday stands in`,
      )
    }
    link = parent
  }
  return chain.reverse()
}

function ownRanges(
  calendar: RawCalendar,
  { reach, diagnostics, most }: { reach: PlanReach; diagnostics: Diagnostics; most: number },
): DayRange[] {
  const weeks = calendar.workWeeks.flatMap((special) => rangesOfWorkWeek(special.week, special, reach))
  const plain: DayRange[] = []
  const recurring: DayRange[] = []
  let clippedCount = 0
  for (const exception of calendar.exceptions) {
    const { fromDay, toDay, isWorking, recurrence } = exception
    if (recurrence === null) {
      plain.push({ fromDay, toDay, isWorking })
      continue
    }
    if (fromDay < reach.firstDay || toDay > reach.lastDay) clippedCount += 1
    for (const day of expandRecurrence(exception, recurrence, reach, most + 1)) {
      recurring.push({ fromDay: day, toDay: day, isWorking })
    }
    refuseTooMany(recurring.length, most)
  }
  if (clippedCount > 0) {
    const span = `from ${formatCivilDay(reach.firstDay)} to ${formatCivilDay(reach.lastDay)}`
    const text = `${clippedCount} recurring exceptions are written out only ${span}`
    diagnostics.warn('recurrence_clipped', { uid: calendar.uid, field: 'calendar' }, text)
  }
  // A recurring exception beats the week, a plain one beats a recurring one.
  return [...weeks, ...recurring, ...plain]
}

/** A special week as ranges of equal days inside the plan's reach. */
function rangesOfWorkWeek(week: RawWeek, span: { fromDay: number; toDay: number }, reach: PlanReach): DayRange[] {
  const ranges: DayRange[] = []
  const lastDay = Math.min(span.toDay, reach.lastDay)
  for (let day = Math.max(span.fromDay, reach.firstDay); day <= lastDay; day += 1) {
    const isWorking = week[(((day + 3) % 7) + 7) % 7]
    if (isWorking === null || isWorking === undefined) continue
    const last = ranges.at(-1)
    if (last !== undefined && last.toDay === day - 1 && last.isWorking === isWorking) last.toDay = day
    else ranges.push({ fromDay: day, toDay: day, isWorking })
  }
  return ranges
}

function inherit(calendar: RawCalendar, own: DayRange[], parent: Resolved | undefined): Resolved {
  const week = (parent?.week ?? STANDARD_WEEK).map((inherited, index) => calendar.week[index] ?? inherited)
  const ranges = own.length === 0 ? (parent?.ranges ?? []) : flattenExceptions([...(parent?.ranges ?? []), ...own])
  const hours = week.map((isWorked, index) => {
    if (!isWorked) return null
    return calendar.hours?.[index] ?? (calendar.week[index] == null ? (parent?.hours[index] ?? null) : null)
  })
  return { week, hours, ranges }
}

/** From when on and for how long its days are worked: what most of the weekdays that say it have, the first of those. */
function usualHours({ hours }: Resolved): { day_starts: string; worked_minutes: number } | null {
  let usual: RawHours[number] = null
  let most = 0
  for (const day of hours) {
    if (day === null) continue
    const same = hours.filter((other) => other?.from === day.from && other.minutes === day.minutes).length
    if (same > most) [usual, most] = [day, same]
  }
  if (usual === null) return null
  const part = (value: number) => String(value).padStart(2, '0')
  return {
    day_starts: `${part(Math.floor(usual.from / 60))}:${part(Math.floor(usual.from % 60))}`,
    worked_minutes: usual.minutes,
  }
}

function presentCalendar(calendar: RawCalendar, resolved: Resolved): PlanCalendar {
  return {
    working_days: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => resolved.week[weekday - 1]),
    exceptions: resolved.ranges.map(({ fromDay, toDay, isWorking }) => ({
      from: formatCivilDay(fromDay),
      to: formatCivilDay(toDay),
      working: isWorking,
    })),
    source: {
      uid: calendar.uid,
      name: calendar.name,
      parent_uid: calendar.parentUid,
      ...(calendar.minutesPerDay === undefined ? {} : { minutes_per_day: calendar.minutesPerDay }),
      ...usualHours(resolved),
    },
  }
}

function refuseTooMany(count: number, most: number): void {
  if (count > most)
    throw new ImportRefusal('too_many_exceptions', 'the calendars hold too many exceptions once they are written out')
}
