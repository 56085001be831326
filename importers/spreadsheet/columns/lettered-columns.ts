import type { SheetTable } from '../sheet-table.ts'

const LETTERED = /^@([A-Z]{1,3})$/i
const LETTERS = 26

/**
 * A column map whose keys are headers. `@C` in it is the third column, whatever stands above it: one without a header, or with that of
 * another column, gets one of its own.
 */
export function headersOfLetters(
  table: SheetTable,
  columnMap: Readonly<Record<string, string>>,
): Record<string, string> {
  const headers = table.header?.cells ?? []
  const map: Record<string, string> = {}
  for (const [key, field] of Object.entries(columnMap)) {
    const letters = LETTERED.exec(key.trim())?.[1]?.toUpperCase()
    if (letters === undefined) {
      map[key] = field
      continue
    }
    const at = [...letters].reduce((place, letter) => place * LETTERS + letter.charCodeAt(0) - 64, 0) - 1
    const width = table.rows.reduce((most, { cells }) => Math.max(most, cells.length), headers.length)
    if (at >= width) continue
    while (headers.length <= at) headers.push('')
    const header = (headers[at] ?? '').trim()
    const isAlone = header !== '' && headers.filter((other) => same(other, header)).length === 1
    const own = isAlone ? header : `${header === '' ? 'Column' : header} ${letters}`
    headers[at] = own
    map[own] = field
  }
  return map
}

const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
