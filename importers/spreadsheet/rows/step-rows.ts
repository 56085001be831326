import type { ColumnSet } from '../columns/column-set.ts'
import { putCell, type Step } from '../sheet-table.ts'
import { type ArrangedRow, INDENT } from './arranged-row.ts'

/** The steps that stand in columns beside each other, as parts below the row that has their dates. */
export function withSteps(rows: readonly ArrangedRow[], steps: readonly Step[], columns: ColumnSet): ArrangedRow[] {
  const [name, start, finish] = (['name', 'start', 'finish'] as const).map((field) => columns.index(field))
  if (steps.length === 0 || name === undefined || start === undefined || finish === undefined) return [...rows]
  return rows.flatMap((row) => {
    const indent = /^\s*/.exec(row.cells[name] ?? '')?.[0] ?? ''
    const parts = steps.flatMap((step) => {
      const dates = [row.cells[step.start] ?? '', row.cells[step.finish] ?? '']
      if (dates.every((date) => date.trim() === '')) return []
      const cells: string[] = []
      putCell(cells, name, indent + INDENT + step.name)
      putCell(cells, start, dates[0] ?? '')
      putCell(cells, finish, dates[1] ?? '')
      return [{ line: row.line, cells, position: 0, partOf: row.line }]
    })
    return [row, ...parts]
  })
}
