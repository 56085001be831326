import { CHART, drawHeading, drawNotice, drawValues, type LegendEntry, numberText, valueAxis, yOf } from './chart.ts'
import { picture } from './picture.ts'
import { coordinate, element, fitText, label } from './svg.ts'

export interface VelocityInput {
  readonly id: string
  readonly title: string
  /** Oldest first. */
  readonly sprints: readonly {
    readonly name: string
    readonly committed: number | null
    readonly completed: number | null
    /** Sprints that say nothing of the pace are drawn hollow. */
    readonly isCounted: boolean
  }[]
  readonly average: number | null
  readonly low: number | null
  readonly high: number | null
  /** The team does not share its points with the reader. */
  readonly isSuppressed: boolean
  readonly isStandalone?: boolean
}

const SMALL = 10.5
const TITLE_SIZE = 13.5
const BAR_SHARE = 0.34
const WIDEST_BAR = 46

/** What a team took on and completed in its newest sprints, with its average and the range it is expected to keep. */
export function velocitySvg(input: VelocityInput): string {
  const { sprints, average, high } = input
  const drawn = sprints.flatMap(({ committed, completed }) => [committed ?? 0, completed ?? 0])
  const values = valueAxis([...drawn, average ?? 0, high ?? 0])
  const title = fitText(input.title, TITLE_SIZE, CHART.right - CHART.left)
  const { left, right, top, bottom, width, height } = CHART
  return picture({ ...input, description: velocityInWords(input), width, height }, [
    drawHeading(title, legendOf(input)),
    sprints.length === 0 ? '' : drawValues(values, 'points'),
    drawSpread(input, (value) => yOf(values, value)),
    ...sprints.map((sprint, index) => drawSprint(input, index, (value) => yOf(values, value), sprint)),
    element('path', { class: 'rule', d: `M${left} ${top}V${bottom}H${right}` }),
    drawAverage(average, (value) => yOf(values, value)),
    sprints.length === 0 ? drawNotice(velocityInWords(input)) : '',
  ])
}

export function velocityInWords({ sprints, average, low, high, isSuppressed }: VelocityInput): string {
  if (isSuppressed) return 'The team does not share its points with you.'
  if (sprints.length === 0) return 'No sprint has been closed yet.'
  const each = sprints.map(
    ({ name, completed }) => `${name}: ${completed === null ? 'no' : numberText(completed)} points`,
  )
  const range = low === null || high === null ? '' : `, expected between ${numberText(low)} and ${numberText(high)}`
  const mean = average === null ? '' : ` On average ${numberText(average)} points a sprint${range}.`
  return `${each.join('; ')}.${mean}`
}

function legendOf({ sprints, average, low, high }: VelocityInput): LegendEntry[] {
  if (sprints.length === 0) return []
  return [
    { text: 'Committed', class: 'committed', isArea: true },
    { text: 'Completed', class: 'completed', isArea: true },
    ...(sprints.some((one) => !one.isCounted)
      ? [{ text: 'Completed, not counted', class: 'uncounted', isArea: true } as const]
      : []),
    ...(average === null ? [] : [{ text: `Average ${numberText(average)}`, class: 'planned-line' }]),
    ...(low === null || high === null
      ? []
      : [{ text: `Expected ${numberText(low)} to ${numberText(high)}`, class: 'spread', isArea: true } as const]),
  ]
}

function drawSpread({ low, high }: VelocityInput, y: (value: number) => number): string {
  if (low === null || high === null) return ''
  const { left, right } = CHART
  return element('rect', {
    class: 'spread',
    x: left,
    y: y(high),
    width: right - left,
    height: Math.max(y(low) - y(high), 1),
  })
}

function drawAverage(average: number | null, y: (value: number) => number): string {
  if (average === null) return ''
  const { left, right } = CHART
  return element('path', { class: 'planned-line', d: `M${left} ${coordinate(y(average))}H${right}` })
}

function drawSprint(
  { sprints }: VelocityInput,
  index: number,
  y: (value: number) => number,
  { name, committed, completed, isCounted }: VelocityInput['sprints'][number],
): string {
  const slot = (CHART.right - CHART.left) / sprints.length
  const middle = CHART.left + slot * (index + 0.5)
  const width = Math.min(slot * BAR_SHARE, WIDEST_BAR)
  const bar = (value: number | null, x: number, kind: string) => {
    if (value === null) return ''
    const number = { x: x + width / 2, y: y(value) - 5, class: 'over small', anchor: 'middle' as const }
    const size = { x, y: y(value), width, height: CHART.bottom - y(value) }
    return element('rect', { class: kind, ...size }) + label(numberText(value), number)
  }
  const shown = fitText(name, SMALL, slot - 8)
  return (
    bar(committed, middle - width - 1, 'committed') +
    bar(completed, middle + 1, isCounted ? 'completed' : 'uncounted') +
    label(
      shown,
      { x: middle, y: CHART.bottom + 16, class: 'small', anchor: 'middle' },
      shown === name ? undefined : name,
    )
  )
}
