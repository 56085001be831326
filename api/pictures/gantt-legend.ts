import { box, bracket, diamond, drawDeadline, drawGhost } from './gantt-bars.ts'
import { type GanttFrame, LEGEND_ROW, legendColumns } from './gantt-frame.ts'
import { element, label } from './svg.ts'

interface Entry {
  readonly text: string
  readonly draw: (x: number, y: number) => string
}

const SWATCH = 30

/** What the marks mean, under the rows. */
export function drawLegend(
  frame: GanttFrame,
  id: string,
  marks: { hasToday: boolean; hasDataDate: boolean; hasBaseline: boolean; hasDeadline: boolean },
): string {
  const bar = (x: number, y: number, percentComplete: number) => ({
    left: x,
    right: x + SWATCH,
    middle: y,
    row: { percentComplete },
  })
  const line = (kind: string) => (x: number, y: number) =>
    element('path', { class: `${kind}-line`, d: `M${x + SWATCH / 2} ${y - 7}v14` })
  const entries: Entry[] = [
    { text: 'Task, part done', draw: (x, y) => box(bar(x, y, 50), 11, 'task', id) },
    { text: 'Critical', draw: (x, y) => box(bar(x, y, 0), 11, 'critical', id) },
    { text: 'Complete', draw: (x, y) => box(bar(x, y, 100), 11, 'past', id) },
    { text: 'Summary', draw: (x, y) => bracket(bar(x, y, 0)) },
    { text: 'Milestone', draw: (x, y) => diamond(x + SWATCH / 2, y, 'task') },
    {
      text: 'Days off',
      draw: (x, y) => element('rect', { class: 'holiday', x: x + 8, y: y - 7, width: 14, height: 14 }),
    },
    ...(marks.hasBaseline
      ? [
          {
            text: 'Baseline',
            draw: (x: number, y: number) => drawGhost({ left: x, right: x + SWATCH }, y - 6, 9, false),
          },
        ]
      : []),
    ...(marks.hasDeadline
      ? [{ text: 'Deadline', draw: (x: number, y: number) => drawDeadline(x + SWATCH / 2, y, 11, false) }]
      : []),
    ...(marks.hasDataDate ? [{ text: 'Data date', draw: line('data') }] : []),
    ...(marks.hasToday ? [{ text: 'Today', draw: line('today') }] : []),
  ]
  const columns = Math.min(legendColumns(frame), entries.length)
  const step = Math.min(frame.isWide ? 138 : 122, (frame.width - (frame.isWide ? 24 : 14)) / columns)
  const left = frame.isWide ? 12 : 8
  const drawn = entries.map((entry, index) => {
    const x = left + (index % columns) * step
    const y = frame.bottom + 20 + Math.floor(index / columns) * LEGEND_ROW
    return entry.draw(x, y) + label(entry.text, { x: x + SWATCH + 6, y: y + 4, class: 'small' })
  })
  return `<g>${drawn.join('')}</g>`
}
