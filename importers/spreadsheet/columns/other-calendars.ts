import { quoted } from '../../plan/diagnostics.ts'
import { withWesternDates } from '../cells/other-calendars.ts'
import { hasOtherDigits, westernDigits } from '../cells/other-digits.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import type { SheetTable } from '../sheet-table.ts'

const SAMPLED_ROWS = 200
const LONGEST = 60
/** Digits of other scripts, a year of another calendar, or a sign of Thailand. */
const SIGN = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e00-\u0e7f]|(?<!\d)(?:1[34]\d\d|2[56]\d\d)(?!\d)/
const [THAI, ARABIC] = [/\p{Script=Thai}/u, /\p{Script=Arabic}/u]
/** What else may stand in a cell of dates: months, weekdays and the words between two of them. */
const PROSE = /\p{L}[\p{L}\p{M}.]{0,20}(?:\s+\p{L}[\p{L}\p{M}.]{0,20}){3}/u
const NO_LETTER = /^\P{L}+$/u
const FEWEST_DATES = 3
const MOSTLY = 0.8

/**
 * Dates of the calendars of Thailand, Iran and Islam become those of the rest of the world, and digits of other scripts its digits,
 * before anything else is read; said once for each calendar. Without a word in their script only columns that hold hardly anything else do.
 */
export function readOtherCalendars({ all }: SheetTable): string[] {
  const sample = all.slice(0, SAMPLED_ROWS).flatMap(({ cells }) => cells)
  if (!sample.some((cell) => cell.length <= LONGEST && SIGN.test(cell))) return []
  const isThai = sample.some((cell) => THAI.test(cell))
  const isAtHome = isThai || sample.some((cell) => ARABIC.test(cell))
  const columns = isAtHome ? null : datedColumns(all.slice(0, SAMPLED_ROWS).map(({ cells }) => cells))
  if (columns?.size === 0) return []
  let [count, first, meant] = [0, '', '']
  for (const { cells } of all)
    for (const [at, cell] of cells.entries()) {
      if (cell === '' || cell.length > LONGEST || columns?.has(at) === false) continue
      const digits = hasOtherDigits(cell) ? westernDigits(cell) : cell
      const dated = PROSE.test(digits) ? digits : withWesternDates(digits, isThai)
      if (dated !== digits) {
        cells[at] = dated
        count += 1
        if (first === '') [first, meant] = [cell, dated]
      } else if (
        digits !== cell &&
        (NO_LETTER.test(digits) || /^\D*\d{4}$|20\d\d/.test(digits) || parseDuration(digits) !== null)
      )
        cells[at] = digits
    }
  return count === 0 ? [] : [`${count} dates are of another calendar; ${quoted(first)} is read as ${meant.trim()}.`]
}

/** In Croatia listopad is October, elsewhere November: words that no other language has tell it. */
const CROATIAN =
  /siječ|velja[čc]|ožuj|travnj|svibnj|lipnj|srpnj|kolovoz|rujn|studenog|prosinca|zadat|završet|u tijeku|početak/iu
const LISTOPAD = /listopada?(?!\p{L})/giu

/** Dates of October in a sheet from Croatia. */
export function readCroatianOctobers({ all }: SheetTable): string[] {
  const sample = all.slice(0, SAMPLED_ROWS).flatMap(({ cells }) => cells)
  const found = sample.find((cell) => cell.length <= LONGEST && /\blistopad/i.test(cell))
  if (found === undefined || !sample.some((cell) => CROATIAN.test(cell))) return []
  for (const { cells } of all)
    for (const [at, cell] of cells.entries())
      if (cell.length <= LONGEST && /\d/.test(cell)) cells[at] = cell.replace(LISTOPAD, 'oktobra')
  return [`In ${quoted(found.trim())} listopad is October, as in Croatia.`]
}

/** Columns that hold hardly anything but such dates. */
function datedColumns(rows: readonly (readonly string[])[]): Set<number> {
  const counts = new Map<number, { filled: number; dated: number }>()
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) {
      if (cell.trim() === '') continue
      const count = counts.get(at) ?? { filled: 0, dated: 0 }
      count.filled += 1
      if (cell.length <= LONGEST && withWesternDates(cell, false) !== cell) count.dated += 1
      counts.set(at, count)
    }
  const found = [...counts].filter(([, { filled, dated }]) => dated >= FEWEST_DATES && dated >= MOSTLY * (filled - 1))
  return new Set(found.map(([at]) => at))
}
