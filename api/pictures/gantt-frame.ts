import { isoWeekday } from '../../compute/plan/civil-day.ts'
import type { LinkTypeName } from '../../compute/plan/constraint-names.ts'
import type { PlanCalendar } from '../../compute/plan/plan-document.ts'
import { pictureSize } from './picture.ts'
import type { Scheme } from './picture-style.ts'
import { dayNumber, type TimeAxis, timeAxis, xOf, type Zoom } from './time-axis.ts'

/** One line of the picture. Dates are `YYYY-MM-DD`, the finish inclusive; null where nothing was scheduled. */
export interface GanttRow {
  readonly id: string
  readonly wbs: string
  readonly name: string
  /** 0 for the outermost level. */
  readonly depth: number
  readonly start: string | null
  readonly finish: string | null
  readonly percentComplete: number
  readonly isMilestone: boolean
  readonly isSummary: boolean
  readonly isCritical: boolean
  /** As a baseline captured it; left out or null where there is nothing to compare with. */
  readonly baseline?: { readonly start: string; readonly finish: string } | null
  /** The day by which it is to be done, whatever the schedule says. */
  readonly deadline?: string | null
}

export interface GanttLink {
  readonly predecessor: string
  readonly successor: string
  readonly depType: LinkTypeName
  readonly isDriving: boolean
}

export interface GanttInput {
  /** Prefix of the ids inside the picture: unique on its page. */
  readonly id: string
  readonly title: string
  readonly rows: readonly GanttRow[]
  readonly links: readonly GanttLink[]
  readonly dataDate: string | null
  /** Marked only when given: a picture reads no clock. */
  readonly today?: string | null
  /** Whose days off are shaded. */
  readonly calendar: PlanCalendar
  /** `wide` has a table at the left; `narrow` writes names over their bars and suits a phone. */
  readonly layout?: 'wide' | 'narrow'
  readonly zoom?: Zoom
  /** Carries its own style, to be read outside a page of ours. */
  readonly isStandalone?: boolean
  readonly scheme?: Scheme | undefined
  /** Of the wide layout, in pixels. */
  readonly width?: number | undefined
  /** Only these days are drawn, and only the rows that reach into them. */
  readonly range?: { readonly from: string; readonly to: string } | undefined
}

/** Where everything of one picture stands. */
export interface GanttFrame {
  readonly isWide: boolean
  readonly width: number
  readonly height: number
  /** Top of the first row; the header stands above it. */
  readonly top: number
  /** First pixel under the last row. */
  readonly bottom: number
  readonly rowHeight: number
  readonly barHeight: number
  readonly axis: TimeAxis
  readonly rows: readonly GanttRow[]
  readonly bars: readonly (Bar | null)[]
}

/** The place of one row's bar; a milestone is a point on the middle of its day. */
export interface Bar {
  readonly row: GanttRow
  readonly left: number
  readonly right: number
  readonly middle: number
  readonly isPoint: boolean
  /** Where the baseline has it. */
  readonly ghost: { readonly left: number; readonly right: number } | null
  /** The end of the day by which it is to be done; null where that is not drawn. */
  readonly deadlineX: number | null
}

export const HEADER_HEIGHT = 58
/** What every legend has, whatever the plan. */
const LEGEND_ENTRIES = 6
const LEGEND_AIR = 10
export const LEGEND_ROW = 24
/** What the longest entry takes. */
const LEGEND_WIDTH = { wide: 124, narrow: 118 } as const

function legendEntries({ dataDate, today }: GanttInput, bars: readonly (Bar | null)[]): number {
  const more = [
    dataDate !== null,
    today != null,
    bars.some((bar) => bar?.ghost != null),
    bars.some((bar) => bar?.deadlineX != null),
  ]
  return LEGEND_ENTRIES + more.filter(Boolean).length
}

/** How many entries of the legend stand beside each other. */
export function legendColumns({ isWide, width }: Pick<GanttFrame, 'isWide' | 'width'>): number {
  return Math.max(1, Math.floor((width - 16) / (isWide ? LEGEND_WIDTH.wide : LEGEND_WIDTH.narrow)))
}

const WIDE = { left: 472, rowHeight: 22, barHeight: 12, barDrop: 11 }
const NARROW = { left: 8, rowHeight: 33, barHeight: 10, barDrop: 24 }

