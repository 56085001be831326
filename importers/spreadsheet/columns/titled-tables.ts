import { quoted } from '../../plan/diagnostics.ts'
import { listLines } from '../rows/arrange-rows.ts'
import { INDENT, onlyCell } from '../rows/arranged-row.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { placeOf } from './header-fields.ts'

/** `Objective: launch the core`: what is said about a table above or below it. */
const REMARK = /^\p{L}[\p{L} ]{2,24}[:：]\s*\S/u

/** A title and the place of its table among the rows: up to the header, which comes last. */
type Titled = { title: SheetRow; remarks: readonly SheetRow[] }

/**
 * Small tables below each other under the same header, each below a gap, a title and perhaps a word on it: the title heads the rows of its
 * table, also the first. `repeats` are the rows that repeat the header. Nothing where one of them has no title.
 */
export function readTitledTables(table: SheetTable, repeats: readonly SheetRow[]): string[] {
  const { header, rows } = table
  const names = header === null ? -1 : placeOf(header.cells, 'name')
  if (header === null || names < 0 || repeats.length === 0) return []
  const titled = [
    titleAbove(table.above, header.line),
    ...repeats.map((repeat) => titleAbove(rows.slice(0, rows.indexOf(repeat)), repeat.line)),
  ]
  const found = titled.filter((block) => block !== null)
  const texts = new Set(found.map(({ title }) => onlyCell(title)))
  // A title right above its header heads its rows already where these are work.
  const isSpoken = found.some(({ remarks }) => remarks.length > 0)
  if (found.length < titled.length || texts.size < found.length || !isSpoken) return []
  const others = otherTables(rows, rows.indexOf(repeats.at(-1) as SheetRow))
  const remarks = new Set([...found.flatMap((block) => block.remarks), ...rows.filter(isRemark), ...others])
  const titles = new Set(found.map(({ title }) => title))
  const headOf = (row: SheetRow): SheetRow => {
    const cells: string[] = []
    putCell(cells, names, onlyCell(row) ?? '')
    return { line: row.line, cells }
  }
  const [first] = found as [Titled]
  for (const row of rows)
    if (!titles.has(row) && (row.cells[names] ?? '').trim() !== '')
      row.cells[names] = `${INDENT}${(row.cells[names] ?? '').trimStart()}`
  table.account.settleLines([...remarks, ...titles])
  table.replaceRows([
    headOf(first.title),
    ...rows.filter((row) => !remarks.has(row)).map((row) => (titles.has(row) ? headOf(row) : row)),
  ])
  const below = [...remarks].filter((row) => row.line > header.line && !others.includes(row))
  return [
    `${found.length} tables stand below each other; their titles, such as ${quoted(onlyCell(first.title) ?? '')}, head their rows.`,
    ...(below.length === 0
      ? []
      : [`Lines with a word on a table are not imported: ${listLines(below.map(({ line }) => line))}.`]),
    ...(others.length === 0
      ? []
      : [`Lines of another table below are not imported: ${listLines(others.map(({ line }) => line))}.`]),
  ]
}

/** The lone cells right above a header, a gap between them and it or not, and a gap above the first of them: that is the title. */
function titleAbove(above: readonly SheetRow[], headerLine: number): Titled | null {
  let from = above.length
  let next = headerLine + 1
  while (from > 0) {
    const row = above[from - 1] as SheetRow
    const isNear = next - row.line <= (from === above.length ? WIDEST_GAP : 1)
    if (!isNear || onlyCell(row) === null) break
    next = row.line
    from -= 1
  }
  const [title, ...remarks] = above.slice(from)
  const before = above[from - 1]
  const isApart = before === undefined || (title?.line ?? 0) - before.line > 1
  return title === undefined || !isApart || !remarks.every(isRemark) ? null : { title, remarks }
}
/** Lines from a title to its header where one between them is blank, and one more for the header itself. */
const WIDEST_GAP = 3

/** What stands below the last of these tables under a title of its own and no such header. */
function otherTables(rows: readonly SheetRow[], lastHeader: number): readonly SheetRow[] {
  const from = rows.findIndex((row, at) => {
    const isApart = at > lastHeader + 1 && row.line - (rows[at - 1]?.line ?? 0) > 1
    return isApart && onlyCell(row) !== null && !isRemark(row) && rows[at + 1] !== undefined
  })
  return from < 0 ? [] : rows.slice(from)
}

const isRemark = (row: SheetRow) => REMARK.test(onlyCell(row) ?? '')
