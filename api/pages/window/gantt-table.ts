import { isLate, rowInWords } from '../../pictures/gantt-bars.ts'
import { daysOff, type GanttLink, type GanttRow } from '../../pictures/gantt-frame.ts'
import { coordinate, element, escapeText, textWidth } from '../../pictures/svg.ts'
import { dayNumber, dayText, headerTicks, type TimeAxis, timeAxis, type Zoom } from '../../pictures/time-axis.ts'
import type { GanttDocument } from '../pictures/picture.schema.ts'
import { isWithin } from '../pictures/read-gantt.ts'

// The schedule as a table whose last column is a picture. All places across are percent of that column, so that a zoom
// is a width and nothing is drawn again; rows stand in pieces of which a browser draws only those that are seen.

export const ZOOMS = ['fit', 'day', 'week', 'month', 'quarter'] as const
export type TableZoom = (typeof ZOOMS)[number]

const PIXELS_A_DAY: Record<Exclude<TableZoom, 'fit'>, number> = { day: 22, week: 6, month: 1.8, quarter: 0.6 }
const AXIS_ZOOM: Record<Exclude<TableZoom, 'fit'>, Zoom> = {
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
}
/** What the column has at least where everything is to fit: names of the header that fit here fit on any screen. */
const FIT_PIXELS = 620
const ROW_HEIGHT = 26
const CHUNK_ROWS = 50
/** Pieces that are there at once. The others wait as text, of which the script makes elements as they come near. */
const READY_CHUNKS = 4
const SMALL = 10.5

export interface TableView {
  readonly zoom: TableZoom
  /** Rows in the order of the plan; those that a search or a filter left. */
  readonly rows: readonly GanttRow[]
  readonly links: readonly GanttLink[]
  readonly document: GanttDocument
}

interface Span {
  readonly firstDay: number
  readonly days: number
}

export function spanOf({ rows, document }: Pick<TableView, 'rows' | 'document'>): Span {
  const dates = rows.flatMap((row) => [row.start, row.finish, row.deadline, row.baseline?.start, row.baseline?.finish])
  const marks = [document.data_date, isWithin(document, document.today) ? document.today : null]
  const days = [...dates, ...marks].filter((date) => date != null).map(dayNumber)
  const first = days.reduce((least, day) => Math.min(least, day), days[0] ?? dayNumber(document.today))
  const last = days.reduce((most, day) => Math.max(most, day), first + 13)
  const air = Math.max(2, Math.round((last - first) * 0.02))
  return { firstDay: first - air, days: last - first + 1 + 2 * air }
}

/** What of the style depends on the plan: the widths of the last column by zoom, and its lines on paper. */
export function tableStyle(span: Span, document: GanttDocument): string {
  const widths = Object.entries(PIXELS_A_DAY).map(
    // As wide as the window at least: what lies behind the rows reaches over all of it.
    ([zoom, pixels]) => `.zoom-${zoom}{--lane:minmax(${Math.max(FIT_PIXELS, Math.round(span.days * pixels))}px,1fr)}`,
  )
  return [...widths, paperLines(span, document)].join('\n')
}

/** Rows on paper stand in pages that no line behind them crosses: each row has its piece of the lines. */
function paperLines(span: Span, document: GanttDocument): string {
  const today = isWithin(document, document.today) ? document.today : null
  // The colours that pictures have on paper, written out: a cell is no picture and knows none of them.
  // Backgrounds: boxes of their own, two a row, took a third of the time that printing thousands of rows takes.
  const line = (date: string | null, colour: string, height: string) =>
    date === null
      ? []
      : [`linear-gradient(${colour},${colour}) ${percent(at(span, dayNumber(date)))} 0/1pt ${height} no-repeat`]
  const lines = [...line(document.data_date, '#0d5c36', '100%'), ...line(today, '#6b3596', '50%')]
  return lines.length === 0
    ? ''
    : `@media print{.gantt .chunk .lane{print-color-adjust:exact;background:${lines.join(',')}}}`
}

