import { CHART, dayAxis, drawDays, drawHeading, drawNotice, drawValues, numberText, valueAxis, yOf } from './chart.ts'
import { picture } from './picture.ts'
import { coordinate, element, fitText, label } from './svg.ts'
import { dayNumber, dayText, type TimeAxis, xOf } from './time-axis.ts'

export type BurnStyle = 'series-1' | 'series-2' | 'series-3' | 'even' | 'baseline'

/** One line of a burn chart: a number at the end of each of some days, in order of date. */
export interface BurnLine {
  readonly name: string
  readonly style: BurnStyle
  readonly points: readonly (readonly [date: string, value: number])[]
}

export interface BurnInput {
  readonly id: string
  readonly title: string
  /** What the numbers count. */
  readonly unit: 'tasks' | 'points'
  readonly since: string
  readonly until: string
  readonly lines: readonly BurnLine[]
  readonly isStandalone?: boolean
}

const TITLE_SIZE = 13.5
const MOST_DOTS = 40

/** What was left or done at the end of each day, beside an even pace and what the baseline had planned. */
export function burnSvg(input: BurnInput): string {
  const drawn = input.lines.filter((line) => line.points.length > 0)
  const days = drawn.flatMap((line) => [line.points[0], line.points.at(-1)].map((one) => dayNumber(one?.[0] as string)))
  const axis = dayAxis(
    days.reduce((least, day) => Math.min(least, day), dayNumber(input.since)),
    days.reduce((most, day) => Math.max(most, day), dayNumber(input.until)),
  )
  const values = valueAxis(drawn.flatMap((line) => line.points.map(([, value]) => value)))
  const title = fitText(input.title, TITLE_SIZE, CHART.right - CHART.left)
  const { width, height } = CHART
  return picture({ ...input, description: burnInWords(input), width, height }, [
    drawHeading(
      title,
      drawn.map(({ name, style }) => ({ text: name, class: style })),
    ),
    drawn.length === 0 ? '' : drawValues(values, input.unit),
    drawDays(axis),
    ...drawn.map((line) => drawLine(line, axis, (value) => yOf(values, value))),
    drawn.length === 0 ? drawNotice('No day of this has been recorded yet.') : '',
  ])
}

/** The last day of every line. */
export function burnInWords({ lines, unit }: BurnInput): string {
  const said = lines.flatMap(({ name, points }) => {
    const last = points.at(-1)
    return last ? `${name}: ${numberText(last[1])} ${unit} on ${dayText(dayNumber(last[0]))}.` : []
  })
  return said.length === 0 ? 'No day of this has been recorded yet.' : said.join(' ')
}

function drawLine({ style, points, name }: BurnLine, axis: TimeAxis, y: (value: number) => number): string {
  // The middle of a day stands for its end, so that the last day lies inside the plot.
  const places = points.map(([date, value]) => [xOf(axis, dayNumber(date) + 0.5), y(value)] as const)
  const bends = places.filter((place, index) => index === 0 || !isStraight(places, index) || place === places.at(-1))
  const path = bends.map(([x, top], index) => `${index === 0 ? 'M' : 'L'}${coordinate(x)} ${coordinate(top)}`)
  const line = element('path', { class: style, d: path.join('') })
  if (style === 'even' || style === 'baseline') return line
  const dots = places.length > MOST_DOTS ? places.slice(-1) : places
  const marks = dots.map(([x, top]) => element('circle', { class: `dot ${style}`, cx: x, cy: top, r: 2.6 }))
  return line + marks.join('') + drawLast(points, places, name)
}

/** The newest number beside its dot. */
function drawLast(points: BurnLine['points'], places: readonly (readonly [number, number])[], name: string): string {
  const [x, top] = places.at(-1) as readonly [number, number]
  const value = numberText((points.at(-1) as BurnLine['points'][number])[1])
  const isNearEdge = x > CHART.right - 30
  const at = { x: isNearEdge ? x - 6 : x + 6, y: top - 7, class: 'over small strong' }
  return label(value, isNearEdge ? { ...at, anchor: 'end' } : at, name)
}

/** Whether a place lies between two of the same height, so that the line needs no bend there. */
function isStraight(places: readonly (readonly [number, number])[], index: number): boolean {
  const top = places[index]?.[1]
  return places[index - 1]?.[1] === top && places[index + 1]?.[1] === top
}
