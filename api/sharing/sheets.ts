import { type GanttInput, ganttFrame, HEADER_HEIGHT } from '../pictures/gantt-frame.ts'
import { ganttSvg } from '../pictures/gantt-svg.ts'
import { coordinate, element } from '../pictures/svg.ts'

/** As many rows as stand on a page of A4 landscape in letters that can be read. */
const ROWS_PER_SHEET = 32

/**
 * Cuts a tall picture for paper: each sheet is a window on the one picture, with the dates repeated above it. Null when
 * it stands on one page as it is.
 */
export function cutIntoSheets(input: GanttInput): { source: string; pages: string[] } | null {
  if (input.rows.length <= ROWS_PER_SHEET) return null
  const frame = ganttFrame(input)
  const id = `${input.id}-whole`
  const view = (height: number) => `0 0 ${coordinate(frame.width)} ${coordinate(height)}`
  const size = { width: frame.width, height: frame.height }
  const whole = element('g', { id }, ganttSvg(input))
  const source = element('svg', { class: 'picture', viewBox: view(frame.height), ...size }, whole)
  const pages: string[] = []
  for (let row = 0; row < input.rows.length; row += ROWS_PER_SHEET) {
    const top = frame.top + row * frame.rowHeight
    const isLast = row + ROWS_PER_SHEET >= input.rows.length
    const height = isLast ? frame.height - top : ROWS_PER_SHEET * frame.rowHeight
    const window = (y: number, from: number, of: number) =>
      element(
        'svg',
        {
          x: 0,
          y,
          width: frame.width,
          height: of,
          viewBox: `0 ${coordinate(from)} ${coordinate(frame.width)} ${coordinate(of)}`,
        },
        element('use', { href: `#${id}` }),
      )
    const content = window(0, 0, HEADER_HEIGHT) + window(HEADER_HEIGHT, top, height)
    const label = `Sheet ${pages.length + 1}`
    pages.push(
      element(
        'svg',
        { class: 'picture', viewBox: view(HEADER_HEIGHT + height), role: 'img', 'aria-label': label },
        content,
      ),
    )
  }
  return { source, pages }
}
