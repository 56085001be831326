import type { WorkingDayCounter } from '../../../compute/plan/working-days.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { unitOfHeader } from '../cells/duration-units.ts'
import { type DateOrder, parseDate, parseFinish } from '../cells/parse-date.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetRow } from '../sheet-table.ts'

const SAMPLED_ROWS = 500
const HOURS_PER_DAY = 8
/** Rows that must agree before dates say what a column counts, and their share of those that have both. */
const LEAST_ROWS = 2
const MOSTLY = 0.6
const DAYS_PER_WEEK = 7
const WORKDAYS_PER_WEEK = 5
const HALF = 0.5
/** Share of the durations that may contradict the dates beside them before the dates decide. */
const UNFIT_AT_MOST = 0.5

export type DurationVerdict = {
  /** Numbers without a unit are hours: eight of them make each day from start to finish. */
  areHours: boolean
  /** Rows whose duration is the days of the calendar from start to finish, days off included; 0 where that is not the rule. */
  calendarDays: number
  /** Rows whose duration leaves out days off between their dates. */
  leaveOutDaysOff: number
  /** Whether none of them counts working days, so that all are days of the calendar. */
  countDaysOff: boolean
  /** Rows whose duration is what a finish less its start comes to: neither counts the day itself, nor days off. */
  differences: number
  /** Rows beside these that say another length. */
  otherThanDifferences: number
  /** Hours that do not fill the days from start to finish are the work, which may lie anywhere between them. */
  areWork: boolean
  /** Rows whose duration fits their dates in no way of counting, and those that have both. */
  unfit: number
  judged: number
  /** Whether numbers without a unit are weeks, as the dates show. */
  areWeeks: boolean
}

/** What the durations of a sheet count, judged by the starts and finishes beside them. */
export function judgeDurations(
  rows: readonly SheetRow[],
  columns: ColumnSet,
  { order, counter, arePeriods = false }: { order: DateOrder; counter: WorkingDayCounter; arePeriods?: boolean },
): DurationVerdict {
  const none: DurationVerdict = {
    areHours: false,
    calendarDays: 0,
    leaveOutDaysOff: 0,
    countDaysOff: false,
    differences: 0,
    otherThanDifferences: 0,
    areWork: false,
    unfit: 0,
    judged: 0,
    areWeeks: false,
  }
  if (!['duration', 'start', 'finish'].every((field) => columns.has(field as 'start'))) return none
  const unit = columns.unitOf('duration')
  if (unit !== 'day' && unit !== 'hour') return none
  let judged = 0
  let hours = 0
  let working = 0
  let calendar = 0
  let onlyWorking = 0
  let differences = 0
  let weeks = 0
  let unfit = 0
  let shortest = Number.POSITIVE_INFINITY
  const lengths: [days: number, within: number][] = []
  for (const row of rows.slice(0, SAMPLED_ROWS)) {
    const start = parseDate(columns.cell(row, 'start'), order)
    const finish = start === null ? null : parseFinish(columns.cell(row, 'finish'), order)
    const cell = columns.cell(row, 'duration').trim()
    const duration = finish === null ? null : parseDuration(cell, unit)
    if (start === null || finish === null || duration === null || duration.isElapsed || finish < start) continue
    const days = counter.count(start, finish)
    const span = finish - start
    // Nothing lasts both days of a weekend unless they are worked.
    if (days === 0 && span > 0 && duration.days === span + 1) {
      judged += 1
      calendar += 1
    }
    if (days === 0 || duration.days === 0) continue
    judged += 1
    if (days < shortest) shortest = days
    lengths.push([duration.days, days])
    const isBare = /^\d+(?:[.,]\d+)?$/.test(cell)
    if (duration.days === span) differences += 1
    if (isBare && isNear(duration.days * DAYS_PER_WEEK, span, 2)) weeks += 1
    if (!isNear(duration.days, days, 1) && !isNear(duration.days, span, 1)) unfit += 1
    if (duration.days === days && days !== span + 1) onlyWorking += 1
    if (duration.days === days) working += 1
    else if (duration.days === span + 1) calendar += 1
    else if (isBare && Math.max(1, Math.round(duration.days / HOURS_PER_DAY)) === days) hours += 1
  }
  // Bars of weeks or months begin and end somewhere in their first and last one.
  const areWholeWeeks = ([days, within]: [number, number]) => days > 1 && isNear(days * WORKDAYS_PER_WEEK, within, 2)
  const saysWeeks = weeks === judged && lengths.filter(areWholeWeeks).length >= LEAST_ROWS
  if (arePeriods && !saysWeeks) {
    const fitting = lengths.filter(([days, within]) => days <= within && days > within - 2 * shortest).length
    if (fitting >= MOSTLY * judged) return { ...none, judged }
  }
  const isRule = (count: number) => count >= LEAST_ROWS && count >= MOSTLY * judged
  if (unit === 'hour') return { ...none, areWork: judged >= LEAST_ROWS && judged - working >= MOSTLY * judged }
  // A day or two is the same in both: only rows that differ can say that the calendar is meant.
  const differing = judged - working
  const calendarDays = calendar >= LEAST_ROWS && calendar >= MOSTLY * differing ? calendar : 0
  const isDifference = differing >= LEAST_ROWS && differences >= MOSTLY * judged
  const areHours = working === 0 && isRule(hours)
  return {
    areHours,
    calendarDays,
    leaveOutDaysOff: onlyWorking,
    countDaysOff: calendarDays > 0 && onlyWorking === 0,
    differences: isDifference ? differences : 0,
    otherThanDifferences: isDifference ? judged - differences : 0,
    areWork: false,
    unfit: areHours || calendarDays > 0 || isDifference ? 0 : unfit,
    judged,
    areWeeks:
      !areHours &&
      unit === 'day' &&
      unitOfHeader(columns.header('duration')) === null &&
      weeks > HALF * judged &&
      isRule(weeks),
  }
}