export function drawGanttTable(view: TableView): string {
  const { rows, document, zoom } = view
  const span = spanOf(view)
  const chunks: string[] = []
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    const lines = rows.slice(from, from + CHUNK_ROWS).map((row, index) => drawRow(row, span, from + index))
    const isReady = chunks.length < READY_CHUNKS
    const content = isReady ? lines.join('\n') : `<noscript>${lines.join('\n')}</noscript>`
    chunks.push(`<div class="chunk" role="rowgroup" data-rows="${lines.length}">${content}</div>`)
  }
  const axes = [drawAxis(span, 'fit', FIT_PIXELS)]
  for (const [name, pixels] of Object.entries(PIXELS_A_DAY)) {
    axes.push(drawAxis(span, name as TableZoom, Math.max(FIT_PIXELS, span.days * pixels)))
  }
  const links = linksOf(view, span)
  return `<div class="gantt zoom-${zoom}" id="gantt" role="region" aria-label="Schedule" tabindex="0">
<div class="table" role="table" aria-label="Schedule of ${escapeText(document.project.name)}" aria-rowcount="${rows.length + 1}">
<div class="head" role="rowgroup"><div class="row" role="row"><span class="name" role="columnheader">Task</span><span class="date" role="columnheader">Start</span><span class="date" role="columnheader">Finish</span><span class="lane" role="columnheader"><span class="unseen">Bar</span>${axes.join('')}</span></div></div>
<div class="body">${drawBack(view, span)}
${chunks.join('\n')}
${drawLinks(links, rows.length, span)}</div></div></div>
<script type="application/json" id="gantt-links">${JSON.stringify({ rowHeight: ROW_HEIGHT, links }).replace(/</g, '\\u003c')}</script>`
}

function percent(value: number): string {
  return `${Math.round(value * 100_000) / 1000}%`
}

function at(span: Span, day: number): number {
  return (day - span.firstDay) / span.days
}

function drawAxis(span: Span, zoom: TableZoom, width: number): string {
  const axis: TimeAxis = timeAxis({
    firstDay: span.firstDay,
    endDay: span.firstDay + span.days,
    left: 0,
    right: width,
    ...(zoom === 'fit' ? {} : { zoom: AXIS_ZOOM[zoom] }),
  })
  const { upper, lower } = headerTicks(span.days > 2200 && zoom === 'fit' ? { ...axis, zoom: 'quarters' } : axis)
  const cells = [upper, lower].map((ticks, line) =>
    ticks
      .map((tick) => {
        const left = at(span, tick.fromDay)
        const share = at(span, tick.toDay) - left
        const stroke = `<line class="grid" x1="${percent(left)}" x2="${percent(left)}" y1="${line * 19}" y2="38"/>`
        if (textWidth(tick.text, SMALL) + 1 > share * width) return stroke
        const place = `x="${percent(left + share / 2)}" y="${14 + line * 19}"`
        return `${stroke}<text class="small ${line === 0 ? 'strong' : 'faint'}" ${place} text-anchor="middle">${escapeText(tick.text)}</text>`
      })
      .join(''),
  )
  return `<svg class="picture axis axis-${zoom}" height="38" aria-hidden="true">${cells.join('')}</svg>`
}

/** Days off, and the lines of the data date and of today, once behind all rows. */
function drawBack({ document }: TableView, span: Span): string {
  const axis = timeAxis({ firstDay: span.firstDay, endDay: span.firstDay + span.days, left: 0, right: FIT_PIXELS })
  const { weekends, holidays } = daysOff(axis, document.calendar as Parameters<typeof daysOff>[1])
  // Weekends of years are noise, and thousands of elements.
  const off = span.days > 800 ? [] : weekends
  const rects = (kind: string, runs: readonly [number, number][]) =>
    runs
      .map(
        ([from, to]) =>
          `<rect class="${kind}" x="${percent(at(span, from))}" width="${percent((to - from) / span.days)}" height="100%"/>`,
      )
      .join('')
  const mark = (kind: string, date: string | null) => {
    if (date === null) return ''
    const x = percent(at(span, dayNumber(date)))
    return `<line class="${kind}-line" x1="${x}" x2="${x}" y1="0" y2="100%"/>`
  }
  const today = isWithin(document, document.today) ? document.today : null
  return `<svg class="picture back" aria-hidden="true">${rects('off', off)}${rects('holiday', holidays)}${mark('data', document.data_date)}${mark('today', today)}</svg>`
}

