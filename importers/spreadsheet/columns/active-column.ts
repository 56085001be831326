import { parseYesNo } from '../cells/parse-flag.ts'
import type { SheetRow } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { normaliseHeader } from './header-fields.ts'
import { SPELLINGS } from './header-spellings.ts'
import type { ColumnMatch } from './match-columns.ts'

const SAMPLED_ROWS = 200
const MOSTLY = 0.5
const HEADERS = new Set(SPELLINGS.active.map(normaliseHeader))

/**
 * Which column says whether rows are active: one that is called so and holds yes and no. Some languages call activities
 * and being active the same, so a column that repeats the names is looked at too.
 */
export function settleActive(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const isGiven = matches.some(({ field, confidence }) => field === 'active' && confidence === 'override')
  if (isGiven) return
  const called = matches.filter(
    ({ header, field, confidence }) =>
      field === 'active' || (field === null && confidence !== 'override' && HEADERS.has(normaliseHeader(header))),
  )
  const found = called.find((match) => holdsFlags(match, rows))
  for (const match of called) {
    if (match === found) [match.field, match.confidence] = ['active', 'exact']
    else if (match.field === 'active') [match.field, match.confidence] = [null, 'none']
  }
}

function holdsFlags({ index }: ColumnMatch, rows: readonly SheetRow[]): boolean {
  const cells = filledTexts(rows.slice(0, SAMPLED_ROWS), index)
  return cells.length > 0 && cells.filter((cell) => parseYesNo(cell) !== null).length > MOSTLY * cells.length
}
