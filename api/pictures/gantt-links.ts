import type { Bar, GanttFrame, GanttLink } from './gantt-frame.ts'
import { coordinate, element } from './svg.ts'

const STUB = 6
const DIAMOND = 7

/** Dependency arrows, one path for lines of a kind and one for their heads. Links to rows not shown are left out. */
export function drawLinks(frame: GanttFrame, links: readonly GanttLink[]): string {
  const barOfId = new Map(frame.bars.flatMap((bar) => (bar ? [[bar.row.id, bar] as const] : [])))
  const cold = { lines: '', heads: '' }
  const hot = { lines: '', heads: '' }
  for (const link of links) {
    const from = barOfId.get(link.predecessor)
    const to = barOfId.get(link.successor)
    // The narrow picture writes names between the bars: only the links that set dates are worth crossing them.
    if (!from || !to || (!frame.isWide && !link.isDriving)) continue
    const isHot = link.isDriving && from.row.isCritical && to.row.isCritical
    const arrow = routeLink(frame, link, from, to)
    const pen = isHot ? hot : cold
    pen.lines += arrow.line
    pen.heads += arrow.head
  }
  return drawPen(cold, '') + drawPen(hot, ' hot')
}

function drawPen(pen: { lines: string; heads: string }, suffix: string): string {
  if (pen.lines === '') return ''
  const line = element('path', { class: `link${suffix}`, d: pen.lines })
  return line + element('path', { class: `link-head${suffix}`, d: pen.heads })
}

interface Arrow {
  readonly line: string
  readonly head: string
}

function routeLink(frame: GanttFrame, link: GanttLink, from: Bar, to: Bar): Arrow {
  const fromX = link.depType === 'FS' || link.depType === 'FF' ? edgeX(from, 'right') : edgeX(from, 'left')
  if (link.depType === 'FS') {
    const dropX = to.isPoint ? to.left : to.left + Math.min(4, (to.right - to.left) / 2)
    // A milestone's arrow may leave through its lower or upper corner.
    const leaveX = from.isPoint ? from.right : fromX
    return dropX >= leaveX - 1 ? dropInto(frame, leaveX, from, dropX, to) : aroundToStart(frame, fromX, from, to)
  }
  if (link.depType === 'SS') {
    const x = Math.min(fromX, edgeX(to, 'left')) - STUB
    return sideways([fromX, from.middle], [x], to.middle, edgeX(to, 'left'), 'right')
  }
  if (link.depType === 'FF') {
    const x = Math.max(fromX, edgeX(to, 'right')) + STUB
    return sideways([fromX, from.middle], [x], to.middle, edgeX(to, 'right'), 'left')
  }
  const toX = edgeX(to, 'right')
  if (toX + STUB <= fromX - STUB) return sideways([fromX, from.middle], [fromX - STUB], to.middle, toX, 'left')
  return sideways([fromX, from.middle], [fromX - STUB, gapY(frame, from, to), toX + STUB], to.middle, toX, 'left')
}

function edgeX(bar: Bar, side: 'left' | 'right'): number {
  if (!bar.isPoint) return bar[side]
  return side === 'left' ? bar.left - DIAMOND : bar.right + DIAMOND
}

/** Along the predecessor's line, then straight into the successor's top (or bottom, when it stands above). */
function dropInto(frame: GanttFrame, fromX: number, from: Bar, x: number, to: Bar): Arrow {
  const isDown = to.middle > from.middle
  const half = to.isPoint ? DIAMOND : frame.barHeight / 2
  const y = isDown ? to.middle - half : to.middle + half
  const start =
    x < fromX
      ? `M${coordinate(x)} ${coordinate(from.middle)}`
      : `M${coordinate(fromX)} ${coordinate(from.middle)}H${coordinate(x)}`
  const tail = isDown ? y - 4 : y + 4
  return { line: `${start}V${coordinate(tail)}`, head: headAt(x, y, isDown ? 'down' : 'up') }
}

/** The successor begins before the predecessor ends: back through the gap between the lines, in from the left. */
function aroundToStart(frame: GanttFrame, fromX: number, from: Bar, to: Bar): Arrow {
  const toX = edgeX(to, 'left')
  return sideways([fromX, from.middle], [fromX + STUB, gapY(frame, from, to), toX - STUB], to.middle, toX, 'right')
}

/** The line between the rows, on the predecessor's side of the successor. */
function gapY(frame: GanttFrame, from: Bar, to: Bar): number {
  const toGap = frame.barHeight / 2 + (frame.rowHeight - frame.barHeight) / 2
  return to.middle > from.middle ? to.middle - toGap : to.middle + toGap
}

/** Turns at the given x, y, x …, then to the height of the end and in from one side. */
function sideways(
  from: [number, number],
  turns: readonly number[],
  y: number,
  endX: number,
  pointing: 'left' | 'right',
): Arrow {
  const path = turns.map((turn, index) => `${index % 2 === 0 ? 'H' : 'V'}${coordinate(turn)}`).join('')
  const tail = pointing === 'right' ? endX - 4 : endX + 4
  const line = `M${coordinate(from[0])} ${coordinate(from[1])}${path}V${coordinate(y)}H${coordinate(tail)}`
  return { line, head: headAt(endX, y, pointing) }
}

const HEADS = {
  right: 'l-5 -3v6z',
  left: 'l5 -3v6z',
  down: 'l-3 -5h6z',
  up: 'l-3 5h6z',
} as const

function headAt(x: number, y: number, pointing: keyof typeof HEADS): string {
  return `M${coordinate(x)} ${coordinate(y)}${HEADS[pointing]}`
}
