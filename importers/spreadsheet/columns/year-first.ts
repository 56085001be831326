import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { halfWidth } from '../cells/half-width.ts'
import { fullYear } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'

/** `26/03/02 (月)`, `26.3.2`: three numbers of which the first may be a year of this century. */
const SHORT = /^(2\d|3\d)([./-])\s?(\d{1,2})\2\s?(\d{1,2})\.?(?:\s?[(（]?[月火水木金土日월화수목금토일][)）]?)?$/u
const EASTERN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Years of two digits stand first where dates are written in Chinese, Japanese or Korean: columns whose header or weekdays
 * are in one of these, and whose dates can all be read so, get dates that mean the same everywhere.
 */
export function settleShortYears({ header, rows }: SheetTable, places: readonly (number | undefined)[]): string[] {
  const named: string[] = []
  for (const at of new Set(places)) {
    if (at === undefined) continue
    const title = header?.cells[at] ?? ''
    const cells = filledTexts(rows, at).map(halfWidth)
    if (cells.length === 0 || !(EASTERN.test(title) || cells.some((cell) => EASTERN.test(cell)))) continue
    if (cells.some((cell) => shortYearDay(cell) === null)) continue
    for (const row of rows) {
      const day = shortYearDay(halfWidth((row.cells[at] ?? '').trim()))
      if (day !== null) row.cells[at] = formatCivilDay(day)
    }
    named.push(quoted(title))
  }
  return named.length === 0 ? [] : [`Dates such as 26/03/16 in ${named.join(', ')} begin with the year.`]
}

function shortYearDay(cell: string): number | null {
  const [, year = '', , month, day] = SHORT.exec(cell) ?? []
  return year === '' ? null : dayNumber(fullYear(year), Number(month), Number(day))
}
