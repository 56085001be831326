import { dayInAnyOrder, isYearless } from '../cells/parse-date.ts'
import { parseDuration } from '../cells/parse-duration.ts'
import { parseYesNo, saysMilestone } from '../cells/parse-flag.ts'
import { parsePercent } from '../cells/parse-percent.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import type { SheetRow } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import type { SheetField } from './header-fields.ts'
import { type ColumnJudge, TELLS_APART } from './match-columns.ts'

const SAMPLED_ROWS = 200
const LEAST_FITTING_SHARE = 0.3
const LEAST_APART = 0.8

type Fits = (cell: string) => boolean

const isDate: Fits = (cell) => dayInAnyOrder(cell) !== null || isYearless(cell)
/** `A.1`, `WP2.3`, `T-10`: what a row is called by, and not what it is. `Task 1` is a word with a number. */
export const isCode: Fits = (cell) =>
  /^(?:\p{L}{0,4}[.\-_]?|\p{L}{1,3} )\d[\d.-]*\p{L}?$/u.test(cell) || /^\p{Lu}$/u.test(cell)
const isDuration: Fits = (cell) => parseDuration(cell) !== null
const FITS: Partial<Record<SheetField, Fits>> = {
  name: (cell) =>
    /\p{L}/u.test(cell) &&
    cell.length > 1 &&
    !isCode(cell) &&
    !isDate(cell) &&
    !isWeekday(cell) &&
    parseYesNo(cell) === null,
  // `Phase done?`
  wbs: (cell) => parseYesNo(cell) === null,
  duration: isDuration,
  optimistic: isDuration,
  most_likely: isDuration,
  pessimistic: isDuration,
  start: isDate,
  finish: isDate,
  scheduled_start: isDate,
  deadline: isDate,
  constraint_date: isDate,
  percent_complete: (cell) => parsePercent(cell) !== null,
  active: (cell) => parseYesNo(cell) !== null,
  // Hours below `Project manager` are nobody.
  assignee: (cell) => /\p{L}/u.test(cell),
  // What is a milestone is a flag or a kind of row; names and codes are something else.
  milestone: (cell) => parseYesNo(cell) !== null || saysMilestone(cell) || /^[^\p{L}\d]+$/u.test(cell),
}

/** Judges columns by the cells below their header: how many are filled, where those that are filled mostly fit. */
export function columnJudge(rows: readonly SheetRow[]): ColumnJudge {
  const sample = rows.slice(0, SAMPLED_ROWS)
  const known = new Map<string, number>()
  return (index, field) => {
    // Nothing speaks against a column of a sheet without rows.
    if (sample.length === 0) return 1
    const key = `${field} ${index}`
    const before = known.get(key)
    if (before !== undefined) return before
    const filled = filledTexts(sample, index).filter((cell) => field !== 'assignee' || !/^[-–—?.]+$/.test(cell))
    const fits = field === TELLS_APART ? undefined : FITS[field]
    const fitting = fits === undefined ? filled.length : filled.filter(fits).length
    if (field === TELLS_APART) return new Set(filled).size >= LEAST_APART * filled.length ? 1 : 0
    const isFit = filled.length > 0 && fitting >= LEAST_FITTING_SHARE * filled.length
    const score = isFit ? filled.length / sample.length : 0
    known.set(key, score)
    return score
  }
}