export function ganttFrame(input: GanttInput): GanttFrame {
  const { isWide, width } = pictureSize(input)
  const size = isWide ? { ...WIDE, right: width - 12 } : { ...NARROW, right: width - 8 }
  const axis = timeAxis({ ...spanOf(input), left: size.left, right: size.right, zoom: input.zoom })
  const top = HEADER_HEIGHT
  const rows = rowsInRange(input)
  const bottom = top + size.rowHeight * Math.max(1, rows.length)
  const bars = rows.map((row, index) => barOf(row, axis, top + size.rowHeight * index + size.barDrop))
  return {
    isWide,
    width,
    height: bottom + LEGEND_AIR + LEGEND_ROW * Math.ceil(legendEntries(input, bars) / legendColumns({ isWide, width })),
    top,
    bottom,
    rowHeight: size.rowHeight,
    barHeight: size.barHeight,
    axis,
    rows,
    bars,
  }
}

/** Rows that are not dated stay only where everything is drawn. */
function rowsInRange({ rows, range }: GanttInput): readonly GanttRow[] {
  if (range === undefined) return rows
  return rows.filter(
    ({ start, finish }) => start !== null && finish !== null && start <= range.to && finish >= range.from,
  )
}

/** From the Monday before the first date to the Monday after the last, with a week of air at the end. */
function spanOf(input: GanttInput): { firstDay: number; endDay: number } {
  if (input.range) return { firstDay: dayNumber(input.range.from), endDay: dayNumber(input.range.to) + 1 }
  const dates = [
    input.dataDate,
    input.today,
    ...input.rows.flatMap((row) => [row.start, row.finish, row.baseline?.start, row.baseline?.finish, row.deadline]),
  ]
  const days = dates.filter((date) => date != null).map(dayNumber)
  const first = days.reduce((least, day) => Math.min(least, day), days[0] ?? 0)
  const last = days.reduce((most, day) => Math.max(most, day), first + 13)
  return { firstDay: first - isoWeekday(first) + 1 - 7, endDay: last - isoWeekday(last) + 1 + 14 }
}

function barOf(row: GanttRow, axis: TimeAxis, middle: number): Bar | null {
  if (row.start === null || row.finish === null) return null
  const startDay = dayNumber(row.start)
  const endDay = Math.max(startDay, dayNumber(row.finish)) + 1
  const deadlineX = deadlineOf(row, axis)
  if (row.isMilestone && !row.isSummary) {
    const x = xOf(axis, dayNumber(row.finish) + 0.5)
    return { row, left: x, right: x, middle, isPoint: true, ghost: ghostOf(row, axis), deadlineX }
  }
  const left = Math.max(axis.left, xOf(axis, startDay))
  // A day is less than a pixel in a long plan; its bar stays visible.
  return {
    row,
    left,
    right: Math.max(left + 1.5, Math.min(axis.right, xOf(axis, endDay))),
    middle,
    isPoint: false,
    ghost: ghostOf(row, axis),
    deadlineX,
  }
}

function deadlineOf({ deadline }: GanttRow, axis: TimeAxis): number | null {
  if (deadline == null) return null
  const x = xOf(axis, dayNumber(deadline) + 1)
  return x < axis.left || x > axis.right ? null : x
}

function ghostOf({ baseline, isMilestone, isSummary }: GanttRow, axis: TimeAxis): Bar['ghost'] {
  if (!baseline) return null
  if (isMilestone && !isSummary) {
    const x = xOf(axis, dayNumber(baseline.finish) + 0.5)
    return { left: x, right: x }
  }
  const startDay = dayNumber(baseline.start)
  const left = xOf(axis, startDay)
  const right = Math.max(left + 1.5, xOf(axis, Math.max(startDay, dayNumber(baseline.finish)) + 1))
  if (right < axis.left || left > axis.right) return null
  return { left: Math.max(axis.left, left), right: Math.min(axis.right, right) }
}

/** Runs of days off, told apart by whether the week or an exception makes them so. */
export function daysOff(
  axis: TimeAxis,
  calendar: PlanCalendar,
): { weekends: [number, number][]; holidays: [number, number][] } {
  const working = new Set(calendar.working_days ?? [1, 2, 3, 4, 5])
  const exceptionOf = new Map<number, boolean>()
  for (const exception of calendar.exceptions ?? []) {
    const from = Math.max(axis.firstDay, dayNumber(exception.from))
    const to = Math.min(axis.endDay - 1, dayNumber(exception.to))
    for (let day = from; day <= to; day++) exceptionOf.set(day, exception.working === true)
  }
  const weekends: [number, number][] = []
  const holidays: [number, number][] = []
  for (let day = axis.firstDay; day < axis.endDay; day++) {
    const worksByWeek = working.has(isoWeekday(day))
    if (exceptionOf.get(day) ?? worksByWeek) continue
    extend(worksByWeek ? holidays : weekends, day)
  }
  return { weekends, holidays }
}

function extend(runs: [number, number][], day: number): void {
  const last = runs.at(-1)
  if (last && last[1] === day) last[1] = day + 1
  else runs.push([day, day + 1])
}
