import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { type DateOrder, parseDate, slashParts } from './parse-date.ts'
import { weekdayInFront } from './weekday-names.ts'

export type DateOrderSetting = 'auto' | DateOrder

/** `startsAt` is the start of the row, where the cell is its finish. */
export type DateCell = { row: number; column: string; value: string; startsAt?: string }

export type DateOrderDecision = {
  resolved: DateOrder
  /** True when slash dates are there and none of them shows which part is the day. */
  isAmbiguous: boolean
  /** The cell that decided, when one did. */
  evidence: (Omit<DateCell, 'startsAt'> & { reason: string }) | null
}

/**
 * Finds out how slash dates are meant: day first if any of them proves it, else month first. Where none does, the order in
 * which the weekdays written beside them are right, else the one in which all are the first of a month, else the one in which no
 * finish comes before its start. A file without slash dates is ISO.
 */
export function resolveDateOrder(setting: DateOrderSetting, cells: readonly DateCell[]): DateOrderDecision {
  if (setting !== 'auto') return { resolved: setting, isAmbiguous: false, evidence: null }
  let monthFirst: DateCell | null = null
  let slashCount = 0
  for (const cell of cells) {
    const parts = orderedParts(cell.value)
    if (parts === null) continue
    slashCount += 1
    if (parts.first > 12) {
      const reason = `${parts.first} cannot be a month, so the day comes first`
      return { resolved: 'dmy', isAmbiguous: false, evidence: evidenceOf(cell, reason) }
    }
    if (parts.second > 12) monthFirst ??= cell
  }
  if (slashCount === 0) return { resolved: 'iso', isAmbiguous: false, evidence: null }
  if (monthFirst === null) return byWeekdays(cells) ?? byFirstDays(cells) ?? byFinishes(cells)
  const reason = `${orderedParts(monthFirst.value)?.second} cannot be a month, so the month comes first`
  return { resolved: 'mdy', isAmbiguous: false, evidence: evidenceOf(monthFirst, reason) }
}

/** The two parts of a date of which one is the day, with or without a year behind them. */
function orderedParts(text: string): { first: number; second: number } | null {
  const dated = slashParts(text)
  if (dated !== null) return dated
  const [, first, second] = YEARLESS.exec(text.trim()) ?? []
  return first === undefined ? null : { first: Number(first), second: Number(second) }
}
const YEARLESS = /^(?:\p{L}{2,12}[.,]?\s+)?(\d{1,2})\/(\d{1,2})$/u

/** The order that the cells of one column prove, all that prove any; null where they show none or both. */
export function provenOrder(cells: readonly string[]): 'dmy' | 'mdy' | null {
  let found: 'dmy' | 'mdy' | null = null
  for (const cell of cells) {
    const parts = slashParts(cell)
    if (parts === null || (parts.first <= 12 && parts.second <= 12)) continue
    const order = parts.first > 12 ? 'dmy' : 'mdy'
    if (found !== null && found !== order) return null
    found = order
  }
  return found
}

function evidenceOf({ row, column, value }: DateCell, reason: string): DateOrderDecision['evidence'] {
  return { row, column, value, reason }
}

/** `lun 02/03/26` is in March, because the second of March is a Monday. Null unless all weekdays that tell say the same. */
function byWeekdays(cells: readonly DateCell[]): DateOrderDecision | null {
  let found: DateOrderDecision | null = null
  for (const cell of cells) {
    const order = orderOfWeekday(cell.value)
    if (order === null) continue
    if (found !== null && found.resolved !== order) return null
    const reason: string = `it is that weekday only with the ${order === 'dmy' ? 'day' : 'month'} first`
    found ??= { resolved: order, isAmbiguous: false, evidence: evidenceOf(cell, reason) }
  }
  return found
}

/** The order in which a date is on the weekday before it; null where none is there or both are. */
export function orderOfWeekday(text: string): 'dmy' | 'mdy' | null {
  const weekday = slashParts(text) === null ? null : weekdayInFront(text)
  if (weekday === null) return null
  const fits = (order: DateOrder) => {
    const day = parseDate(text, order)
    return day !== null && isoWeekday(day) === weekday
  }
  const dayFirst = fits('dmy')
  return dayFirst === fits('mdy') ? null : dayFirst ? 'dmy' : 'mdy'
}

const FEWEST_FIRST_DAYS = 3

/** Dates that are all the first of a month, of at least three months, with the day on one side. */
function byFirstDays(cells: readonly DateCell[]): DateOrderDecision | null {
  const parted = cells.flatMap((cell) => orderedParts(cell.value) ?? [])
  const isFirst = (side: 'first' | 'second', other: 'first' | 'second') =>
    parted.every((parts) => parts[side] === 1) && new Set(parted.map((parts) => parts[other])).size >= FEWEST_FIRST_DAYS
  const order = isFirst('first', 'second') ? 'dmy' : isFirst('second', 'first') ? 'mdy' : null
  const cell = cells.find(({ value }) => orderedParts(value) !== null)
  if (order === null || cell === undefined) return null
  const reason = `all dates are the first of a month with the ${order === 'dmy' ? 'day' : 'month'} first`
  return { resolved: order, isAmbiguous: false, evidence: evidenceOf(cell, reason) }
}

function byFinishes(cells: readonly DateCell[]): DateOrderDecision {
  const monthFirst = cells.find((cell) => endsBeforeItStarts(cell, 'mdy'))
  const dayFirst = cells.find((cell) => endsBeforeItStarts(cell, 'dmy'))
  const reason = (cell: DateCell, wrong: string, right: string) =>
    `with the ${wrong} first it would come before its start, ${cell.startsAt}, so the ${right} comes first`
  if (monthFirst !== undefined && dayFirst === undefined) {
    const evidence = evidenceOf(monthFirst, reason(monthFirst, 'month', 'day'))
    return { resolved: 'dmy', isAmbiguous: false, evidence }
  }
  if (dayFirst !== undefined && monthFirst === undefined) {
    const evidence = evidenceOf(dayFirst, reason(dayFirst, 'day', 'month'))
    return { resolved: 'mdy', isAmbiguous: false, evidence }
  }
  return { resolved: 'mdy', isAmbiguous: true, evidence: null }
}

function endsBeforeItStarts({ value, startsAt }: DateCell, order: DateOrder): boolean {
  const start = startsAt === undefined ? null : parseDate(startsAt, order)
  const finish = start === null ? null : parseDate(value, order)
  return start !== null && finish !== null && finish < start
}
