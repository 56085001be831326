import type { CaseResult } from '../bench-case.ts'
import { workCost } from '../judge-aims.ts'
import { summarise } from '../statistics.ts'
import { type LogScale, logScale } from './log-scale.ts'
import { escapeText, formatAmount, formatCount } from './markup.ts'

const WIDTH = 380
const HEIGHT = 230
const LEFT = 64
const RIGHT = 20
const TOP = 26
const BOTTOM = 40

interface Point {
  readonly size: number
  readonly low: number
  readonly value: number
  readonly high: number
}

/** Time by size, and the cost of one unit of work by size; both axes logarithmic, so that linear growth is a straight line. */
export function growthPlots(result: CaseResult): string {
  const measured = result.sizes.filter(({ samples, size }) => samples.length > 0 && size > 0)
  if (result.workName === null || measured.length < 2) return ''
  const times = measured.map((size): Point => {
    const { median, medianLow, medianHigh } = summarise(size.samples)
    return { size: size.size, low: medianLow, value: median, high: medianHigh }
  })
  const costs = measured.map((size, index): Point => {
    const time = times[index] as Point
    const cost = workCost(result, size)
    return { size: size.size, low: (cost * time.low) / time.value, value: cost, high: (cost * time.high) / time.value }
  })
  return `<div class="pair">${linePlot(`Time, by ${result.sizeName}`, times, (value) => formatAmount(value, result.unit))}${linePlot(
    `Time per ${result.workName}, by ${result.sizeName}`,
    costs,
    (value) => formatAmount(value, 'ns'),
  )}</div>`
}

function linePlot(title: string, points: readonly Point[], format: (value: number) => string): string {
  const x = logScale(
    points.map(({ size }) => size),
    LEFT,
    WIDTH - RIGHT,
    5,
  )
  const values = points.flatMap(({ low, high }) => [low, high])
  // At least a factor of four on the axis, so that noise does not look like growth.
  const middle = Math.sqrt(Math.min(...values) * Math.max(...values))
  const y = logScale([...values, middle / 2, middle * 2], HEIGHT - BOTTOM, TOP, 5)
  const place = ({ size, value }: Point) => `${x.at(size).toFixed(1)},${y.at(value).toFixed(1)}`
  const marks = points.map((point) => {
    const at = x.at(point.size).toFixed(1)
    const whisker = `<line class="interval" x1="${at}" x2="${at}" y1="${y.at(point.low).toFixed(1)}" y2="${y.at(point.high).toFixed(1)}"/>`
    const name = `<title>${escapeText(`${formatCount(point.size)}: ${format(point.value)}`)}</title>`
    return `${whisker}<circle class="point" cx="${at}" cy="${y.at(point.value).toFixed(1)}" r="4">${name}</circle>`
  })
  return `<svg class="plot half" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escapeText(`${title}, logarithmic`)}"><text class="title" x="${LEFT}" y="14">${escapeText(
    title,
  )}</text>${axes(x, y, format)}<g class="ours"><polyline class="line" points="${points.map(place).join(' ')}"/>${marks.join('')}</g></svg>`
}

function axes(x: LogScale, y: LogScale, format: (value: number) => string): string {
  const columns = x.ticks.map((tick) => {
    const at = x.at(tick).toFixed(1)
    return `<line class="grid" x1="${at}" x2="${at}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/><text class="tick" x="${at}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${escapeText(shortCount(tick))}</text>`
  })
  const rows = y.ticks.map((tick) => {
    const at = y.at(tick).toFixed(1)
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text class="tick" x="${LEFT - 8}" y="${Number(at) + 4}" text-anchor="end">${escapeText(format(tick))}</text>`
  })
  return columns.join('') + rows.join('')
}

function shortCount(value: number): string {
  if (value >= 1e6) return `${value / 1e6}M`
  return value >= 1e3 ? `${value / 1e3}k` : String(value)
}
