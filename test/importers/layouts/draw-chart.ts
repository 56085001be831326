// Charts that people draw in cells: periods above, marks or fills below.

import { type Cell, dateCell, dayOfMonth, mondayOf, monthOf, weekOf, yearOf } from './date-texts.ts'
import type { Layout } from './layout-choices.ts'
import { LANGUAGES } from './layout-words.ts'
import { isWorkday, type ModelTask, type PlanModel } from './plan-model.ts'

export type Period = { from: number; to: number }
export type Chart = { heads: Cell[][]; periods: Period[] }

/** Days are drawn one by one only where they are few. */
const MOST_DAYS = 70

export function scaleOf(layout: Layout, { tasks }: PlanModel): Layout['chartScale'] {
  const from = Math.min(...tasks.map(({ start }) => start))
  const to = Math.max(...tasks.map(({ finish }) => finish))
  const { chartScale } = layout
  if (to - from <= MOST_DAYS) return chartScale
  return chartScale === 'days' ? 'weeks dated' : chartScale === 'days below months' ? 'weeks below months' : chartScale
}

export function drawChart(layout: Layout, model: PlanModel): Chart {
  const from = Math.min(...model.tasks.map(({ start }) => start))
  const to = Math.max(...model.tasks.map(({ finish }) => finish))
  const scale = scaleOf(layout, model)
  const periods: Period[] = []
  const isDaily = scale === 'days' || scale === 'days below months'
  for (let at = mondayOf(from); at <= to; ) {
    if (scale === 'months') {
      const first = at - dayOfMonth(at) + 1
      let end = first
      while (monthOf(end + 1) === monthOf(first)) end += 1
      periods.push({ from: first, to: end })
      at = end + 1
    } else {
      periods.push({ from: at, to: isDaily ? at : at + 6 })
      at += isDaily ? 1 : 7
    }
  }
  return { heads: headsOf(scale, periods, layout), periods }
}

function headsOf(scale: Layout['chartScale'], periods: readonly Period[], layout: Layout): Cell[][] {
  const { months, week } = LANGUAGES[layout.language]
  const monthName = ({ from }: Period) => `${months[monthOf(from) - 1]} ${yearOf(from)}`
  const changes = (index: number) => index === 0 || monthOf(at(index).from) !== monthOf(at(index - 1).from)
  const at = (index: number) => periods[index] as Period
  switch (scale) {
    case 'weeks dated':
    case 'days':
      return [periods.map(({ from }) => dateCell(from, layout))]
    case 'week numbers':
      return [periods.map(({ from }) => `${layout.language === 'en' ? 'W' : `${week} `}${weekOf(from)}`)]
    case 'counted weeks':
      return [periods.map((_, index) => `${week} ${index + 1}`)]
    case 'months':
      return [periods.map(monthName)]
    case 'weeks below months':
    case 'days below months':
      return [
        periods.map((period, index) => (changes(index) ? monthName(period) : null)),
        periods.map(({ from }) => dayOfMonth(from)),
      ]
  }
}

/** The cells of one task. */
export function barOf(task: ModelTask, { periods }: Chart, layout: Layout): Cell[] {
  const mark: Cell = layout.chartMark === 'fill' ? { fill: true } : layout.chartMark
  return periods.map(({ from, to }) => (touches(task, from, to) && (to > from || isWorkday(from)) ? mark : null))
}

const touches = (task: ModelTask, from: number, to: number) => task.start <= to && task.finish >= from

/** The time that the bar of a task covers. */
export function barTime(task: ModelTask, { periods }: Chart): Period {
  const inside = periods.filter(({ from, to }) => touches(task, from, to))
  return { from: inside[0]?.from ?? 0, to: inside.at(-1)?.to ?? 0 }
}
