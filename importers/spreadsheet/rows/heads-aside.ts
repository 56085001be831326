import { parseYesNo } from '../cells/parse-flag.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import { type ArrangedRow, withName } from './arranged-row.ts'

const LONGEST_HEAD = 80
const nameOf = (row: ArrangedRow, columns: ColumnSet) => columns.cell(row, 'name').trim()

/**
 * Words alone in a line to the left of the names, or with a number in front, in the column of ids or in one in which rows with a name
 * have numbers, ticks or nothing, as names of their rows: they may head the rows below them. Null where there are none.
 */
export function headsAside(rows: readonly ArrangedRow[], columns: ColumnSet): ArrangedRow[] | null {
  const [ids, names] = [columns.index('id'), columns.index('name') ?? 0]
  if (columns.isStaggered || names === 0) return null
  // Sentences tell what to do with the row.
  const isWord = (text: string) => text.length <= LONGEST_HEAD && /\p{L}{2}/u.test(text) && parseYesNo(text) === null
  const taken = new Set<number>()
  for (const row of rows)
    if (nameOf(row, columns) !== '')
      for (let at = 0; at < names; at += 1) {
        const text = (row.cells[at] ?? '').trim()
        if (isWord(text) && !(at === ids && /\d/.test(text))) taken.add(at)
      }
  let count = 0
  // A bar may be drawn for the whole group.
  const ofBars = new Set([columns.index('start'), columns.index('finish')])
  const placed = rows.map((row) => {
    if (
      nameOf(row, columns) !== '' ||
      row.cells.some((cell, at) => at > names && cell.trim() !== '' && !ofBars.has(at))
    )
      return row
    const filled = row.cells.slice(0, names).flatMap((cell, at) => (cell.trim() === '' ? [] : [at]))
    const [at = names, ...more] = filled.filter((place) => !/^[\d.]+$/.test((row.cells[place] ?? '').trim()))
    const text = (row.cells[at] ?? '').trim()
    if (at >= names || more.length > 0 || taken.has(at) || !isWord(text)) return row
    if (at === ids && /\d/.test(text)) return row
    count += 1
    return withName({ ...row, cells: [] }, text, columns)
  })
  return count === 0 ? null : placed
}
