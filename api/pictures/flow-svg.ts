import { CHART, dayAxis, drawDays, drawHeading, drawNotice, drawValues, numberText, valueAxis, yOf } from './chart.ts'
import { picture } from './picture.ts'
import { coordinate, element, fitText } from './svg.ts'
import { dayNumber, dayText, xOf } from './time-axis.ts'

/** From the bottom of the picture to its top: what is done lies under what is still to come. */
const BANDS = [
  { state: 'COMPLETE', name: 'Complete', class: 'complete' },
  { state: 'REVIEW', name: 'In review', class: 'review' },
  { state: 'IN_PROGRESS', name: 'In progress', class: 'in-progress' },
  { state: 'NOT_STARTED', name: 'Not started', class: 'not-started' },
  { state: 'BACKLOG', name: 'Backlog', class: 'backlog' },
] as const
type State = (typeof BANDS)[number]['state']

export interface FlowInput {
  readonly id: string
  readonly title: string
  readonly since: string
  readonly until: string
  /** Tasks in each status at the end of each day, in order of date. */
  readonly days: readonly ({ readonly date: string } & Readonly<Record<State, number>>)[]
  /** The team does not share how its work flows with the reader. */
  readonly isSuppressed: boolean
  readonly isStandalone?: boolean
}

const TITLE_SIZE = 13.5

/** Tasks in each status at the end of each day, the statuses on top of each other. */
export function flowSvg(input: FlowInput): string {
  const { days } = input
  const axis = dayAxis(dayNumber(input.since), dayNumber(input.until))
  const values = valueAxis(days.map((day) => BANDS.reduce((sum, { state }) => sum + day[state], 0)))
  const title = fitText(input.title, TITLE_SIZE, CHART.right - CHART.left)
  const { width, height } = CHART
  const places = days.map(({ date }) => [xOf(axis, dayNumber(date)), xOf(axis, dayNumber(date) + 1)] as const)
  let floor = days.map(() => 0)
  const bands = BANDS.map((band) => {
    const roof = floor.map((height, index) => height + (days[index]?.[band.state] ?? 0))
    const area = areaOf(places, floor, roof, (value) => yOf(values, value))
    floor = roof
    return element('path', { class: `${band.class} band`, d: area }, `<title>${band.name}</title>`)
  })
  const isEmpty = days.length === 0
  return picture({ ...input, description: flowInWords(input), width, height }, [
    drawHeading(
      title,
      isEmpty
        ? []
        : BANDS.toReversed().map(({ name, class: kind }) => ({ text: name, class: `${kind} band`, isArea: true })),
    ),
    isEmpty ? '' : drawValues(values, 'tasks'),
    isEmpty ? '' : bands.join(''),
    drawDays(axis),
    isEmpty ? drawNotice(flowInWords(input)) : '',
  ])
}

export function flowInWords({ days, isSuppressed }: FlowInput): string {
  const last = days.at(-1)
  if (isSuppressed) return 'The team does not share how its work flows with you.'
  if (!last) return 'No day of this has been recorded yet.'
  const counts = BANDS.toReversed().map(({ state, name }) => `${numberText(last[state])} ${name.toLowerCase()}`)
  return `On ${dayText(dayNumber(last.date))}: ${counts.join(', ')}.`
}

/** The area between two heights, in steps: a count holds for its whole day. Days on which neither changes add nothing. */
function areaOf(
  places: readonly (readonly [from: number, to: number])[],
  floor: readonly number[],
  roof: readonly number[],
  y: (value: number) => number,
): string {
  if (places.length === 0) return ''
  const last = places.length - 1
  let path = `M${coordinate((places[0] as readonly [number, number])[0])} ${coordinate(y(roof[0] as number))}`
  for (const [index, [from]] of places.entries()) {
    if (index > 0 && roof[index] !== roof[index - 1])
      path += `H${coordinate(from)}V${coordinate(y(roof[index] as number))}`
  }
  path += `H${coordinate((places[last] as readonly [number, number])[1])}V${coordinate(y(floor[last] as number))}`
  for (let index = last; index > 0; index--) {
    const from = (places[index] as readonly [number, number])[0]
    if (floor[index] !== floor[index - 1]) path += `H${coordinate(from)}V${coordinate(y(floor[index - 1] as number))}`
  }
  return `${path}H${coordinate((places[0] as readonly [number, number])[0])}z`
}
