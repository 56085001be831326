import { dayInAnyOrder, isYearless } from '../cells/parse-date.ts'
import { listLines } from '../rows/arrange-rows.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { sameAsHeader } from './same-as-header.ts'
import { readTitledTables } from './titled-tables.ts'

/** Columns of days or numbers have words in hardly a cell. */
const MOSTLY = 0.8
const FEWEST_ROWS = 2
const LONGEST_HEADER = 40
/** What people write where they know nothing yet. */
const NOTHING_YET = /^(?:tb[acd]|n\/?a|none|offen|open|[-–—?.]+)$/i

/**
 * Takes away rows that repeat the header and the tables below a plan that have a header of their own, before columns are judged by their
 * cells: words where the plan has days or numbers would make them columns of anything.
 */
export function leaveOutTablesApart(table: SheetTable): string[] {
  const headers = [table.header?.cells ?? [], table.writtenHeader]
  const notes: string[] = []
  const repeats = table.rows.filter((row) => headers.some((cells) => sameAsHeader(row, cells) > 1))
  if (repeats.length > 0) {
    notes.push(...readTitledTables(table, repeats))
    table.leaveOut(repeats)
    notes.push(`Lines that repeat the header are not imported: ${linesOf(repeats)}.`)
  }
  const below = tableBelow(table.rows)
  if (below.length > 0) {
    table.leaveOut(below)
    notes.push(`Lines of another table below are not imported: ${linesOf(below)}.`)
  }
  return notes
}

const linesOf = (rows: readonly SheetRow[]) => listLines(rows.map(({ line }) => line))

type Kind = 'day' | 'number' | 'word'

/**
 * The rows from the header of another table on: below a gap, two words or more, and below them no row that has days, numbers and words where
 * the rows above have them.
 */
function tableBelow(rows: readonly SheetRow[]): readonly SheetRow[] {
  const counts: Record<Kind, number>[] = []
  let counted = 0
  let lastFit = -1
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1]
    const isCandidate =
      at >= FEWEST_ROWS && at > lastFit && before !== undefined && row.line - before.line > 1 && isHeader(row)
    if (!isCandidate) continue
    for (; counted < at; counted += 1) countKinds(rows[counted] as SheetRow, counts)
    const kinds = Array.from(counts, kindOf)
    const differs = (other: SheetRow | undefined) =>
      other?.cells.some((cell, index) => {
        const kind = kindOfCell(cell)
        return kind !== null && kinds[index] != null && kind !== kinds[index]
      }) === true
    const count = rows.length - 1 - at
    let next = at + 1
    while (next < rows.length && differs(rows[next])) next += 1
    if (next === rows.length && count > 0 && (count > 1 || differs(row))) return rows.slice(at)
    lastFit = next
  }
  return []
}

function countKinds({ cells }: SheetRow, counts: Record<Kind, number>[]): void {
  for (const [index, cell] of cells.entries()) {
    const kind = kindOfCell(cell)
    if (kind === null) continue
    counts[index] ??= { day: 0, number: 0, word: 0 }
    counts[index][kind] += 1
  }
}

/** What the cells of a column mostly are. */
function kindOf(counts: Record<Kind, number> | undefined): Kind | null {
  const { day, number, word } = counts ?? { day: 0, number: 0, word: 0 }
  const all = day + number + word
  if (all < FEWEST_ROWS) return null
  return day >= MOSTLY * all ? 'day' : number >= MOSTLY * all ? 'number' : word >= MOSTLY * all ? 'word' : null
}

/** What a cell is; null for a blank one and for what says that nothing is known yet. */
function kindOfCell(cell: string): Kind | null {
  const text = cell === '' ? '' : cell.trim()
  if (text === '' || NOTHING_YET.test(text)) return null
  if (/^[-+]?[\d.,]+\s?(?:%|\p{L}{0,6}\.?)$/u.test(text) && !/[.,].*[.,]/.test(text)) return 'number'
  if (/\d/.test(text) && (dayInAnyOrder(text) !== null || isYearless(text))) return 'day'
  return /\p{L}/u.test(text) ? 'word' : null
}

/** Two words or more, all different, none of which is a day, a number or a blank to fill in. */
function isHeader(row: SheetRow): boolean {
  const words = row.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return (
    words.length > 1 &&
    new Set(words).size === words.length &&
    words.every(
      (word) =>
        word.length <= LONGEST_HEADER && /\p{L}{2}/u.test(word) && !/\d/.test(word) && kindOfCell(word) === 'word',
    )
  )
}
