import { picture, pictureSize } from './picture.ts'
import type { Scheme } from './picture-style.ts'
import { element, escapeText, fitText, label } from './svg.ts'

/** One thing that drives the finish, and its numbers, each from 0 to 1 (the sensitivity from -1). */
export interface TornadoBar {
  readonly name: string
  readonly kind: 'task' | 'risk'
  /** Share of the runs in which the task was critical; of a risk, in which it happened. */
  readonly criticality: number
  /** How closely the finish follows the duration of the task, or the risk. */
  readonly sensitivity: number
}

export interface TornadoInput {
  readonly id: string
  readonly title: string
  readonly bars: readonly TornadoBar[]
  /** How many more drive the finish, each less than all that are given. */
  readonly leftOut?: number | undefined
  /** Why there is nothing to draw, where there is not. */
  readonly notice?: string | undefined
  readonly isStandalone?: boolean
  readonly scheme?: Scheme | undefined
  readonly width?: number | undefined
  readonly layout?: 'wide' | 'narrow'
}

/** As many are drawn: what drives a finish is rarely more than a handful. */
export const TORNADO_BARS = 15

const ROW = { wide: 24, narrow: 38 } as const
const TOP = 52
const SMALL = 10.5

/** How much each drives the finish: share of the runs in which it decides, times how closely the finish follows. */
export function driveOf({ criticality, sensitivity }: Pick<TornadoBar, 'criticality' | 'sensitivity'>): number {
  return criticality * Math.abs(sensitivity)
}

/** Those that drive the finish at all, most first. Equal ones stay in the order given. */
export function rankedDrivers(bars: readonly TornadoBar[]): TornadoBar[] {
  return bars.filter((bar) => driveOf(bar) >= 0.0005).toSorted((left, right) => driveOf(right) - driveOf(left))
}

/** What drives the finish, greatest at the top. */
export function tornadoSvg(input: TornadoInput): string {
  const { isWide, width } = pictureSize(input)
  const ranked = rankedDrivers(input.bars)
  const shown = ranked.slice(0, TORNADO_BARS)
  const rowHeight = isWide ? ROW.wide : ROW.narrow
  const bottom = TOP + rowHeight * Math.max(1, shown.length)
  const left = isWide ? Math.round(width * 0.34) : 8
  const right = width - (isWide ? 210 : 62)
  const most = shown.reduce((largest, bar) => Math.max(largest, driveOf(bar)), 0)
  const drawn = shown.map((bar, index) => {
    const y = TOP + rowHeight * index
    const reach = Math.max(1.5, ((right - left) * driveOf(bar)) / most)
    const [nameX, room] = isWide ? [12, left - 24] : [left, width - 2 * left]
    const barY = isWide ? y + 5 : y + 20
    const name = fitText(bar.name, 12, room)
    const rect = { class: bar.kind === 'risk' ? 'uncounted' : 'histogram', x: left, y: barY, width: reach, height: 13 }
    const numbers = isWide
      ? `${numberOf(driveOf(bar))} = ${percentOf(bar.criticality)} × ${numberOf(bar.sensitivity)}`
      : numberOf(driveOf(bar))
    return (
      label(name, { x: nameX, y: y + 15, class: '' }, inWords(bar)) +
      element('rect', rect, `<title>${escapeText(inWords(bar))}</title>`) +
      label(numbers, { x: left + reach + 6, y: barY + 11, class: 'small' })
    )
  })
  const text = tornadoInWords(input)
  const head =
    label(fitText(input.title, 13.5, width - 24), { x: 12, y: 22, class: 'strong' }) +
    label(isWide ? LONG_KEY : SHORT_KEY, { x: 12, y: 40, class: 'small faint' })
  const empty =
    shown.length === 0 ? label(fitText(text, SMALL, width - 24), { x: 12, y: TOP + 16, class: 'small' }) : ''
  return picture({ ...input, description: text, width, height: bottom + 14 }, [head, ...drawn, empty])
}

const LONG_KEY =
  'Share of the runs in which it is critical × how closely the finish follows it. Dashed: a risk, by how often it happens.'
const SHORT_KEY = 'Criticality × sensitivity; dashed: a risk.'

/** The three greatest, and how many there are beside those that are drawn. */
export function tornadoInWords({
  bars,
  notice,
  leftOut = 0,
}: Pick<TornadoInput, 'bars' | 'notice' | 'leftOut'>): string {
  const ranked = rankedDrivers(bars)
  if (notice !== undefined) return notice
  if (ranked.length === 0) return 'Nothing that varies moves the finish.'
  const first = ranked.slice(0, 3).map((bar) => `${bar.name} (${numberOf(driveOf(bar))})`)
  const all = (ranked.length + leftOut).toLocaleString('en-US')
  const rest = ranked.length > TORNADO_BARS ? ` The first ${TORNADO_BARS} of ${all} are shown.` : ''
  return `What drives the finish most: ${first.join(', ')}.${rest}`
}

function inWords(bar: TornadoBar): string {
  const often = bar.kind === 'risk' ? 'happens in' : 'critical in'
  return `${bar.name}: ${often} ${percentOf(bar.criticality)} of the runs, sensitivity ${numberOf(bar.sensitivity)}`
}

function numberOf(value: number): string {
  // Where many share the blame each has little of it: hundredths would make all of them nothing, or one as much as another.
  const size = Math.abs(value)
  return value.toFixed(size === 0 || size >= 0.1 ? 2 : size >= 0.01 ? 3 : 4)
}

/** Rounded, but never to a certainty that the runs do not show. */
function percentOf(share: number): string {
  if (share > 0 && share < 0.01) return 'under 1 %'
  if (share < 1 && share > 0.99) return 'over 99 %'
  return `${Math.round(share * 100)} %`
}
