import { drawBars, rowInWords } from './gantt-bars.ts'
import { daysOff, type GanttFrame, type GanttInput, type GanttRow, ganttFrame, HEADER_HEIGHT } from './gantt-frame.ts'
import { drawLegend } from './gantt-legend.ts'
import { drawLinks } from './gantt-links.ts'
import { pictureStyle } from './picture-style.ts'
import { coordinate, element, escapeText, fitText, label, textWidth } from './svg.ts'
import { dayNumber, dayText, headerTicks, type Tick, xOf } from './time-axis.ts'

const COLUMNS = { name: 12, start: 336, finish: 404 } as const
const INDENT = 13
const TEXT = 12
const SMALL = 10.5

/**
 * A schedule as an SVG picture: dated header, days off, bars with progress, brackets, diamonds, arrows, data date and
 * legend. The same input gives the same bytes.
 */
export function ganttSvg(input: GanttInput): string {
  const frame = ganttFrame(input)
  const parts = [
    `<title id="${escapeText(input.id)}-title">${escapeText(input.title)}</title>`,
    input.isStandalone ? `<style>${pictureStyle(input.scheme ?? 'auto')}</style>` : '',
    drawHatch(input.id),
    element('rect', { class: 'paper', width: frame.width, height: frame.height }),
    drawDaysOff(frame, input),
    drawHeader(frame),
    drawRowRules(frame),
    drawDateLines(frame, input),
    drawLinks(frame, input.links),
    drawBars(frame, input.id),
    frame.rows.map((row, index) => drawNames(frame, row, index)).join(''),
    drawLegend(frame, input.id, {
      hasDataDate: input.dataDate !== null,
      hasToday: input.today != null,
      hasBaseline: frame.bars.some((bar) => bar?.ghost != null),
      hasDeadline: frame.bars.some((bar) => bar?.deadlineX != null),
    }),
  ]
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    class: 'picture',
    viewBox: `0 0 ${coordinate(frame.width)} ${coordinate(frame.height)}`,
    width: frame.width,
    height: frame.height,
    role: 'img',
    'aria-labelledby': `${input.id}-title`,
  }
  return element('svg', attributes, parts.join('\n'))
}

