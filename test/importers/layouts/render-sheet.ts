// A plan as one of very many sheets.

import { type Cell, dateCell, mondayOf, yearOf } from './date-texts.ts'
import { barOf, type Chart, drawChart } from './draw-chart.ts'
import { type Layout, needsYear } from './layout-choices.ts'
import { type Column, LANGUAGES } from './layout-words.ts'
import type { ModelTask, PlanModel } from './plan-model.ts'
import {
  hasSummaryRows,
  idsOf,
  isHeadOnly,
  outlineCodes,
  type Part,
  partsOf,
  shownName,
  shownTasks,
  showsDates,
} from './render-columns.ts'

export type Sheet = {
  rows: Cell[][]
  merges: { row: number; from: number; to: number }[]
  title: string
  headers: { column: string; header: string }[]
}

export function renderSheet(model: PlanModel, layout: Layout): Sheet {
  const tasks = shownTasks(model, layout)
  const ids = idsOf(model, layout)
  const codes = new Map(outlineCodes(model).map((code, index) => [model.tasks[index], code]))
  const wordOf = (column: Column) => {
    const words = LANGUAGES[layout.language].headers[column]
    return words[(layout.headerWords[COLUMNS.indexOf(column)] ?? 0) % words.length] ?? ''
  }
  const chart = layout.when === 'chart' || layout.chartBeside ? drawChart(layout, model) : null
  const columns = partsOf(model, layout, { ids, codes, wordOf })
  const isHead = (task: ModelTask) => task.isSummary && isHeadOnly(layout)
  const left = layout.blankColumnsLeft
  const pad = (cells: Cell[]): Cell[] => [...Array<Cell>(left).fill(null), ...cells]
  const rows: Cell[][] = Array.from({ length: layout.blankRowsAbove }, () => [])
  const merges: Sheet['merges'] = []
  const title = titleOf(model, layout, rows, pad, merges)
  const head = pushHeaders(rows, { columns, chart, layout, pad })
  if (layout.gaps === 'below header') rows.push([])
  for (const [index, task] of tasks.entries()) {
    const begins =
      task.depth === 0 ? task.isSummary : tasks[index - 1]?.parent !== task.parent && !hasSummaryRows(layout)
    if (layout.gaps === 'between sections' && begins && index > 0) rows.push([])
    if (layout.gaps === 'repeated headers' && begins && index > 0) rows.push([], head)
    const first = layout.outline === 'sections left' ? 0 : columns.findIndex(({ kind }) => kind === 'name')
    const headCells = columns.map((_, at) => (at === first ? shownName(task, '', layout) : null))
    const cells = isHead(task) ? headCells : columns.map(({ cell }) => cell(task, index))
    const bar = chart === null || (task.isSummary && !showsDates(layout)) ? [] : barOf(task, chart, layout)
    rows.push(pad([...cells, ...bar]))
    if (isHead(task) && layout.merged === 'groups')
      merges.push({ row: rows.length - 1, from: left, to: left + columns.length - 1 })
  }
  pushBelow(rows, { columns, tasks, layout, pad })
  return {
    rows,
    merges,
    title,
    headers: columns.map(({ column = 'other', header }) => ({ column, header: inCase(header, layout) })),
  }
}
const COLUMNS: readonly Column[] = [
  'id',
  'wbs',
  'level',
  'name',
  'start',
  'finish',
  'due',
  'range',
  'duration',
  'percent',
  'state',
  'people',
  'predecessors',
  'milestone',
  'notes',
]

function titleOf(
  model: PlanModel,
  layout: Layout,
  rows: Cell[][],
  pad: (cells: Cell[]) => Cell[],
  merges: Sheet['merges'],
): string {
  const first = Math.min(...model.tasks.map(({ start }) => start))
  // The year of a week is that of its Thursday.
  const title = needsYear(layout) ? `${model.title} ${yearOf(mondayOf(first) + 3)}` : model.title
  if (layout.title === 'none') return title
  rows.push(pad([title]))
  if (layout.merged === 'title')
    merges.push({ row: rows.length - 1, from: layout.blankColumnsLeft, to: layout.blankColumnsLeft + 3 })
  if (layout.title.startsWith('block'))
    rows.push(pad(['Project manager:', 'Ana Costa']), pad(['Client:', 'City of Northgate']))
  if (layout.title === 'dated block') rows.push(pad(['Version:', '1.2']), pad(['Date:', dateCell(first - 20, layout)]))
  const counts = layout.chartScale === 'counted weeks' && (layout.when === 'chart' || layout.chartBeside)
  if (counts) rows.push(pad(['Project start:', dateCell(mondayOf(first), { ...layout, dates: 'iso' })]))
  if (layout.title.endsWith('gap')) rows.push([])
  return title
}

