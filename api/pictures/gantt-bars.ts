import type { Bar, GanttFrame, GanttRow } from './gantt-frame.ts'
import { coordinate, element, escapeText } from './svg.ts'
import { dayNumber, dayText } from './time-axis.ts'

const DIAMOND = 7
const GHOST_HEIGHT = 3
const BRACKET = { depth: 6, tip: 5, tipWidth: 6 }

/** Bars, brackets and diamonds, each with a title that says in words what it shows. */
export function drawBars(frame: GanttFrame, id: string): string {
  return frame.bars.map((bar) => (bar ? drawBar(frame, bar, id) : '')).join('')
}

function drawBar(frame: GanttFrame, bar: Bar, id: string): string {
  const title = `<title>${escapeText(rowInWords(bar.row))}</title>`
  const deadline =
    bar.deadlineX === null ? '' : drawDeadline(bar.deadlineX, bar.middle, frame.barHeight, isLate(bar.row))
  const ghost = deadline + (bar.ghost ? drawGhost(bar.ghost, bar.middle, frame.barHeight, bar.isPoint) : '')
  if (bar.isPoint) return `<g>${title}${ghost}${diamond(bar.left, bar.middle, kindOf(bar.row))}</g>`
  if (bar.row.isSummary) return `<g>${title}${ghost}${bracket(bar)}</g>`
  return `<g>${title}${ghost}${box(bar, frame.barHeight, kindOf(bar.row), id)}</g>`
}

/** Whether the schedule misses the day by which a task is to be done. */
export function isLate({ finish, deadline }: Pick<GanttRow, 'finish' | 'deadline'>): boolean {
  return deadline != null && finish !== null && finish > deadline
}

/** A bracket that closes the day by which a task is to be done, heavier where the schedule misses it. */
export function drawDeadline(x: number, middle: number, barHeight: number, missed: boolean): string {
  const half = barHeight / 2 + 3
  const d = `M${coordinate(x - 4)} ${coordinate(middle - half)}h4v${coordinate(2 * half)}h-4`
  return element('path', { class: missed ? 'deadline missed' : 'deadline', d })
}

/** A thin bar under the one of today, or an empty diamond behind it. */
export function drawGhost(
  ghost: { readonly left: number; readonly right: number },
  middle: number,
  barHeight: number,
  isPoint: boolean,
): string {
  if (isPoint) {
    const d = `M${coordinate(ghost.left)} ${coordinate(middle - DIAMOND)}l${DIAMOND} ${DIAMOND}l-${DIAMOND} ${DIAMOND}l-${DIAMOND} -${DIAMOND}z`
    return element('path', { class: 'ghost-point', d })
  }
  const place = {
    x: ghost.left,
    y: middle + barHeight / 2 + 0.5,
    width: ghost.right - ghost.left,
    height: GHOST_HEIGHT,
  }
  return element('rect', { class: 'ghost', ...place })
}

type Kind = 'task' | 'past' | 'critical'

function kindOf(row: GanttRow): Kind {
  if (row.percentComplete >= 100) return 'past'
  return row.isCritical ? 'critical' : 'task'
}

export function diamond(x: number, y: number, kind: Kind): string {
  const d = `M${coordinate(x)} ${coordinate(y - DIAMOND)}l${DIAMOND} ${DIAMOND}l-${DIAMOND} ${DIAMOND}l-${DIAMOND} -${DIAMOND}z`
  return element('path', { class: kind === 'task' ? 'milestone' : `milestone ${kind}`, d })
}

/** A bar with its progress inside: a stripe along the middle, so that the kind stays visible on both sides of it. */
export function box(
  place: { left: number; right: number; middle: number; row: { percentComplete: number } },
  height: number,
  kind: Kind,
  id: string,
): string {
  const width = place.right - place.left
  const outline = element('rect', {
    class: kind,
    x: place.left,
    y: place.middle - height / 2,
    width,
    height,
    rx: Math.min(2, width / 2),
    fill: kind === 'critical' ? `url(#${id}-hatch)` : undefined,
  })
  const share = Math.min(100, Math.max(0, place.row.percentComplete)) / 100
  if (share === 0) return outline
  const stripe = { x: place.left, y: place.middle - height / 6, width: width * share, height: height / 3 }
  return outline + element('rect', { class: `${kind}-done`, ...stripe })
}

export function bracket(place: {
  left: number
  right: number
  middle: number
  row: { percentComplete: number }
}): string {
  const { left, right } = place
  const top = place.middle - BRACKET.depth
  const tipWidth = Math.min(BRACKET.tipWidth, (right - left) / 2)
  const d =
    `M${coordinate(left)} ${coordinate(top)}H${coordinate(right)}v${BRACKET.depth + BRACKET.tip}` +
    `l${coordinate(-tipWidth)} -${BRACKET.tip}H${coordinate(left + tipWidth)}l${coordinate(-tipWidth)} ${BRACKET.tip}z`
  const outline = element('path', { class: 'summary', d })
  const share = Math.min(100, Math.max(0, place.row.percentComplete)) / 100
  const room = right - left - 2
  if (share === 0 || room <= 0) return outline
  return outline + element('rect', { class: 'summary-done', x: left + 1, y: top + 2, width: room * share, height: 2 })
}

/** One row in words, for the tooltip and for readers without the picture. */
export function rowInWords(row: GanttRow): string {
  const name = `${row.wbs} ${row.name}`.trim()
  if (row.start === null || row.finish === null) return `${name}: not scheduled`
  const finish = dayText(dayNumber(row.finish))
  const when = row.isMilestone ? `milestone on ${finish}` : `${dayText(dayNumber(row.start))} to ${finish}`
  const progress = row.percentComplete > 0 ? `, ${Math.round(row.percentComplete)} % complete` : ''
  return `${name}: ${when}${progress}${row.isCritical ? ', critical' : ''}${deadlineInWords(row)}${baselineInWords(row)}`
}

function deadlineInWords(row: GanttRow): string {
  if (row.deadline == null) return ''
  return `, ${isLate(row) ? 'misses its deadline' : 'deadline'} ${dayText(dayNumber(row.deadline))}`
}

function baselineInWords({ baseline, isMilestone }: GanttRow): string {
  if (!baseline) return ''
  const finish = dayText(dayNumber(baseline.finish))
  return isMilestone ? `, baseline ${finish}` : `, baseline ${dayText(dayNumber(baseline.start))} to ${finish}`
}
