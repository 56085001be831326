import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { quoted } from '../../plan/diagnostics.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { fullYear } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'

const POINTED = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})\.?$/
const LAST_MONTH = 12
const FEWEST_PROOFS = 2

/**
 * `9.27.2026` has the month first. Points elsewhere say that the day is first; where several dates of a sheet prove the month and
 * none the day, all of them get dates that mean the same everywhere.
 */
export function settleMonthFirstPoints({ rows }: SheetTable, places: readonly (number | undefined)[]): string[] {
  const cells = [...new Set(places)].flatMap((at) =>
    at === undefined
      ? []
      : rows.flatMap((row) => {
          if (row.cells[at]?.includes('.') !== true) return []
          const [text, first, second, year = ''] = POINTED.exec((row.cells[at] ?? '').trim()) ?? []
          return text === undefined
            ? []
            : [{ row, at, text, first: Number(first), second: Number(second), year: fullYear(year) }]
        }),
  )
  const proof = cells.filter(({ second }) => second > LAST_MONTH)
  if (proof.length < FEWEST_PROOFS || cells.some(({ first }) => first > LAST_MONTH)) return []
  for (const { row, at, first, second, year } of cells) {
    const day = dayNumber(year, first, second)
    if (day !== null) row.cells[at] = formatCivilDay(day)
  }
  return [`Dates with points have the month first, as ${quoted(proof[0]?.text ?? '')} shows.`]
}
