import type { SheetRow } from '../sheet-table.ts'

const FEWEST_WEEKS = 5
const [SHORT_YEAR, LONG_YEAR, MONTHS] = [52, 53, 12]
/** Columns a month, on average. */
const [FEWEST_A_MONTH, MOST_A_MONTH] = [3, 6]
/** How far a week of the calendar may stand from its month. */
const NEAR = 4

/**
 * `2 | 3 | 4 | … | 21` below several months: numbers that go on from month to month and never begin anew are weeks, those of the calendar
 * where these lie in the first of the months. Days would begin anew. Returns whether it named any.
 */
export function nameWeeksBelowMonths(
  row: SheetRow,
  above: readonly SheetRow[],
  monthOf: (text: string) => number | null,
): boolean {
  const numbers = row.cells.map((cell) => (/^\d{1,2}$/.test(cell.trim()) ? Number(cell) : null))
  const from = numbers.findIndex((number) => number !== null)
  const isNext = (number: number | null, before: number) =>
    number === before + 1 || (number === 1 && (before === SHORT_YEAR || before === LONG_YEAR))
  const stop = numbers.findIndex((number, at) => at > from && !isNext(number, numbers[at - 1] ?? 0))
  const end = stop < 0 ? numbers.length : stop
  if (from < 0 || end - from < FEWEST_WEEKS || numbers.slice(end).some((number) => number !== null)) return false
  for (const { cells } of above.toReversed()) {
    const months = cells.slice(from, end).map((cell) => monthOf(cell))
    const named = months.filter((month) => month !== null)
    const [first] = named
    const perMonth = (end - from) / named.length
    // Each is the month after the one before it, and the first stands above the first week.
    const areInTurn = named.every((month, at) => at === 0 || month === ((named[at - 1] ?? 0) % MONTHS) + 1)
    if (named.length < 2 || first === undefined || months[0] === null || !areInTurn) continue
    if (perMonth < FEWEST_A_MONTH || perMonth > MOST_A_MONTH) continue
    const expected = 1 + ((first - 1) * SHORT_YEAR) / MONTHS
    const isCalendar = Math.abs((numbers[from] ?? 0) - expected) <= NEAR
    for (let at = from; at < end; at += 1) row.cells[at] = `${isCalendar ? 'KW' : 'Week'} ${numbers[at]}`
    return true
  }
  return false
}
