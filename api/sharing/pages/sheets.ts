import { type GanttInput, ganttFrame, HEADER_HEIGHT } from '../../pictures/gantt-frame.ts'
import { ganttSvg } from '../../pictures/gantt-svg.ts'
import { coordinate, element } from '../../pictures/svg.ts'

/** Rows that stand on a page of A4 landscape in letters that can be read; the first has the heading above them. */
const ROWS = { alone: 32, first: 26, following: 31 } as const

/** Rows of each sheet, shared out so that the last is not all but empty. */
export function rowsOfSheets(rowCount: number): number[] {
  if (rowCount <= ROWS.alone) return [rowCount]
  const count = 1 + Math.ceil((rowCount - ROWS.first) / ROWS.following)
  const spare = ROWS.first + ROWS.following * (count - 1) - rowCount
  const share = (sheet: number) => Math.floor((spare * sheet) / count)
  return Array.from({ length: count }, (_, sheet) => {
    const room = sheet === 0 ? ROWS.first : ROWS.following
    return room - (share(sheet + 1) - share(sheet))
  })
}

/**
 * Cuts a tall picture for paper: each sheet is a window on the one picture, with the dates repeated above it. Null when
 * it stands on one page as it is.
 */
export function cutIntoSheets(input: GanttInput): { source: string; pages: string[] } | null {
  const sizes = rowsOfSheets(input.rows.length)
  if (sizes.length === 1) return null
  const frame = ganttFrame(input)
  const id = `${input.id}-whole`
  const view = (height: number) => `0 0 ${coordinate(frame.width)} ${coordinate(height)}`
  const size = { width: frame.width, height: frame.height }
  const whole = element('g', { id }, ganttSvg(input))
  const source = element('svg', { class: 'picture', viewBox: view(frame.height), ...size }, whole)
  const pages: string[] = []
  let top = frame.top
  for (const rowCount of sizes) {
    const isLast = pages.length === sizes.length - 1
    const height = isLast ? frame.height - top : rowCount * frame.rowHeight
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
    top += height
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
