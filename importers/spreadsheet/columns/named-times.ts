import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { isMonth, monthNamed } from '../cells/month-names.ts'
import { parseDate } from '../cells/parse-date.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { nameByLabels } from './labelled-times.ts'
import { nameParts } from './nested-times.ts'
import { nameWeeksBelowMonths } from './weeks-below-months.ts'

const ROWS_LOOKED_AT = 20
const ROWS_ABOVE = 3
const FEWEST_WEEKS = 3
const FEWEST_DAYS = 5
/** Columns a month at least, on average: numbers below each month of a year are no days. */
const COLUMNS_PER_MONTH = 3
/** How far one day may stand from the next: weekends and a day off are left out. */
const LONGEST_STEP = 4
const LAST_WEEK = 53
/** The last days of a month and the first of the next, as near to its ends as a long weekend. */
const [MONTH_ENDS_FROM, MONTH_BEGINS_TO] = [24, 7]

/** `KW`, `Kalenderwoche:`, `Ugenr`, `Vecka`: weeks of the calendar. */
const CALENDAR_WEEK =
  /^(?:KW|CW|Kalenderwochen?|calendar weeks?|ugenr|uge|uke(?:nr)?|vecka|veckonr|viikko(?:nro)?|vko|weeknr|weeknummer)[.:]?$/i
/** `lfd. Woche`, `Projektuge`, `Semana`, `주차`: weeks that a plan counts. */
const COUNTED_WEEK =
  /(?:^|[\s.])(?:lfd\.? ?|projekt-?|project ?)?(?:woche|wochen|uge|uger|uke|uker|vecka|veckor|week|weeks|weken|semaines?|semanas?|settimane?|t[yý]den|t[yý]dny|tydzień|tygodnie|viikko|viikot|hafta|hét|недел[яи]|tuần|minggu|주차?|週|周)(?:nr|n°|nº)?[.:]?$/iu

/** `7월`, `11월 1주차`, `Junio`, `10月`: the number of a month that stands without a year. */
function monthOf(text: string): number | null {
  const bare = text.trim()
  const numbered = /^(\d{1,2})\s?[월月](?!\s?\d{1,2}\s?[일日])/u.exec(bare)?.[1]
  if (numbered !== undefined) return Number(numbered) >= 1 && Number(numbered) <= 12 ? Number(numbered) : null
  return isMonth(bare) ? monthNamed(bare) : null
}

/**
 * Rows of bare numbers above a chart say what they count: `40 | 41` behind `KW` become weeks of the calendar, `27 | 28 | 1` below the
 * names of months become days of them. Rows of anything else stay as they are.
 */
export function nameTimes({ leading }: SheetTable): void {
  const rows = leading.slice(0, ROWS_LOOKED_AT)
  for (const [index, row] of rows.entries()) {
    const above = rows.slice(Math.max(0, index - ROWS_ABOVE), index)
    nameWeeks(row, rows[index + 1])
    nameParts(row, above)
    if (!nameWeeksBelowMonths(row, above, monthOf)) nameDays(row, above)
    nameByLabels(row, above, rows.slice(0, index))
  }
}

const numberIn = (cell: string | undefined) => (/^\d{1,3}$/.test((cell ?? '').trim()) ? Number(cell) : null)

function nameWeeks(row: SheetRow, next: SheetRow | undefined): void {
  const run = weeksOf(row)
  if (run === null) return
  const other = next === undefined ? null : weeksOf(next)
  const isSame = other !== null && other.from === run.from && other.isCalendar !== run.isCalendar
  const shown = isSame && other.isCalendar ? other : run
  for (const [step, week] of shown.weeks.entries())
    row.cells[run.from + step] = `${shown.isCalendar ? 'KW' : 'Week'} ${week}`
  // The same weeks counted otherwise are no row of the plan.
  if (isSame) next?.cells.fill('')
}

/** The weeks that stand one after the other behind a word for them. */
function weeksOf({ cells }: SheetRow): { from: number; weeks: number[]; isCalendar: boolean } | null {
  const from = cells.findIndex((cell, at) => numberIn(cell) !== null && at > 0)
  const label = (cells[from - 1] ?? '').trim()
  const isCalendar = CALENDAR_WEEK.test(label)
  if (from < 1 || !(isCalendar || COUNTED_WEEK.test(label))) return null
  const weeks: number[] = []
  for (let at = from; at < cells.length; at += 1) {
    const week = numberIn(cells[at])
    const before = weeks.at(-1)
    if (week === null || week < 1 || (isCalendar && week > LAST_WEEK)) break
    if (before !== undefined && week !== before + 1 && !(isCalendar && week === 1 && before >= LAST_WEEK - 1)) break
    weeks.push(week)
  }
  return weeks.length < FEWEST_WEEKS ? null : { from, weeks, isCalendar }
}

