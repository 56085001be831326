import { withWesternYears } from '../cells/japanese-eras.ts'
import { dayInAnyOrder } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'

const YEAR = /(?<!\d)20\d\d(?!\d)/g

const yearsOf = (texts: readonly string[]) => new Set(texts.flatMap((cell) => withWesternYears(cell).match(YEAR) ?? []))

/** The one year that a name holds: `Kitchen 2027.csv`, and not `2026-2027.csv`. */
function yearOfName(name: string): number | null {
  const found = yearsOf([name])
  return found.size === 1 ? Number([...found][0]) : null
}

/** The years of a title; those of days, such as the day on which it was written, only where it has no other. */
function yearsOfTitle(above: SheetTable['above']): Set<string> {
  const cells = above.flatMap((row) => row.cells)
  const alone = yearsOf(cells.filter((cell) => dayInAnyOrder(cell.trim()) === null))
  return alone.size > 0 ? alone : yearsOf(cells)
}

/** The one year that the lines above a table name, or its headers, or the name of the file. */
export function yearOfTitle({
  above,
  header,
  fileName,
}: Pick<SheetTable, 'above' | 'header' | 'fileName'>): number | null {
  const titled = yearsOfTitle(above)
  const found = titled.size > 0 ? titled : yearsOf(header?.cells ?? [])
  if (found.size === 0) return yearOfName(fileName)
  return found.size === 1 ? Number([...found][0]) : null
}

/** Where the year of a title stands. */
export function yearSource({ above, header, fileName }: Pick<SheetTable, 'above' | 'header' | 'fileName'>): string {
  const texts = [...above.flatMap(({ cells }) => cells), ...(header?.cells ?? [])]
  return yearOfName(fileName) !== null && yearsOf(texts).size === 0 ? 'the name of the file' : 'the title'
}