type Drawn = { columns: readonly Part[]; layout: Layout; pad: (cells: Cell[]) => Cell[] }

function inCase(text: string, { headerCase }: Layout): string {
  if (headerCase === 'colon') return `${text}:`
  if (headerCase === 'blanks') return ` ${text.replace(' ', '  ')} `
  if (headerCase === 'lines') return text.replace(' ', '\n')
  return headerCase === 'upper' ? text.toUpperCase() : headerCase === 'lower' ? text.toLowerCase() : text
}

function pushHeaders(rows: Cell[][], { columns, chart, layout, pad }: Drawn & { chart: Chart | null }): Cell[] {
  const heads = chart?.heads ?? []
  if (layout.headerBand === 'band') {
    const at = columns.findIndex(({ kind }) => kind === 'time')
    const band = columns.map((_, index): Cell => (index === 0 ? 'General' : index === at ? 'Schedule' : null))
    rows.push(pad(band))
  }
  for (const head of heads.slice(0, -1)) rows.push(pad([...columns.map(() => null), ...head]))
  const isBanded = columns.some(({ band }) => band !== undefined)
  if (isBanded) rows.push(pad(columns.map(({ band }) => band ?? null)))
  const own = columns.map(({ header }) => inCase(header, layout))
  const times = heads.at(-1) ?? []
  const above = rows.at(-1)
  if (layout.chartHeads === 'below times' && times.length > 0 && !isBanded) {
    rows.push(pad([...own.map(() => null), ...times]), pad(own))
    return pad(own)
  }
  if (layout.chartHeads === 'above times' && heads.length > 1 && !isBanded && above !== undefined) {
    // The headers stand beside the months, and nothing beside their days.
    for (const [at, header] of pad(own).entries()) above[at] = header
    rows.push(pad([...own.map(() => null), ...times]))
    return above
  }
  const head = pad([...own, ...times])
  rows.push(head)
  return head
}

function pushBelow(rows: Cell[][], { columns, tasks, layout, pad }: Drawn & { tasks: readonly ModelTask[] }): void {
  const { total } = LANGUAGES[layout.language]
  if (layout.below.startsWith('total')) {
    const sums = columns.map(({ cell, column }): Cell => {
      const cells = tasks.filter(({ isSummary }) => !isSummary).map((task, index) => cell(task, index))
      const isSum = column === 'duration' && cells.every((own) => typeof own === 'number')
      return isSum ? cells.reduce<number>((sum, own) => sum + Number(own), 0) : null
    })
    if (sums.some((sum) => sum !== null))
      rows.push(pad(sums.map((sum, at) => (at === columns.findIndex(({ kind }) => kind === 'name') ? total : sum))))
  }
  if (layout.below.endsWith('note')) rows.push([], pad(['Note: dates are subject to approval by the client.']))
  if (layout.below === 'legend') rows.push([], pad(['Legend:']), pad(['X', 'planned work']), pad(['M', 'milestone']))
  if (layout.below === 'people')
    rows.push(
      [],
      pad(['Name', 'Role', 'Phone']),
      pad(['Ana Costa', 'Project manager', '555 0101']),
      pad(['Ben Okoro', 'Site lead', '555 0102']),
    )
  if (layout.below === 'revisions')
    rows.push(
      [],
      pad(['Revision', 'Date', 'Change']),
      pad(['A', '2024-11-04', 'First issue']),
      pad(['B', '2024-12-02', 'Dates moved']),
    )
  if (layout.below === 'signature') rows.push([], pad(['Prepared by: Ana Costa']), pad(['Approved by:']))
}