function nameDays(row: SheetRow, above: readonly SheetRow[]): void {
  nameWeekDays(row, above)
  const from = row.cells.findIndex((cell) => numberIn(cell) !== null)
  if (from < 0) return
  const days: number[] = []
  for (let at = from; at < row.cells.length; at += 1) {
    const day = numberIn(row.cells[at])
    const before = days.at(-1) ?? (day ?? 0) - 1
    const isNext = day !== null && day > before && day <= before + LONGEST_STEP
    const isNextMonth = day !== null && day <= MONTH_BEGINS_TO && before >= MONTH_ENDS_FROM
    if (day === null || day < 1 || day > 31 || !(isNext || isNextMonth)) break
    days.push(day)
  }
  if (days.length < FEWEST_DAYS) return
  const months = above.findLast(({ cells }) => cells.some((cell) => monthOf(cell) !== null))
  const end = from + days.length
  const numbered = months === undefined ? monthsOfTurns(days, from, above) : []
  const written = (months?.cells ?? []).slice(0, end).flatMap((cell, at) => {
    const month = monthOf(cell)
    return month === null ? [] : [{ at, month }]
  })
  const named = months === undefined ? numbered : written
  const within = new Set(named.filter(({ at }) => at >= from).map(({ month }) => month))
  const [month] = named
    .filter(({ at }) => at <= from)
    .map((name) => name.month)
    .slice(-1)
  if (month === undefined || days.length < COLUMNS_PER_MONTH * within.size) return
  // `2020-10-30 | 2 | 3`: a day in full goes before.
  const before = parseDate((row.cells[from - 1] ?? '').trim(), 'iso')
  const [, monthBefore = '', dayBefore = ''] = before === null ? [] : formatCivilDay(before).split('-')
  let current: number = month
  if (before !== null)
    current = (days[0] ?? 0) > Number(dayBefore) ? Number(monthBefore) : (Number(monthBefore) % 12) + 1
  for (const [step, day] of days.entries()) {
    const here: number = named.findLast(({ at }) => at <= from + step)?.month ?? current
    const isTurn = step > 0 && day < (days[step - 1] ?? 0)
    // Months may stand above the middle of their days.
    if (isTurn) current = here === current ? (current % 12) + 1 : here
    row.cells[from + step] = `${day}.${current}.`
  }
}

type NamedMonth = { at: number; month: number }

/** `11 | 11 | 12 | 12` or `11 | | 12` above days: the numbers of months, where they rise with each month that the days begin and nowhere else. */
function monthsOfTurns(days: readonly number[], from: number, above: readonly SheetRow[]): NamedMonth[] {
  for (const { cells } of above.toReversed()) {
    const written = days.map((_, step) => numberIn(cells[from + step]))
    const filled = fillDown(written)
    const isRight = filled.every((month, step) => {
      if (month === null || month < 1 || month > MONTHS_OF_YEAR) return false
      const isTurn = step > 0 && (days[step] ?? 0) < (days[step - 1] ?? 0)
      return step === 0 || month === (isTurn ? ((filled[step - 1] ?? 0) % MONTHS_OF_YEAR) + 1 : filled[step - 1])
    })
    if (!isRight || new Set(filled).size < 2) continue
    return filled.map((month, step) => ({ at: from + step, month: month ?? 0 }))
  }
  return []
}
const MONTHS_OF_YEAR = 12

/** Blank cells get what stands before them. */
function fillDown(numbers: readonly (number | null)[]): readonly (number | null)[] {
  let before: number | null = null
  return numbers.map((number) => {
    before = number ?? before
    return before
  })
}

const ORDINAL = /^(\d{1,2})(?:st|nd|rd|th)?(?:\s?[-–]\s?\d{1,2}(?:st|nd|rd|th)?)?$/i
const [WEEK_DAYS, TWO_WEEKS] = [7, 14]
const SHORTEST_MONTH = 28

/**
 * `7th | 14th | 21st | 28th | 4th | 11th`, `26-30 | 2-6 | 9-13` below names of months, which may stand above the middle of their days: the first days of
 * weeks. They begin anew with each month, and at least two names stand where the months that follow each other have them.
 */
function nameWeekDays(row: SheetRow, above: readonly SheetRow[]): void {
  const days = row.cells.map((cell) => Number(ORDINAL.exec(cell.trim())?.[1] ?? Number.NaN))
  const from = days.findIndex((day) => !Number.isNaN(day))
  const after = days.findIndex((day, at) => at > from && Number.isNaN(day))
  const run = from < 0 ? [] : days.slice(from, after < 0 ? days.length : after)
  if (run.length < FEWEST_DAYS || !run.every((day) => day >= 1 && day <= 31)) return
  let group = 0
  const groups = run.map((day, at) => {
    if (at > 0 && day < (run[at - 1] ?? 0)) group += 1
    return group
  })
  // A week may be left out, and months differ by three days.
  const isWeek = (day: number, at: number) => {
    const step = day - (run[at - 1] ?? 0)
    const left = SHORTEST_MONTH - (run[at - 1] ?? 0) + day
    return (
      at === 0 || (step > 0 ? step === WEEK_DAYS || step === TWO_WEEKS : left >= WEEK_DAYS - 3 && left <= TWO_WEEKS)
    )
  }
  if (group === 0 || !run.every(isWeek)) return
  for (const { cells } of above.toReversed()) {
    const named = groups.flatMap((place, step) => {
      const month = monthOf(cells[from + step] ?? '')
      return month === null ? [] : [{ place, month }]
    })
    const first = (((named[0]?.month ?? 0) - 1 - (named[0]?.place ?? 0) + 12 * run.length) % 12) + 1
    const monthAt = (place: number) => ((first - 1 + place) % 12) + 1
    if (named.length < FEWEST_NAMED || !named.every(({ place, month }) => month === monthAt(place))) continue
    for (const [step, day] of run.entries()) row.cells[from + step] = `${day}.${monthAt(groups[step] ?? 0)}.`
    return
  }
}
const FEWEST_NAMED = 2
