import { coordinate, label, textWidth } from './svg.ts'
import { headerTicks, type TimeAxis, xOf } from './time-axis.ts'

const SMALL = 10.5
const ROW_HEIGHT = 16

/** The two rows of dates below a plot; what is too narrow for its text stays empty. */
export function drawDateTicks(axis: TimeAxis, bottom: number): string {
  const { upper, lower } = headerTicks(axis)
  return [lower, upper]
    .flatMap((row, index) =>
      row.map((tick) => {
        const left = xOf(axis, tick.fromDay)
        const width = xOf(axis, tick.toDay) - left
        if (textWidth(tick.text, SMALL) + 1 > width) return ''
        const at = { x: left + width / 2, y: bottom + ROW_HEIGHT * (index + 1), anchor: 'middle' as const }
        return label(tick.text, { ...at, class: index === 0 ? 'small faint' : 'small strong' })
      }),
    )
    .join('')
}

/** Where the cells of the nearer row begin, as a path of short strokes. */
export function dateEdges(axis: TimeAxis, bottom: number): string {
  const { lower } = headerTicks(axis)
  return lower.map((tick) => `M${coordinate(xOf(axis, tick.fromDay))} ${bottom}v4`).join('')
}
