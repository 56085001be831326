import { formatCivilDay, isoWeekday, parseCivilDay } from '../../compute/plan/civil-day.ts'

/** What one column of the header stands for. */
export type Zoom = 'days' | 'weeks' | 'months' | 'quarters'

const DAY_MS = 86_400_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Narrowest column of each zoom that holds a day of two digits, in pixels a day: a row that ends after the 9th tells less than weeks. */
const DAYS_FROM = 14.5
const WEEKS_FROM = 2.1

/** A linear scale from day numbers to pixels; `endDay` is the first day past the right edge. */
export interface TimeAxis {
  readonly firstDay: number
  readonly endDay: number
  readonly left: number
  readonly right: number
  readonly pixelsPerDay: number
  readonly zoom: Zoom
}

/** One cell of a header row. */
export interface Tick {
  readonly fromDay: number
  readonly toDay: number
  readonly text: string
}

export function timeAxis(span: {
  firstDay: number
  endDay: number
  left: number
  right: number
  zoom?: Zoom
}): TimeAxis {
  const pixelsPerDay = (span.right - span.left) / (span.endDay - span.firstDay)
  const fitting = pixelsPerDay >= DAYS_FROM ? 'days' : pixelsPerDay >= WEEKS_FROM ? 'weeks' : 'months'
  return { ...span, pixelsPerDay, zoom: span.zoom ?? fitting }
}

/** The left edge of a day. */
export function xOf(axis: TimeAxis, day: number): number {
  return axis.left + (day - axis.firstDay) * axis.pixelsPerDay
}

/** The two header rows: years over months, or months over weeks or days. */
export function headerTicks(axis: TimeAxis): { upper: Tick[]; lower: Tick[] } {
  if (axis.zoom === 'quarters') return { upper: yearTicks(axis), lower: quarterTicks(axis) }
  if (axis.zoom === 'months') return { upper: yearTicks(axis), lower: monthTicks(axis, false) }
  return { upper: monthTicks(axis, true), lower: axis.zoom === 'weeks' ? weekTicks(axis) : dayTicks(axis) }
}

function yearTicks(axis: TimeAxis): Tick[] {
  return cut(axis, (day) => {
    const year = yearOf(day)
    return { text: String(year), nextDay: dayOf(year + 1, 1) }
  })
}

function monthTicks(axis: TimeAxis, withYear: boolean): Tick[] {
  return cut(axis, (day) => {
    const year = yearOf(day)
    const month = monthOf(day)
    const name = MONTHS[month - 1] as string
    const nextDay = month === 12 ? dayOf(year + 1, 1) : dayOf(year, month + 1)
    return { text: withYear ? `${name} ${year}` : name, nextDay }
  })
}

function quarterTicks(axis: TimeAxis): Tick[] {
  return cut(axis, (day) => {
    const year = yearOf(day)
    const quarter = Math.floor((monthOf(day) - 1) / 3) + 1
    return { text: `Q${quarter}`, nextDay: quarter === 4 ? dayOf(year + 1, 1) : dayOf(year, quarter * 3 + 1) }
  })
}

/** Weeks are named by the day of the month of their Monday. */
function weekTicks(axis: TimeAxis): Tick[] {
  return cut(axis, (day) => {
    const monday = day - isoWeekday(day) + 1
    return { text: String(Number(formatCivilDay(monday).slice(8))), nextDay: monday + 7 }
  })
}

function dayTicks(axis: TimeAxis): Tick[] {
  return cut(axis, (day) => ({ text: String(Number(formatCivilDay(day).slice(8))), nextDay: day + 1 }))
}

function cut(axis: TimeAxis, at: (day: number) => { text: string; nextDay: number }): Tick[] {
  const ticks: Tick[] = []
  for (let day = axis.firstDay; day < axis.endDay; ) {
    const { text, nextDay } = at(day)
    ticks.push({ fromDay: day, toDay: Math.min(nextDay, axis.endDay), text })
    day = nextDay
  }
  return ticks
}

/** `9 Mar 2026`, or `9 Mar` without the year. */
export function dayText(day: number, withYear = true): string {
  const [year, month, dayOfMonth] = formatCivilDay(day).split('-').map(Number) as [number, number, number]
  return `${dayOfMonth} ${MONTHS[month - 1]}${withYear ? ` ${year}` : ''}`
}

/** The day number of a date that the service itself wrote. */
export function dayNumber(date: string): number {
  const day = parseCivilDay(date)
  if (day === null) throw new RangeError(`${date} is no date`)
  return day
}

function yearOf(day: number): number {
  return Number(formatCivilDay(day).slice(0, 4))
}

function monthOf(day: number): number {
  return Number(formatCivilDay(day).slice(5, 7))
}

/** The first of a month, also of the year after the last that a date may name: an axis ends before it. */
function dayOf(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, 1) / DAY_MS
}
