import { quoted } from '../../plan/diagnostics.ts'
import type { SheetTable } from '../sheet-table.ts'

const MOST_STEPS = 10
const FEWEST_PAIRS = 2
const MOSTLY = 0.9
const CODE = /^\d{1,3}(?:\.\d{1,3}){0,7}[.)]?(?:$|\s)/

/**
 * Below one header and the blank ones beside it, codes step to the right with their level and each has its name in the next cell:
 * `1.1 | Scope`, and one column further `1.1.1 | Interviews`. Each name goes to its code, so that one cell a row is left.
 */
export function joinSteppedCodes({ header, rows, account }: SheetTable): string[] {
  const headers = header?.cells ?? []
  const isBlank = (cell: string | undefined) => (cell ?? '').trim() === ''
  const notes: string[] = []
  for (const [from, title] of headers.entries()) {
    if (isBlank(title) || !isBlank(headers[from + 1] ?? '.')) continue
    let to = from + 1
    while (to < headers.length && to < from + MOST_STEPS && isBlank(headers[to])) to += 1
    const filled = rows.map((row) => ({
      row,
      places: Array.from({ length: to - from }, (_, at) => from + at).filter((at) => !isBlank(row.cells[at])),
    }))
    const several = filled.filter(({ places }) => places.length > 1)
    const pairs = several.flatMap(({ row, places: [code = 0, name = 0, ...more] }) =>
      more.length === 0 && name === code + 1 && CODE.test((row.cells[code] ?? '').trim()) ? [{ row, code, name }] : [],
    )
    const steps = new Set(pairs.map(({ code }) => code)).size
    if (pairs.length < FEWEST_PAIRS || steps < 2 || pairs.length < MOSTLY * several.length) continue
    for (const { row, code, name } of pairs) {
      row.cells[code] = `${(row.cells[code] ?? '').trim()} ${(row.cells[name] ?? '').trim()}`
      row.cells[name] = ''
      account.readCells(row.line, [name])
    }
    notes.push(`Codes below ${quoted(title.trim())} are read together with the names in the cells beside them.`)
  }
  return notes
}
