import { parseNumber } from '../cells/parse-number.ts'
import type { SheetRow } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { type ColumnMatch, claimByContent } from './match-columns.ts'

const SAMPLED_ROWS = 200
const MOSTLY = 0.8
const MOST_UNITS = 10

/**
 * Units are shares of people: percents, or numbers of which some are parts of one. A column of units of measure, or beside nobody,
 * is none.
 */
export function settleUnits(matches: readonly ColumnMatch[], rows: readonly SheetRow[]): void {
  const units = matches.find(({ field }) => field === 'units')
  if (units === undefined || units.confidence === 'override') return
  const cells = filledTexts(rows.slice(0, SAMPLED_ROWS), units.index)
  const shares = cells.filter((cell) => unitsOf(units.header, cell) !== null)
  const saysShares = /%|FTE/i.test(units.header) || cells.some((cell) => /%|^0?[.,]\d/.test(cell))
  const hasPeople = matches.some(({ field }) => field === 'assignee')
  if (saysShares && hasPeople && shares.length > 0 && shares.length >= MOSTLY * cells.length) return
  units.field = null
  units.confidence = 'none'
  // `Asignación` is a share or the people themselves.
  const areWords = cells.length > 0 && cells.every((cell) => /\p{L}{2}/u.test(cell) && parseNumber(cell) === null)
  if (!hasPeople && areWords && PEOPLE_TOO.test(units.header.trim())) claimByContent(units, 'assignee')
}
const PEOPLE_TOO = /^(?:asignación|asignacion|assignment|affectation|allocazione|alocação)$/i

/** `50%`, `0.5`, and `50` below a header with a percent sign; null where a cell is none of these. */
export function unitsOf(header: string, cell: string): number | null {
  const text = cell.trim()
  const number = parseNumber(text.replace(/\s*%$/, ''))
  if (number === null || number <= 0) return null
  const isPercent = text.endsWith('%') || (header.includes('%') && number > 1)
  const units = isPercent ? number / 100 : number
  return units <= MOST_UNITS ? units : null
}
