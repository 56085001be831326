import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { parseDate } from '../cells/parse-date.ts'
import type { Days } from './chart-labels.ts'

const FEWEST_DAYS = 3
const [SHORT_YEAR, LONG_YEAR] = [365, 366]
/** A week, or a day with a weekend behind it. */
const LONGEST_STEP = 7

/** `05.12.2022 | 06.12.2023 | 07.12.2024`: whoever drags a cell counts its year up as well. Days that rise by a year and a few days each are all of the first year. */
export function inOneYear(days: readonly Days[]): readonly Days[] {
  const known = days.filter((label) => label !== null)
  const steps = known.slice(1).map(({ first }, at) => first - (known[at]?.first ?? 0))
  const isDragged = steps.every((step) => step > SHORT_YEAR && step <= LONG_YEAR + LONGEST_STEP)
  if (known.length < FEWEST_DAYS || !isDragged || known.some(({ last }) => last !== null)) return days
  const [year] = formatCivilDay(known[0]?.first ?? 0).split('-')
  return days.map((label) => {
    if (label === null) return null
    const [, month, date] = formatCivilDay(label.first).split('-')
    const first = parseDate(`${year}-${month}-${date}`, 'iso')
    return first === null ? label : { first, last: null }
  })
}
