// What charts of a team's work have in common: a plot with numbers at its left, names of what is drawn above it.

import { dateEdges, drawDateTicks } from './date-ticks.ts'
import { coordinate, element, label, textWidth } from './svg.ts'
import { type TimeAxis, timeAxis } from './time-axis.ts'

export const CHART = { width: 900, height: 420, left: 56, right: 876, top: 78, bottom: 360 } as const

const SMALL = 10.5
const TICKS = 5
const SWATCH_WIDTH = 22

/** The numbers beside a plot, from 0 to a round one that nothing drawn exceeds. */
export interface ValueAxis {
  readonly ticks: readonly number[]
  readonly most: number
}

export function valueAxis(values: readonly number[]): ValueAxis {
  const largest = values.reduce((most, value) => Math.max(most, value), 1)
  const step = roundStep(largest / TICKS)
  const count = Math.ceil(largest / step)
  return { ticks: Array.from({ length: count + 1 }, (_, index) => index * step), most: count * step }
}

/** 1, 2 or 5 times a power of ten, and no part of a task or a point. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least) as number
  return step * power
}

export function yOf(axis: ValueAxis, value: number): number {
  return CHART.bottom - (value / axis.most) * (CHART.bottom - CHART.top)
}

/** Days from the first to the last, both whole. */
export function dayAxis(firstDay: number, lastDay: number): TimeAxis {
  return timeAxis({ firstDay, endDay: lastDay + 1, left: CHART.left, right: CHART.right })
}

/** The grid with its numbers, the unit above them, and the two rules. */
export function drawValues(axis: ValueAxis, unit: string): string {
  const { left, right, top } = CHART
  const grid = axis.ticks.map((value) => `M${left} ${coordinate(yOf(axis, value))}H${right}`).join('')
  const numbers = axis.ticks.map((value) => {
    const at = { x: left - 7, y: yOf(axis, value) + 4, class: 'small faint', anchor: 'end' as const }
    return label(numberText(value), at)
  })
  return (
    element('path', { class: 'grid', d: grid }) +
    numbers.join('') +
    label(unit, { x: left - 7, y: top - 12, class: 'small faint', anchor: 'end' })
  )
}

export function drawDays(axis: TimeAxis): string {
  const { left, right, top, bottom } = CHART
  const rules = `M${left} ${top}V${bottom}H${right}${dateEdges(axis, bottom)}`
  return element('path', { class: 'rule', d: rules }) + drawDateTicks(axis, bottom)
}

export function numberText(value: number): string {
  return (Math.round(value * 100) / 100).toLocaleString('en-US')
}

/** How a drawn thing is called: a stroke or a filled square of its class beside its name. */
export interface LegendEntry {
  readonly text: string
  readonly class: string
  readonly isArea?: true
}

export function drawHeading(title: string, entries: readonly LegendEntry[]): string {
  let x: number = CHART.left
  const legend = entries.map((entry) => {
    const swatch = entry.isArea
      ? element('rect', { class: entry.class, x, y: 39, width: SWATCH_WIDTH - 8, height: 11 })
      : element('path', { class: entry.class, d: `M${coordinate(x)} 45h${SWATCH_WIDTH}` })
    const textX = x + (entry.isArea ? SWATCH_WIDTH - 2 : SWATCH_WIDTH + 6)
    x = textX + textWidth(entry.text, SMALL) + 20
    return swatch + label(entry.text, { x: textX, y: 49, class: 'small' })
  })
  return label(title, { x: CHART.left, y: 24, class: 'strong' }) + legend.join('')
}

/** One sentence where there is nothing to draw. */
export function drawNotice(text: string): string {
  const at = { x: (CHART.left + CHART.right) / 2, y: (CHART.top + CHART.bottom) / 2, anchor: 'middle' as const }
  return label(text, { ...at, class: 'over faint' })
}