/** The order of day and month in which durations fit the dates beside them and hardly one does in the other; null where neither shows. */
export function orderByDurations(
  rows: readonly SheetRow[],
  columns: ColumnSet,
  counter: WorkingDayCounter,
): 'mdy' | 'dmy' | null {
  const [monthFirst, dayFirst] = (['mdy', 'dmy'] as const).map((order) =>
    judgeDurations(rows, columns, { order, counter }),
  )
  if (monthFirst === undefined || dayFirst === undefined) return null
  const fits = ({ judged, unfit }: DurationVerdict) => judged >= FEWEST_DATED && unfit <= FIT_ALL_BUT * judged
  const strays = ({ judged, unfit }: DurationVerdict) => unfit > UNFIT_AT_MOST * judged
  if (fits(dayFirst) && strays(monthFirst)) return 'dmy'
  return fits(monthFirst) && strays(dayFirst) ? 'mdy' : null
}
const FEWEST_DATED = 3
const FIT_ALL_BUT = 0.1

function isNear(one: number, other: number, within: number): boolean {
  return Math.abs(one - other) <= within
}

/** Reads durations and dates as the verdict has it, and says so. */
export function followVerdict(verdict: DurationVerdict, columns: ColumnSet): string[] {
  const notes: string[] = []
  if (verdict.areHours) {
    columns.setUnit('duration', 'hour')
    notes.push('Durations without a unit are read in hours: eight make each working day from start to finish.')
  }
  if (verdict.countDaysOff)
    notes.push(
      `Durations count days off, as ${verdict.calendarDays} rows show from start to finish; they are read as days of the calendar.`,
    )
  else if (verdict.calendarDays > 0)
    notes.push(
      `Durations of ${verdict.calendarDays} rows count days off from start to finish; they are read as working days and end later.`,
    )
  if (verdict.differences > 0) {
    const { otherThanDifferences } = verdict
    const others = otherThanDifferences > 0 ? ` ${otherThanDifferences} rows say another length, which is dropped.` : ''
    columns.datesDecide = true
    notes.push(
      `Durations of ${verdict.differences} rows are their finishes less their starts, days off included and one day short; rows go on from one to the other, and those of 0 are milestones.${others}`,
    )
  } else if (verdict.areWeeks) {
    columns.setUnit('duration', 'week')
    columns.datesDecide = true
    notes.push(
      'Durations without a unit are read in weeks, as starts and finishes show; rows go on from one to the other.',
    )
  } else if (verdict.unfit > UNFIT_AT_MOST * verdict.judged) {
    columns.datesDecide = true
    notes.push(
      `Durations of ${verdict.unfit} of ${verdict.judged} rows do not fit their starts and finishes; rows go on from one to the other.`,
    )
  } else if (columns.tellsEffort || verdict.areWork) {
    columns.datesDecide = true
    notes.push(
      `Column ${quoted(columns.header('duration'))} tells work; rows with a start and a finish go on from one to the other.`,
    )
  }
  if (verdict.unfit > 0 && !columns.datesDecide)
    notes.push(
      `Durations of ${verdict.unfit} of ${verdict.judged} rows do not fit their starts and finishes; they are kept, and these rows end on other days.`,
    )
  return notes
}
