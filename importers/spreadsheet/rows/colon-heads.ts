import { measureIndent } from '../cells/measure-indent.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import { type ArrangedRow, INDENT, isWork, withName } from './arranged-row.ts'

const FEWEST_HEADS = 2
const MOST_HEADS = 0.5
const WORKED = 0.6
const DOTTED = /\d\.\d/

/**
 * `Planning:` above what is planned: rows without a time whose names end in a colon head those below them. One with dashes right below it is a
 * part of the head before it where others have none: `Build:` above `Server:` above `- Sockets`. Null where anything else says what lies in
 * what, or where dashes say all of it.
 */
export function placeBelowColons(
  rows: readonly ArrangedRow[],
  columns: ColumnSet,
  areSections: boolean,
): ArrangedRow[] | null {
  if (columns.has('parent') || columns.isStaggered || columns.levels.length > 1) return null
  const named = rows.filter((row) => nameOf(row, columns) !== '')
  const isCoded = (row: ArrangedRow) =>
    row.partOf !== undefined || DOTTED.test(columns.cell(row, 'wbs')) || DOTTED.test(columns.cell(row, 'id'))
  const isIndented = (row: ArrangedRow | undefined) =>
    row !== undefined && measureIndent(columns.cell(row, 'name')).depth > 0
  const heads = named.filter((row) => /[:：]$/.test(nameOf(row, columns)) && !isWork(row, columns))
  const isHead = new Set(heads)
  if (heads.length < FEWEST_HEADS || heads.length > MOST_HEADS * named.length || named.some(isCoded)) return null
  if (heads.some(isIndented)) return null
  const others = named.filter((row) => !isHead.has(row))
  if (others.filter((row) => isWork(row, columns)).length < WORKED * others.length) return null
  const after = new Map(named.map((row, at) => [row, named[at + 1]]))
  const inner = new Set(heads.filter((row) => isIndented(after.get(row))))
  const outer = heads.filter((row) => !inner.has(row))
  const empty = outer.filter((row) => {
    const next = after.get(row)
    return next === undefined || (isHead.has(next) && !inner.has(next))
  })
  if (areSections && inner.size === 0) return null
  if (outer.length === 0 || empty.length > 1) return null
  const firstOuter = rows.indexOf(outer[0] as ArrangedRow)
  const isOuter = new Set(outer)
  return rows.map((row, index) =>
    index <= firstOuter || isOuter.has(row) ? row : withName(row, INDENT + columns.cell(row, 'name'), columns),
  )
}

const nameOf = (row: ArrangedRow, columns: ColumnSet) => columns.cell(row, 'name').trim()
