import { unitNamed } from '../cells/duration-units.ts'
import { isMonth, monthNamed } from '../cells/month-names.ts'
import type { SheetRow } from '../sheet-table.ts'

// Times above a chart that say what they are in another row, or by their order: initials of months, halves of them, numbers below a
// word for what they count, days of the one month that the title names.

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** January to December by their first letters: English, German, French and Portuguese, then Spanish and Italian. */
const INITIALS = ['JFMAMJJASOND', 'EFMAMJJASOND', 'GFMAMGLASOND']
const MONTHS_OF_YEAR = 12
const FEWEST_NUMBERS = 3
const FEWEST_DAYS = 5
const LONGEST_LABEL = 24
const HALF =
  /^(?:[12]\s?\.?\s?h|h\s?[12]|(?:1st|2nd|first|second) half|[12][ªa]?\.? ?(?:quinzena|quincena|qna\.?)|[12](?:e|ère|re|ème)? ?quinzaine|[12]\. ?hälfte)$/i

/** Names what stands in a row above a chart where only its order or the rows above it say what it is. */
export function nameByLabels(row: SheetRow, above: readonly SheetRow[], before: readonly SheetRow[]): void {
  if (nameInitials(row) || nameHalves(row, above.at(-1))) return
  const run = risingNumbers(row.cells)
  if (run === null) return
  if (!nameBelowUnit(row, run, above)) nameTitledDays(row, run, before)
}

/** `J | F | M | A | …`: twelve letters in the order of the months, from any of them on. */
function nameInitials(row: SheetRow): boolean {
  const letters = row.cells.map((cell) => cell.trim().toUpperCase().replace(/\.$/, ''))
  const from = letters.findIndex((_, at) =>
    letters.slice(at, at + MONTHS_OF_YEAR).every((letter) => letter.length === 1),
  )
  if (from < 0) return false
  const end = letters.findIndex((letter, at) => at > from && letter.length !== 1)
  const run = letters.slice(from, end < 0 ? letters.length : end)
  if (run.length < MONTHS_OF_YEAR || run.length % MONTHS_OF_YEAR > 0) return false
  for (const initials of INITIALS)
    for (let first = 0; first < MONTHS_OF_YEAR; first += 1) {
      if (!run.every((letter, step) => letter === initials[(first + step) % MONTHS_OF_YEAR])) continue
      for (const step of run.keys()) row.cells[from + step] = MONTHS[(first + step) % MONTHS_OF_YEAR] ?? ''
      return true
    }
  return false
}