function drawRow(row: GanttRow, span: Span, index: number): string {
  const kinds = ['row']
  if (row.isSummary) kinds.push('summary')
  if (row.isCritical && row.percentComplete < 100) kinds.push('critical-row')
  const name = `<span class="name d${Math.min(row.depth, 9)}" role="rowheader"><span class="wbs">${escapeText(row.wbs)}</span> <a class="text" href="tasks/${row.id}/">${escapeText(row.name)}</a></span>`
  const dates = `<span class="date" role="cell">${shortDay(row.start)}</span><span class="date" role="cell">${shortDay(row.finish)}</span>`
  return `<div class="${kinds.join(' ')}" role="row" aria-rowindex="${index + 2}" id="t-${row.id}" data-depth="${row.depth}">${name}${dates}<span class="lane" role="cell">${drawLane(row, span)}</span></div>`
}

function drawLane(row: GanttRow, span: Span): string {
  const title = `<title>${escapeText(rowInWords(row))}</title>`
  const middle = ROW_HEIGHT / 2
  if (row.start === null || row.finish === null) return `<span class="unseen">not scheduled</span>`
  const left = at(span, dayNumber(row.start))
  const right = at(span, Math.max(dayNumber(row.start), dayNumber(row.finish)) + 1)
  const marks = drawBaseline(row, span) + drawDeadline(row, span)
  const kind = row.percentComplete >= 100 ? 'past' : row.isCritical ? 'critical' : 'task'
  let bar: string
  if (row.isMilestone && !row.isSummary) {
    const x = percent(at(span, dayNumber(row.finish) + 0.5))
    const diamond = element('path', {
      class: kind === 'task' ? 'milestone' : `milestone ${kind}`,
      d: `M0 ${middle - 7}l7 7l-7 7l-7 -7z`,
    })
    bar = `<svg x="${x}" overflow="visible">${diamond}</svg>`
  } else if (row.isSummary) {
    bar = `<rect class="summary" x="${percent(left)}" width="${percent(right - left)}" y="${middle - 5}" height="7"/>${ends(left, right)}${done('summary-done', row, { left, right, y: middle - 3, height: 3 })}`
  } else {
    const fill = kind === 'critical' ? ' fill="url(#gantt-hatch)"' : ''
    bar = `<rect class="${kind}" x="${percent(left)}" width="${percent(right - left)}" y="${middle - 6}" height="12" rx="2"${fill}/>${done(`${kind}-done`, row, { left, right, y: middle - 2, height: 4 })}`
  }
  return `<svg class="picture bar" height="${ROW_HEIGHT}" role="img">${title}${marks}${bar}</svg>`
}

function ends(left: number, right: number): string {
  const tip = (share: number, turn: 1 | -1) =>
    `<svg x="${percent(share)}" overflow="visible"><path class="summary" d="M0 ${ROW_HEIGHT / 2 + 1}v5l${5 * turn} -5z"/></svg>`
  return tip(left, 1) + tip(right, -1)
}

function done(kind: string, row: GanttRow, place: { left: number; right: number; y: number; height: number }): string {
  const share = Math.min(100, Math.max(0, row.percentComplete)) / 100
  if (share === 0) return ''
  const width = percent((place.right - place.left) * share)
  return `<rect class="${kind}" x="${percent(place.left)}" width="${width}" y="${place.y}" height="${place.height}"/>`
}

