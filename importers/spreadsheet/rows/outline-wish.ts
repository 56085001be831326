import type { ColumnSet } from '../columns/column-set.ts'
import type { OutlineWish } from '../outlines.ts'
import { type ArrangedRow, INDENT, onlyCell, withName } from './arranged-row.ts'
import type { CellLooks } from './heads-by-look.ts'

/** Rows whose names look as was asked head those below them; all others stand where the sheet has them. */
export function placeAsWished(
  rows: readonly ArrangedRow[],
  columns: ColumnSet,
  { outline, looks }: { outline: OutlineWish; looks: CellLooks },
): { rows: ArrangedRow[]; notes: string[] } {
  const at = columns.index('name')
  if ((outline !== 'bold' && outline !== 'background') || at === undefined) return { rows: [...rows], notes: [] }
  const found = outline === 'bold' ? looks.bold?.(at) : looks.fills?.()
  const lookOf = ({ line }: ArrangedRow) => found?.get(line)?.get(at)
  const counts = Map.groupBy(rows.map(lookOf), (look) => look)
  const [usual] = [...counts].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? []
  const heads = new Set(rows.filter((row) => lookOf(row) !== undefined && lookOf(row) !== usual))
  const how = outline === 'bold' ? 'in bold' : 'with a background of their own'
  const [first] = heads
  if (first === undefined) return { rows: [...rows], notes: [`No line is ${how}, as was asked.`] }
  const from = rows.indexOf(first)
  const placed = rows.map((row, index) => {
    const name = columns.cell(row, 'name')
    if (heads.has(row))
      return name.trim() === '' ? withName(row, onlyCell(row) ?? '', columns) : withName(row, name.trimStart(), columns)
    return index < from ? row : withName(row, INDENT + name.trimStart(), columns)
  })
  return {
    rows: placed,
    notes: [`${heads.size} lines ${how}, such as ${first.line}, head those below them, as was asked.`],
  }
}