/** Critical bars are striped as well as red, so that they stand out in print and to every eye. */
function drawHatch(id: string): string {
  const ground = element('rect', { class: 'hatch-ground', width: 5, height: 5 })
  const stroke = element('path', { class: 'hatch-line', d: 'M0 0V5' })
  const size = { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' }
  return `<defs>${element('pattern', { id: `${id}-hatch`, ...size }, ground + stroke)}</defs>`
}

function drawDaysOff(frame: GanttFrame, input: GanttInput): string {
  const { axis, top, bottom } = frame
  const { weekends, holidays } = daysOff(axis, input.calendar)
  // A stripe under about two pixels is noise, not information.
  const path = (runs: readonly [number, number][]) =>
    runs
      .filter(([from, to]) => (to - from) * axis.pixelsPerDay >= 1.8)
      .map(([from, to]) => {
        const width = coordinate((to - from) * axis.pixelsPerDay)
        return `M${coordinate(xOf(axis, from))} ${coordinate(top)}h${width}V${coordinate(bottom)}h-${width}z`
      })
      .join('')
  return drawPath('off', path(weekends)) + drawPath('holiday', path(holidays))
}

function drawPath(kind: string, d: string): string {
  return d === '' ? '' : element('path', { class: kind, d })
}

function drawHeader(frame: GanttFrame): string {
  const { axis } = frame
  const { upper, lower } = headerTicks(axis)
  const rows =
    drawTicks(frame, upper, HEADER_HEIGHT - 38, 'strong') + drawTicks(frame, lower, HEADER_HEIGHT - 19, 'faint')
  const grid = upper
    .slice(1)
    .map((tick) => `M${coordinate(xOf(axis, tick.fromDay))} ${HEADER_HEIGHT - 38}V${coordinate(frame.bottom)}`)
  const edges =
    `M${coordinate(axis.left)} ${HEADER_HEIGHT - 19}H${coordinate(axis.right)}` +
    `M${frame.isWide ? 0 : axis.left} ${HEADER_HEIGHT}H${coordinate(axis.right)}`
  const heads = frame.isWide
    ? label('Task', { x: COLUMNS.name, y: HEADER_HEIGHT - 6, class: 'small strong' }) +
      label('Start', { x: COLUMNS.start, y: HEADER_HEIGHT - 6, class: 'small strong' }) +
      label('Finish', { x: COLUMNS.finish, y: HEADER_HEIGHT - 6, class: 'small strong' })
    : ''
  return drawPath('grid', grid.join('')) + drawPath('rule', edges) + rows + heads
}

/** Cells too narrow for their text stay empty. */
function drawTicks(frame: GanttFrame, ticks: readonly Tick[], top: number, kind: string): string {
  const { axis } = frame
  const cells = ticks.map((tick) => {
    const left = xOf(axis, tick.fromDay)
    const width = xOf(axis, tick.toDay) - left
    if (textWidth(tick.text, SMALL) + 1 > width) return ''
    return label(tick.text, { x: left + width / 2, y: top + 13, class: `small ${kind}`, anchor: 'middle' })
  })
  return cells.join('')
}

function drawRowRules(frame: GanttFrame): string {
  const lines = frame.bars.map((_, index) => {
    const y = coordinate(frame.top + frame.rowHeight * (index + 1))
    return `M${frame.isWide ? 0 : frame.axis.left} ${y}H${coordinate(frame.axis.right)}`
  })
  return drawPath('grid', lines.join(''))
}

interface DateLine {
  readonly kind: 'data' | 'today'
  readonly x: number
  readonly text: string
  /** Half of what its name takes. */
  readonly half: number
}

/** Dated lines over the whole height, their names above the header: side by side where the days are close. */
function drawDateLines(frame: GanttFrame, input: GanttInput): string {
  const lines = [
    ...dateLine(frame, 'data', input.dataDate, 'Data date'),
    ...dateLine(frame, 'today', input.today ?? null, 'Today'),
  ].sort((one, other) => one.x - other.x)
  const centres = centresOf(frame, lines)
  return lines
    .map(({ kind, x, text }, at) => {
      const d = `M${coordinate(x)} ${HEADER_HEIGHT - 19}V${coordinate(frame.bottom)}`
      const name = { x: centres[at] ?? x, y: HEADER_HEIGHT - 44, class: `small ${kind}`, anchor: 'middle' } as const
      return element('path', { class: `${kind}-line`, d }) + label(text, name)
    })
    .join('\n')
}

function dateLine(frame: GanttFrame, kind: DateLine['kind'], date: string | null, name: string): DateLine[] {
  if (date === null) return []
  const x = xOf(frame.axis, dayNumber(date))
  if (x < frame.axis.left || x > frame.axis.right) return []
  const text = `${name} ${dayText(dayNumber(date))}`
  return [{ kind, x, text, half: (textWidth(text, SMALL) * BOLD) / 2 }]
}

/** Each name over its line where there is room, else one ends and the other begins between the lines. */
function centresOf({ axis }: GanttFrame, lines: readonly DateLine[]): number[] {
  const within = (x: number, before: number, after: number) =>
    Math.min(Math.max(x, axis.left + before), axis.right - after)
  const alone = lines.map(({ x, half }) => within(x, half, half))
  const [one, other] = lines
  if (!one || !other || (alone[1] ?? 0) - (alone[0] ?? 0) >= one.half + other.half + NAME_GAP) return alone
  const middle = within((one.x + other.x) / 2, 2 * one.half + NAME_GAP / 2, 2 * other.half + NAME_GAP / 2)
  return [middle - NAME_GAP / 2 - one.half, middle + NAME_GAP / 2 + other.half]
}

/** Between the names of two dated lines. */
const NAME_GAP = 10

/** How much wider a bold text stands. */
const BOLD = 1.14

function drawNames(frame: GanttFrame, row: GanttRow, index: number): string {
  const kind = row.isSummary ? 'strong' : ''
  const y = frame.top + frame.rowHeight * index + (frame.isWide ? 15 : 13)
  const finish = row.finish === null ? '' : shortDate(row.finish)
  if (!frame.isWide) return drawNarrowNames(frame, row, y, kind, finish)
  const wbsX = COLUMNS.name + INDENT * row.depth
  const nameX = wbsX + Math.max(24, textWidth(row.wbs, SMALL) + 7)
  const shown = fitText(row.name, row.isSummary ? TEXT * BOLD : TEXT, COLUMNS.start - 8 - nameX)
  return (
    label(row.wbs, { x: wbsX, y, class: 'small faint' }) +
    label(shown, { x: nameX, y, class: kind }, shown === row.name ? undefined : rowInWords(row)) +
    label(row.start === null ? '' : shortDate(row.start), { x: COLUMNS.start, y, class: `small ${kind}` }) +
    label(finish, { x: COLUMNS.finish, y, class: `small ${kind}` })
  )
}

function drawNarrowNames(frame: GanttFrame, row: GanttRow, y: number, kind: string, finish: string): string {
  const x = frame.axis.left + 8 * row.depth
  const dateWidth = textWidth(finish, SMALL) + 8
  const shown = fitText(row.name, row.isSummary ? TEXT * BOLD : TEXT, frame.axis.right - dateWidth - x)
  return (
    label(shown, { x, y, class: `over ${kind}` }, shown === row.name ? undefined : rowInWords(row)) +
    label(finish, { x: frame.axis.right, y, class: 'over small faint', anchor: 'end' })
  )
}

/** `9 Mar 26`: the columns are narrow and a plan may run over several years. */
function shortDate(date: string): string {
  const day = dayNumber(date)
  return `${dayText(day, false)} ${date.slice(2, 4)}`
}