function drawBaseline({ baseline, isMilestone }: GanttRow, span: Span): string {
  if (!baseline) return ''
  const right = at(span, dayNumber(baseline.finish) + 1)
  if (isMilestone) {
    return `<svg x="${percent(at(span, dayNumber(baseline.finish) + 0.5))}" overflow="visible"><path class="ghost-point" d="M0 6l7 7l-7 7l-7 -7z"/></svg>`
  }
  const left = at(span, dayNumber(baseline.start))
  return `<rect class="ghost" x="${percent(left)}" width="${percent(Math.max(0.0005, right - left))}" y="21" height="3"/>`
}

function drawDeadline(row: GanttRow, span: Span): string {
  if (row.deadline == null) return ''
  const x = percent(at(span, dayNumber(row.deadline) + 1))
  const kind = isLate(row) ? 'deadline missed' : 'deadline'
  return `<svg x="${x}" overflow="visible"><path class="${kind}" d="M-4 3h4v20h-4"/></svg>`
}

/** A link by the rows and days it joins: predecessor row, its day, successor row, its day, 1 where it is on the critical path. */
type DrawnLink = readonly [from: number, fromDay: number, to: number, toDay: number, isHot: 0 | 1]

function linksOf({ rows, links }: TableView, span: Span): DrawnLink[] {
  const indexOf = new Map(rows.map((row, index) => [row.id, index]))
  return links.flatMap((link): DrawnLink[] => {
    const from = indexOf.get(link.predecessor)
    const to = indexOf.get(link.successor)
    if (from === undefined || to === undefined) return []
    const [before, after] = [rows[from], rows[to]]
    if (!before?.start || !before.finish || !after?.start || !after.finish) return []
    const day = (row: GanttRow, isFinish: boolean) => {
      if (row.isMilestone && !row.isSummary) return dayNumber(row.finish as string) + 0.5
      return isFinish ? dayNumber(row.finish as string) + 1 : dayNumber(row.start as string)
    }
    const fromDay = day(before, link.depType === 'FS' || link.depType === 'FF') - span.firstDay
    const toDay = day(after, link.depType === 'FF' || link.depType === 'SF') - span.firstDay
    const isOpen = before.percentComplete < 100 || after.percentComplete < 100
    const isHot = isOpen && link.isDriving && before.isCritical && after.isCritical
    return [[from, fromDay, to, toDay, isHot ? 1 : 0]]
  })
}

function drawLinks(links: readonly DrawnLink[], rowCount: number, span: Span): string {
  const height = Math.max(1, rowCount) * ROW_HEIGHT
  const path = (wanted: 0 | 1) =>
    links
      .filter(([, , , , isHot]) => isHot === wanted)
      .map(([from, fromDay, to, toDay]) => linkPath(from, fromDay, to, toDay))
      .join('')
  return `<svg class="picture links" viewBox="0 0 ${span.days} ${height}" preserveAspectRatio="none" height="${height}" aria-hidden="true"><path class="link" d="${path(0)}"/><path class="link hot" d="${path(1)}"/></svg>`
}

/** Out of the one bar, down or up beside it, and into the other. The script draws it again where rows are folded away. */
function linkPath(from: number, fromDay: number, to: number, toDay: number): string {
  const y1 = (from + 0.5) * ROW_HEIGHT
  const y2 = (to + 0.5) * ROW_HEIGHT
  if (toDay >= fromDay) return `M${coordinate(fromDay)} ${y1}H${coordinate(toDay)}V${y2 + (to > from ? -6 : 6)}`
  const between = to > from ? y2 - ROW_HEIGHT / 2 : y2 + ROW_HEIGHT / 2
  return `M${coordinate(fromDay)} ${y1}V${between}H${coordinate(toDay)}V${y2 + (to > from ? -6 : 6)}`
}

/** Critical bars are striped as well as red; once on a page. */
export const HATCH = `<svg class="picture defs" width="0" height="0" aria-hidden="true"><defs><pattern id="gantt-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="5" height="5"/><path class="hatch-line" d="M0 0V5"/></pattern></defs></svg>`

function shortDay(date: string | null): string {
  if (date === null) return '–'
  return `${dayText(dayNumber(date), false)} ${date.slice(2, 4)}`
}
