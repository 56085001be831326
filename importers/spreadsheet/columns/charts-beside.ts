import { unitNamed } from '../cells/duration-units.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { firstPeriod, isPeriod } from './chart-headers.ts'
import type { CellFills } from './filled-columns.ts'
import { exactHeader, normaliseHeader } from './header-fields.ts'

const FEWEST_PERIODS = 3
/** Lines that no sheet has. */
const KEYS_APART = 10_000_000

/** The columns of one chart: its names, and its times up to the last. */
type Beside = { names: number; from: number; to: number }

/**
 * Charts side by side, `Ann | W1 | W2 | | Ben | W1 | W2`, become one: those further right stand below the first, under their titles.
 * What it returns moves their colours.
 */
export function stackCharts(table: SheetTable): { notes: string[]; place: (fills: CellFills) => CellFills } {
  const headers = table.header?.cells ?? []
  const charts = chartsIn(headers)
  const [first, ...others] = charts
  if (first === undefined || others.length === 0) return { notes: [], place: (fills) => fills }
  const titles = charts.map(({ names }) => (table.writtenHeader[names] ?? '').trim())
  const areTitled = titles.every((title) => title !== '' && exactHeader(title) === null && unitNamed(title) === null)
  const rows = charts.flatMap((chart, at): SheetRow[] => {
    const own = table.rows.flatMap((row): SheetRow[] => {
      const cells = Array.from({ length: first.names }, (_, index) => (at === 0 ? (row.cells[index] ?? '') : ''))
      for (let index = chart.names; index <= chart.to; index += 1)
        putCell(cells, index - chart.names + first.names, row.cells[index] ?? '')
      if (cells.every((cell) => cell.trim() === '')) return []
      return [at === 0 ? { ...row, cells } : { ...row, cells, shade: keyOf(row.line, at) }]
    })
    if (!areTitled || own.length === 0) return own
    const head = Array.from({ length: first.names }, () => '')
    return [{ line: table.header?.line ?? 0, shade: keyOf(0, at), cells: [...head, titles[at] ?? ''] }, ...own]
  })
  for (const { names, to } of others)
    table.account.settleColumns(Array.from({ length: to - names + 1 }, (_, step) => names + step))
  for (let at = first.to + 1; at < headers.length; at += 1) headers[at] = ''
  table.replaceRows(rows)
  const place = (fills: CellFills): CellFills => {
    const placed = new Map(fills)
    for (const [line, cells] of fills)
      for (const [at, { names, to }] of others.entries()) {
        const own = [...cells].filter(([index]) => index >= names && index <= to)
        placed.set(keyOf(line, at + 1), new Map(own.map(([index, colour]) => [index - names + first.names, colour])))
      }
    return placed
  }
  return { notes: [`${charts.length} charts stand side by side; they are read one below the other.`], place }
}

const keyOf = (line: number, chart: number) => line + KEYS_APART * (chart + 1)

/** Charts of which each has the times of the first, behind a word of its own. */
function chartsIn(headers: readonly string[]): Beside[] {
  const from = firstPeriod(headers)
  if (from === null || from === 0 || (headers[from - 1] ?? '').trim() === '') return []
  const isTime = (at: number) => isPeriod(headers[at] ?? '')
  const runFrom = (start: number) => {
    let end = start
    while (isTime(end)) end += 1
    return end - 1
  }
  const first = { names: from - 1, from, to: runFrom(from) }
  const times = headers.slice(first.from, first.to + 1).map(normaliseHeader)
  if (times.length < FEWEST_PERIODS) return []
  const charts = [first]
  for (let at = first.to + 1; at < headers.length; at += 1) {
    if ((headers[at] ?? '').trim() === '' || isTime(at)) continue
    const to = runFrom(at + 1)
    const isSame =
      to - at === times.length && times.every((time, step) => normaliseHeader(headers[at + 1 + step] ?? '') === time)
    if (!isSame) return []
    charts.push({ names: at, from: at + 1, to })
    at = to
  }
  return charts
}
