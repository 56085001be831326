import { formatCivilDay, isoWeekday } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { EAST_ASIAN } from '../cells/east-asian.ts'
import { halfWidth } from '../cells/half-width.ts'
import { fullYear } from '../cells/parse-date.ts'
import { weekdayNamed } from '../cells/weekday-names.ts'
import type { SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'

/** `26/03/02 (月)`, `26.3.2`, `Mon 26-03-02`: three numbers of which the first may be a year of this century. */
const SHORT =
  /^(?:(\p{L}{2,12})[.,]?\s+)?(2\d|3\d)([./-])\s?(\d{1,2})\3\s?(\d{1,2})\.?(?:\s?[(（]?[月火水木金土日월화수목금토일][)）]?)?$/u
const FEWEST_DATES = 3

/**
 * Years of two digits stand first where dates are written in Chinese, Japanese or Korean, where weekdays in front of them are
 * right only so, and where the first numbers hardly differ while the last ones do: columns whose header or dates say so, and
 * whose dates can all be read so, get dates that mean the same everywhere.
 */
export function settleShortYears({ header, rows }: SheetTable, places: readonly (number | undefined)[]): string[] {
  const named: string[] = []
  for (const at of new Set(places)) {
    if (at === undefined) continue
    const title = header?.cells[at] ?? ''
    const cells = filledTexts(rows, at).map(halfWidth)
    if (cells.length === 0 || cells.some((cell) => shortYearDay(cell) === null)) continue
    const isEastern = EAST_ASIAN.test(title) || cells.some((cell) => EAST_ASIAN.test(cell))
    if (!isEastern && !weekdaysFit(cells) && !yearsStandFirst(cells)) continue
    for (const row of rows) {
      const day = shortYearDay(halfWidth((row.cells[at] ?? '').trim()))
      if (day !== null) row.cells[at] = formatCivilDay(day)
    }
    named.push(quoted(title))
  }
  return named.length === 0 ? [] : [`Dates such as 26/03/16 in ${named.join(', ')} begin with the year.`]
}

function shortYearDay(cell: string): number | null {
  const [, , year = '', , month, day] = SHORT.exec(cell) ?? []
  return year === '' ? null : dayNumber(fullYear(year), Number(month), Number(day))
}

/** Whether each date has its own weekday in front of it. */
function weekdaysFit(cells: readonly string[]): boolean {
  return cells.every((cell) => {
    const weekday = weekdayNamed(SHORT.exec(cell)?.[1] ?? '')
    const day = shortYearDay(cell)
    return weekday !== null && day !== null && isoWeekday(day) === weekday
  })
}

/** `26-03-02`, `26-03-16`, `26-04-20`: no plan has all its days on the 26th, each in a year of its own. */
function yearsStandFirst(cells: readonly string[]): boolean {
  const parts = cells.map((cell) => SHORT.exec(cell) ?? [])
  const years = new Set(parts.map(([, , year]) => Number(year)))
  const days = new Set(parts.map(([, , , , , day]) => Number(day)))
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return cells.length >= FEWEST_DATES && last - first < 2 && days.size >= FEWEST_DATES && days.size > years.size
}
