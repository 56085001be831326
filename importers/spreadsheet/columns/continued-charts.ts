import { isYear } from '../cells/year-parts.ts'
import { listLines } from '../rows/arrange-rows.ts'
import { onlyCell } from '../rows/arranged-row.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { firstPeriod, isPeriod } from './chart-headers.ts'
import type { CellFills } from './filled-columns.ts'
import { normaliseHeader } from './header-fields.ts'
import { fillRight } from './join-header-rows.ts'

const FEWEST_PERIODS = 3
const IS_NUMBER = /^\d{1,3}$/

/** Where the cells of a line have gone, by their columns. */
type Moves = ReadonlyMap<number, number>

/**
 * A chart that goes on below with a head of its own, `Task | W9 | W10` below the rows of `Task | W1 | … | W8`: its times get columns
 * behind the others, and the cells below it move there, colours as well. Words left of its times that are no header head its rows.
 */
export function joinContinuedCharts(table: SheetTable): { notes: string[]; moves: ReadonlyMap<number, Moves> } {
  const moves = new Map<number, Moves>()
  const headers = table.header?.cells
  const from = headers === undefined ? null : firstPeriod(headers)
  if (headers === undefined || from === null) return { notes: [], moves }
  const title = scaleAbove(table, from)
  const known = new Map<string, number>()
  for (const [at, key] of keysOf(headers, title?.cells ?? [], from)) if (!known.has(key)) known.set(key, at)
  const isHead = (row: SheetRow) => headsChart(row, headers, from, table.namesBesideChart)
  const heads: { line: number; isAgain: boolean; before: SheetRow | undefined }[] = []
  const rows: SheetRow[] = []
  let width = table.addColumns()
  let current: Map<number, number> | null = null
  for (const [index, row] of table.rows.entries()) {
    const next = table.rows[index + 1]
    // What stands above a head is the upper row of it.
    if (next !== undefined && rows.length > 0 && isScale(row, from) && isHead(next)) {
      table.account.settleLines([row])
      continue
    }
    if (rows.length === 0 || !isHead(row)) {
      rows.push(current === null ? row : moved(row, current, from))
      if (current !== null && current.size > 0) {
        moves.set(row.shade ?? row.line, current)
        table.account.readCells(row.line, current.keys())
      }
      continue
    }
    const before = table.rows[index - 1]
    const upper = before !== undefined && isScale(before, from) ? before.cells : []
    current = new Map()
    for (const [at, key] of keysOf(row.cells, upper, from)) {
      const place = known.get(key) ?? width++
      if (!known.has(key)) {
        known.set(key, place)
        putCell(headers, place, row.cells[at] ?? '')
        if (title !== null) putCell(title.cells, place, fillRight(upper, at + 1)[at] ?? '')
      }
      if (place !== at) current.set(at, place)
    }
    const named = titleOf(row, headers, from)
    table.account.settleLines([row])
    heads.push({ line: row.line, isAgain: current.size === 0 && named === null, before })
    if (named !== null) rows.push({ ...row, cells: row.cells.slice(0, from) })
  }
  if (heads.length === 0) return { notes: [], moves }
  const lines = listLines([...new Set(heads.map(({ line }) => line))])
  if (heads.every(({ isAgain }) => isAgain)) {
    table.replaceRows(rows)
    return { notes: [`Lines that repeat the header are not imported: ${lines}.`], moves }
  }
  const first = table.above.at(-1)
  const isHeaded =
    first !== undefined &&
    onlyCell(first) !== null &&
    heads.every(({ before }) => before !== undefined && onlyCell(before) !== null)
  table.replaceRows(isHeaded ? [first, ...rows] : rows)
  const headed = isHeaded ? `; line ${first.line} heads its first rows` : ''
  return {
    notes: [
      moves.size === 0
        ? `The chart goes on below heads with the same times: lines ${lines}${headed}.`
        : `The chart goes on below heads of other times, which get columns of their own: lines ${lines}${headed}.`,
    ],
    moves,
  }
}

/** The colours of cells, where these have moved. */
export function movedFills(fills: CellFills, moves: ReadonlyMap<number, Moves>): CellFills {
  if (moves.size === 0) return fills
  return new Map(
    [...fills].map(([line, cells]) => {
      const places = moves.get(line)
      return [
        line,
        places === undefined ? cells : new Map([...cells].map(([at, colour]) => [places.get(at) ?? at, colour])),
      ]
    }),
  )
}

function moved(row: SheetRow, places: Moves, from: number): SheetRow {
  if (places.size === 0) return row
  const cells = row.cells.slice(0, from)
  for (let at = from; at < row.cells.length; at += 1) {
    const text = row.cells[at] ?? ''
    if (text !== '') putCell(cells, places.get(at) ?? at, text)
  }
  return { ...row, cells }
}

/** Each time of a head with its place, beside what stands above it. */
function keysOf(lower: readonly string[], upper: readonly string[], from: number): [number, string][] {
  const groups = fillRight(upper, lower.length)
  const end = lower.findIndex(
    (cell, at) => at >= from && cell.trim() !== '' && !isPeriod(cell) && !IS_NUMBER.test(cell.trim()),
  )
  return lower
    .slice(0, end < 0 ? lower.length : end)
    .flatMap((cell, at): [number, string][] =>
      at < from || cell.trim() === '' ? [] : [[at, `${groups[at] ?? ''}\0${normaliseHeader(cell)}`]],
    )
}

function scaleAbove({ above, header }: SheetTable, from: number): SheetRow | null {
  const row = above.at(-1)
  return row !== undefined && header !== null && header.line - row.line === 1 && isScale(row, from) ? row : null
}

/** Times alone, above those of a head. */
function isScale({ cells }: SheetRow, from: number): boolean {
  if (cells.slice(0, from).some((cell) => cell.trim() !== '')) return false
  const filled = cells.slice(from).filter((cell) => cell.trim() !== '')
  const isTime = (cell: string) => isYear(cell.trim()) || isPeriod(cell)
  return filled.length > 0 && filled.every(isTime)
}

/** The header again, or a title in the place of its words, left of times alone. */
function headsChart(row: SheetRow, headers: readonly string[], from: number, mayBeBare: boolean): boolean {
  const { cells } = row
  let count = 0
  for (let at = from; at < cells.length; at += 1) if ((cells[at] ?? '').trim() !== '') count += 1
  if (count < FEWEST_PERIODS) return false
  const before = cells
    .slice(0, from)
    .flatMap((cell, at) => (cell.trim() === '' ? [] : [isSame(cell, headers[at] ?? '')]))
  const isAgain = before[0] ?? mayBeBare
  return (isAgain || titleOf(row, headers, from) !== null) && firstPeriod(cells.slice(from)) === 0
}

function titleOf({ cells }: SheetRow, headers: readonly string[], from: number): string | null {
  const filled = cells.slice(0, from).flatMap((cell, at) => (cell.trim() === '' ? [] : [{ cell, at }]))
  const [first] = filled
  return filled.length !== 1 || first === undefined || isSame(first.cell, headers[first.at] ?? '') ? null : first.cell
}

const isSame = (cell: string, header: string) => normaliseHeader(cell) === normaliseHeader(header)