/** `1H | 2H` below each month: its first fifteen days, and the others. */
function nameHalves(row: SheetRow, above: SheetRow | undefined): boolean {
  const halves = row.cells.flatMap((cell, at) => (HALF.test(cell.trim()) ? [at] : []))
  const first = halves[0] ?? 0
  const areAlone = row.cells.slice(first).filter((cell) => cell.trim() !== '').length === halves.length
  const months = (above?.cells ?? []).flatMap((cell, at) => {
    const [, word = '', year = ''] = MONTH.exec(cell.trim()) ?? []
    return isMonth(word) ? [{ at, month: monthNamed(word) ?? 0, year }] : []
  })
  const stand = months.every(({ at }, index) => at === first + 2 * index)
  if (halves.length < FEWEST_NUMBERS || !areAlone || months.length * 2 !== halves.length || !stand) return false
  for (const { at, month, year } of months) {
    const last = DAYS[month - 1] ?? 0
    const name = MONTHS[month - 1] ?? ''
    const day = (number: number) =>
      `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`
    row.cells[at] = year === '' ? `1 - 15 ${name}` : `${day(1)} - ${day(15)}`
    row.cells[at + 1] = year === '' ? `16 - ${last} ${name}` : `${day(16)} - ${day(last)}`
  }
  return true
}
const MONTH = /^(\p{L}{3,12})\.?(?:[\s'’-]+(20\d{2}|\d{2}))?$/u
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

type Run = { from: number; numbers: number[] }

/** Numbers that rise by one, and no other number behind them. */
function risingNumbers(cells: readonly string[]): Run | null {
  const numbers = cells.map((cell) => (/^\d{1,2}$/.test(cell.trim()) ? Number(cell) : null))
  const from = numbers.findIndex((number, at) => number !== null && numbers[at + 1] === number + 1)
  if (from < 0) return null
  const end = numbers.findIndex((number, at) => at > from && number !== (numbers[from] ?? 0) + at - from)
  const run = numbers.slice(from, end < 0 ? numbers.length : end)
  const isWhole = end < 0 || numbers.slice(end).every((number) => number === null)
  return isWhole && run.length >= FEWEST_NUMBERS ? { from, numbers: run as number[] } : null
}

/** `Meses`, `时间（月）`, `Bulan ke` above numbers: what these count. Months that do not begin with the first are those of the year. */
function nameBelowUnit(row: SheetRow, { from, numbers }: Run, above: readonly SheetRow[]): boolean {
  const labels = above.flatMap(({ cells }) =>
    cells.slice(from, from + numbers.length).filter((cell) => cell.trim() !== ''),
  )
  const unit = labels.length === 1 ? unitOfLabel(labels[0] ?? '') : null
  if (unit === null) return false
  const first = numbers[0] ?? 0
  const isOfYear = unit === 'month' && first > 1 && first + numbers.length - 1 <= MONTHS_OF_YEAR
  if (first > 1 && !isOfYear) return false
  const word = { day: 'Day', week: 'Week', month: 'M' }[unit]
  for (const [step, number] of numbers.entries())
    row.cells[from + step] = isOfYear
      ? (MONTHS[number - 1] ?? '')
      : unit === 'month'
        ? `M${number}`
        : `${word} ${number}`
  return true
}

/** What a label above numbers counts: `Meses`, `Timeframe (months)`; null where it says nothing of time. */
export function unitOfLabel(text: string): 'day' | 'week' | 'month' | null {
  const bare = text.trim()
  if (bare.length > LONGEST_LABEL || /\d/.test(bare)) return null
  const [, before = '', inside = ''] = /^([^([（]*)[([（]\s*(\p{L}{1,10})\s*[)\]）]$/u.exec(bare) ?? []
  const word = inside === '' ? bare.replace(/[\s-]*(?:ke|no|nr|n°)[\s.:-]*$/iu, '') : inside
  if (inside !== '' && !OF_TIME.test(before.trim())) return null
  const unit = unitNamed(word)?.unit
  return unit === 'day' || unit === 'week' || unit === 'month' ? unit : null
}
const OF_TIME =
  /^(?:time(?:[ -]?frame|line)?|period|schedule|duration|zeit(?:raum)?|temps|période|tiempo|periodo|tempo|период|срок|время|时间|時間|時程|期間|기간|일정|thời gian|waktu|süre)?$/iu

/** `10 | 11 | 12` below `Shutdown – March 2025`: days of the one month that the title says. */
function nameTitledDays(row: SheetRow, { from, numbers }: Run, before: readonly SheetRow[]): void {
  const months = new Set(before.flatMap(({ cells }) => cells.flatMap(monthsIn)))
  const [month] = months
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  // From the first on, few of them may count anything.
  const areDays = last <= LONGEST_MONTH && (first > 1 ? numbers.length >= FEWEST_DAYS : last >= SHORTEST_MONTH)
  if (months.size !== 1 || month === undefined || !areDays) return
  for (const [step, number] of numbers.entries()) row.cells[from + step] = `${month}-${String(number).padStart(2, '0')}`
}
const [SHORTEST_MONTH, LONGEST_MONTH] = [28, 31]

/** `March 2025`, `marzo de 2025`, `2025年3月` in a text, as `2025-03`. */
function monthsIn(text: string): string[] {
  if (text.length > 200 || !/20\d\d/.test(text)) return []
  const named = [...text.matchAll(/(\p{L}{3,12})\.?,?\s+(?:de\s+)?(20\d\d)(?!\d)/gu)].flatMap(
    ([, word = '', year = '']) => (isMonth(word) ? [{ year, month: monthNamed(word) ?? 0 }] : []),
  )
  const eastern = [...text.matchAll(/(20\d\d)\s?[年년]\s?(\d{1,2})\s?[月월]/gu)].map(([, year = '', month]) => ({
    year,
    month: Number(month),
  }))
  return [...named, ...eastern].map(({ year, month }) => `${year}-${String(month).padStart(2, '0')}`)
}
