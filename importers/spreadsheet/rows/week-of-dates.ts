import { formatCivilDay, isoWeekday } from '../../../compute/plan/civil-day.ts'
import { MONDAY_TO_FRIDAY, standardCalendar, WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import type { PlanCalendar } from '../../plan/imported-plan.ts'
import { type DateOrder, parseDate } from '../cells/parse-date.ts'
import { parsePeriod } from '../cells/parse-period.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetRow } from '../sheet-table.ts'
import { type DurationVerdict, judgeDurations } from './judge-durations.ts'

const [MONDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY] = [1, 4, 5, 6, 7]
const DAYS_PER_WEEK = 7
const SAMPLED_ROWS = 1000
const WEEKDAY_NAMES = ['', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays']
/** Dates on a day off from which it is none: so many, and such a share of all; where all days were alike a seventh would be. */
const LEAST_DATES = 2
const LEAST_SHARE = 0.05
/** Of few dates both days together are asked, and a larger share. */
const FEW_DATES = 10
const SHARE_OF_FEW = 0.2
/** Of so many, a Friday on which there is none is off where all other days have some. */
const MANY_DATES = 20
/** Dates that are slips of the pen. */
const SLIPS = 0.02

export type SettledCalendar = {
  calendar: PlanCalendar
  counter: WorkingDayCounter
  /** What durations count, by that calendar. */
  verdict: DurationVerdict
  notes: string[]
}

/**
 * The calendar of a sheet: that of the project it goes into, else Monday to Friday, else the days on which its rows begin and end. Durations
 * that leave out weekends between dates are believed before dates on weekends are.
 */
export function settleCalendar(
  given: PlanCalendar | undefined,
  rows: readonly SheetRow[],
  { columns, order, arePeriods }: { columns: ColumnSet; order: DateOrder; arePeriods: boolean },
): SettledCalendar {
  const settle = (calendar: PlanCalendar): SettledCalendar => {
    const counter = new WorkingDayCounter(calendar)
    return { calendar, counter, verdict: judgeDurations(rows, columns, { order, counter, arePeriods }), notes: [] }
  }
  const settled = settle(given ?? standardCalendar())
  const { calendar, verdict } = settled
  const week = weekOfDates(rows, columns, { order, countDaysOff: verdict.countDaysOff })
  if (arePeriods) return settled
  const added = week?.filter((day) => !calendar.working_days.includes(day)) ?? []
  const isMoved = given === undefined && verdict.leaveOutDaysOff > 0
  if (week === null || added.length === 0 || isMoved) return settled
  const days = added.map((day) => WEEKDAY_NAMES[day]).join(' and ')
  if (given !== undefined)
    return {
      ...settled,
      notes: [
        `Dates of the file are on ${days}, which are days off in this project; such tasks begin a working day later.`,
      ],
    }
  return {
    ...settle({ working_days: week, exceptions: [] }),
    notes: [`${days} are working days of the plan${freed(week)}, because rows begin and end on them.`],
  }
}

/** What is said of days that are off in a week and worked elsewhere. */
function freed(week: readonly number[]): string {
  const off = MONDAY_TO_FRIDAY.filter((day) => !week.includes(day)).map((day) => WEEKDAY_NAMES[day])
  return off.length === 0 ? '' : `, and ${off.join(' and ')} are days off`
}

/**
 * The days of the week (1 is Monday) on which the rows of a sheet begin and end, where these are others than Monday to Friday; null where hardly a date is on a weekend. Months and weeks are no days: they begin and end wherever they do.
 */
function weekOfDates(
  rows: readonly SheetRow[],
  columns: ColumnSet,
  { order, countDaysOff }: { order: DateOrder; countDaysOff: boolean },
): number[] | null {
  const counts = new Array<number>(DAYS_PER_WEEK + 1).fill(0)
  let dates = 0
  for (const row of rows.slice(0, SAMPLED_ROWS)) {
    for (const day of ownDays(row, columns, { order, countDaysOff })) {
      counts[isoWeekday(day)] = (counts[isoWeekday(day)] ?? 0) + 1
      dates += 1
    }
  }
  const areComputed = columns.has('scheduled_start')
  return workedWeek(counts, { dates, areComputed, countDaysOff })
}

/** Weeks that begin on another day than Monday, from their first day to their last. */
const OTHER_WEEKS = [
  [SUNDAY, 1, 2, 3, THURSDAY],
  [SATURDAY, SUNDAY, 1, 2, 3],
  [SATURDAY, SUNDAY, 1, 2, 3, THURSDAY],
]
/** Of all dates, those on the first day of such a week and those on its last, each. */
const SHARE_OF_ENDS = 0.25

/** Whether rows begin with a week and end with it, and never on its days off: weekends of others than Saturday and Sunday. */
function fillsWeek(week: readonly number[], counts: readonly number[], dates: number): boolean {
  const ends = Math.min(counts[week[0] ?? 0] ?? 0, counts[week.at(-1) ?? 0] ?? 0)
  const isFree = counts.every((count, day) => count === 0 || week.includes(day))
  return isFree && ends >= LEAST_DATES && ends >= SHARE_OF_ENDS * dates
}

function workedWeek(
  counts: readonly number[],
  { dates, areComputed, countDaysOff }: { dates: number; areComputed: boolean; countDaysOff: boolean },
): number[] | null {
  const [onFridays = 0, onSaturdays = 0, onSundays = 0] = [FRIDAY, SATURDAY, SUNDAY].map((day) => counts[day])
  const other = OTHER_WEEKS.find((week) => fillsWeek(week, counts, dates))
  if (other !== undefined) return other.toSorted((a, b) => a - b)
  // Durations that count weekends say that they are worked, where only one date is on them.
  if (countDaysOff && onSaturdays + onSundays > 0) return [...MONDAY_TO_FRIDAY, SATURDAY, SUNDAY]
  // Where a schedule was computed, its dates are on working days alone.
  const areFew = dates < FEW_DATES && !areComputed
  const onWeekends = onSaturdays + onSundays
  if (areFew && (onWeekends < LEAST_DATES || onWeekends < SHARE_OF_FEW * dates)) return null
  const [least, share] = areComputed ? [1, SLIPS] : [LEAST_DATES, LEAST_SHARE]
  const isWorked = (count: number) => (areFew ? count > 0 : count >= least && count >= share * dates)
  const saturday = isWorked(onSaturdays)
  // Who works on Saturdays and has dates on Sundays means them.
  const sunday = isWorked(onSundays) || (saturday && onSundays > SLIPS * dates)
  if (!saturday && !sunday) return null
  const others = [1, 2, 3, THURSDAY, SATURDAY, SUNDAY]
  const areOthersFull = others.every((day) => (counts[day] ?? 0) >= LEAST_DATES)
  if (onFridays === 0 && areOthersFull && dates >= MANY_DATES) return others
  if (saturday) return [...MONDAY_TO_FRIDAY, SATURDAY, ...(sunday ? [SUNDAY] : [])]
  const onThursdays = counts[THURSDAY] ?? 0
  const isFree = onFridays === 0 && onSaturdays === 0 && (!areFew || Math.min(onThursdays, onSundays) >= LEAST_DATES)
  return isFree ? [1, 2, 3, 4, SUNDAY] : [...MONDAY_TO_FRIDAY, SATURDAY, SUNDAY]
}

/** The start and the finish of a row, unless they are those of whole weeks or months. */
function ownDays(
  row: SheetRow,
  columns: ColumnSet,
  { order, countDaysOff }: { order: DateOrder; countDaysOff: boolean },
): number[] {
  const start = dayOf(columns.cell(row, 'start') || columns.cell(row, 'scheduled_start'), order)
  if (start === null || formatCivilDay(start).endsWith('-01')) return []
  const finish = dayOf(columns.cell(row, 'finish'), order)
  if (finish === null || finish <= start) return [start]
  const areWeeks = !countDaysOff && isoWeekday(start) === MONDAY && (finish - start + 1) % DAYS_PER_WEEK === 0
  return areWeeks ? [start] : [start, finish]
}

function dayOf(cell: string, order: DateOrder): number | null {
  return cell === '' || parsePeriod(cell) !== null ? null : parseDate(cell, order)
}
