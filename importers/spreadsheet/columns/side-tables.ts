import { quoted } from '../../plan/diagnostics.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { exactHeader, normaliseHeader, placeOf, type SheetField } from './header-fields.ts'

const SAMPLED_ROWS = 200
const MOST_COLUMNS = 200
const OF_SCHEDULES: ReadonlySet<SheetField> = new Set(['start', 'finish', 'duration', 'assignee', 'predecessors'])
const OF_DATES: readonly SheetField[] = ['start', 'finish', 'duration']

/** Neighbouring columns, the last one included. */
type Columns = { from: number; to: number }

/**
 * The columns of tables that stand side by side under one row of headers, where each has the headers of the first:
 * `Task | Start | End | | Task | Start | End`. Null where there is one table only.
 */
export function repeatedTables(header: readonly string[]): Columns[] | null {
  const texts = header.slice(0, MOST_COLUMNS).map(normaliseHeader)
  const name = placeOf(header.slice(0, MOST_COLUMNS), 'name')
  const names = texts.flatMap((text, index) => (name >= 0 && text === texts[name] ? [index] : []))
  if (names.length < 2) return null
  let from = name
  while (from > 0 && texts[from - 1] !== '') from -= 1
  let to = name
  while (to + 1 < (names[1] ?? 0) - (name - from) && texts[to + 1] !== '') to += 1
  const saysMore = header.slice(from, to + 1).some((cell) => OF_SCHEDULES.has(exactHeader(cell)?.field ?? 'name'))
  const tables = names.map((at) => ({ from: at - (name - from), to: at + (to - name) }))
  const isSame = (columns: Columns) =>
    texts.slice(from, to + 1).every((text, step) => text === texts[columns.from + step])
  return saysMore && tables.every(isSame) ? tables : null
}

/** Tables side by side become one below the other, each under its title, or the one that is a plan is read alone. */
export function readSideTables(table: SheetTable): string[] {
  const headers = table.header?.cells
  if (headers === undefined) return []
  const tables = repeatedTables(headers)
  return tables === null ? leaveTableBeside(table, headers) : stack(table, headers, tables)
}

function stack(table: SheetTable, headers: string[], tables: readonly Columns[]): string[] {
  const [first] = tables as [Columns]
  const above = table.above.at(-1)
  const titles = tables.map(({ from, to }) =>
    (above?.cells ?? []).slice(from, to + 1).filter((cell) => cell.trim() !== ''),
  )
  const areTitled = titles.every((title) => title.length === 1) && new Set(titles.map(String)).size === tables.length
  const blank = () => Array.from({ length: first.to + 1 }, () => '')
  const nameAt = placeOf(headers, 'name')
  const rows: SheetRow[] = tables.flatMap(({ from, to }, index) => {
    const own = table.rows.flatMap((row) => {
      const cells = row.cells.slice(from, to + 1)
      return cells.every((cell) => cell.trim() === '')
        ? []
        : [{ line: row.line, cells: [...blank().slice(0, first.from), ...cells] }]
    })
    if (!areTitled || own.length === 0) return own
    const head = blank()
    head[nameAt] = titles[index]?.[0] ?? ''
    return [{ line: above?.line ?? 0, cells: head }, ...own]
  })
  for (let at = 0; at < headers.length; at += 1) if (at < first.from || at > first.to) headers[at] = ''
  for (const { from, to } of tables)
    table.account.settleColumns(Array.from({ length: to - from + 1 }, (_, step) => from + step))
  table.replaceRows(rows)
  return [`${tables.length} tables stand side by side; they are read one below the other.`]
}

/**
 * A blank column parts a plan from another table that has a header of it again, as milestones beside tasks: only the columns of the
 * plan are read.
 */
function leaveTableBeside(table: SheetTable, headers: string[]): string[] {
  const pieces = piecesOf(table, headers)
  const fieldsOf = ({ from, to }: Columns) =>
    new Set(headers.slice(from, to + 1).map((header) => exactHeader(header)?.field ?? null))
  const isPlan = (piece: Columns) => fieldsOf(piece).has('name') && OF_DATES.some((field) => fieldsOf(piece).has(field))
  const plans = pieces.filter(isPlan)
  const [plan] = plans
  if (plan === undefined || plans.length > 1) return []
  const known = new Set(headers.slice(plan.from, plan.to + 1).map(normaliseHeader))
  const beside = pieces.filter(
    (piece) =>
      piece !== plan &&
      headers
        .slice(piece.from, piece.to + 1)
        .some((header) => header.trim() !== '' && known.has(normaliseHeader(header))),
  )
  return beside.map(({ from, to }) => {
    const named = headers.slice(from, to + 1).filter((header) => header.trim() !== '')
    for (let at = from; at <= to; at += 1) table.clearColumn(at)
    return `Another table beside the plan is not imported: ${named.slice(0, 10).map(quoted).join(', ')}.`
  })
}

/** Columns between blank ones, of which each has two headers at least. */
function piecesOf({ rows }: SheetTable, headers: readonly string[]): Columns[] {
  const sample = rows.slice(0, SAMPLED_ROWS)
  const isBlank = (at: number) =>
    (headers[at] ?? '').trim() === '' && sample.every(({ cells }) => (cells[at] ?? '').trim() === '')
  const pieces: Columns[] = []
  let from = -1
  for (let at = 0; at <= Math.min(headers.length, MOST_COLUMNS); at += 1) {
    const isEnd = at === Math.min(headers.length, MOST_COLUMNS) || isBlank(at)
    if (!isEnd && from < 0) from = at
    if (!isEnd || from < 0) continue
    const count = headers.slice(from, at).filter((header) => header.trim() !== '').length
    if (count > 1) pieces.push({ from, to: at - 1 })
    from = -1
  }
  return pieces
}
