import { isMonth } from '../cells/month-names.ts'
import { parseDate } from '../cells/parse-date.ts'
import type { SheetTable } from '../sheet-table.ts'
import { longestRun, type Texts } from './chart-labels.ts'

// What `1 | 2 | 3 | …` above the columns of a chart count, where the rows near them say so: words, years, months and days.

export const FEWEST_NUMBERS = 5
const ROWS_ABOVE = 4
const ROWS_BELOW = 2
const DAYS_OF_WEEK = 7
const [SHORTEST_MONTH, LONGEST_MONTH] = [28, 31]
const WORKDAYS = 5
const WORD = /^(day|week|month)s?\b/i
const YEAR = /^(?:year|yr|y|jahr|année|an|año|ano|anno|jaar|år|rok|год|рік)\s?\.?\s?\d{1,2}$|^20\d\d$/iu
const QUARTER = /^[QT]\s?[1-4]$/i
/** Columns that a year or a quarter stands above, and what they are then. */
const COLUMNS_OF: readonly { label: RegExp; width: number; unit: string }[] = [
  { label: YEAR, width: 12, unit: 'month' },
  { label: YEAR, width: 52, unit: 'week' },
  { label: QUARTER, width: 3, unit: 'month' },
  { label: QUARTER, width: 13, unit: 'week' },
]
/** Weeks of a month, on average. */
const [FEWEST_WEEKS, MOST_WEEKS] = [3.5, 5]

/** The columns of the longest run of numbers of which each is one more than the one before it. */
export function numberRun(texts: Texts): number[] {
  return longestRun(texts.length, (index, before) => {
    const [here, earlier] = [texts[index]?.trim() ?? '', before === null ? 0 : Number(texts[before]?.trim())]
    return /^\d{1,3}$/.test(here) && Number(here) === earlier + 1
  })
}

/** The unit of numbers above a chart: by a word near them, else by how many stand below each year, quarter or month. */
export function unitOfNumbers(run: readonly number[], near: readonly Texts[]): string | null {
  const words = near.flat().map((text) => WORD.exec(text.trim())?.[1]?.toLowerCase())
  return words.find((word) => word !== undefined) ?? unitByLabels(run, near)
}

function unitByLabels(run: readonly number[], near: readonly Texts[]): string | null {
  const placeOf = new Map(run.map((index, at) => [index, at]))
  for (const texts of near) {
    const labels = [...placeOf].flatMap(([index, at]) => {
      const text = (texts[index] ?? '').trim()
      return text === '' ? [] : [{ text, at }]
    })
    const steps = labels.slice(1).map(({ at }, index) => at - (labels[index]?.at ?? 0))
    for (const { label, width, unit } of COLUMNS_OF) {
      const isLabelled = labels.length > 0 && labels.every(({ text }) => label.test(text))
      const isWide = steps.length > 0 ? steps.every((step) => step === width) : run.length === width
      if (isLabelled && isWide) return unit
    }
    const width = (labels.at(-1)?.at ?? 0) - (labels[0]?.at ?? 0)
    const share = steps.length === 0 ? 0 : width / steps.length
    if (labels.every(({ text }) => isMonth(text)) && share >= FEWEST_WEEKS && share <= MOST_WEEKS) return 'week'
  }
  return null
}

/** The day for which number 1 stands, and what the numbers count, by the dates in the rows near them; null where these do not tell. */
export function datedNumbers({ header, above, rows }: SheetTable): { first: number; unit: string } | null {
  const near = [
    header?.cells ?? [],
    ...above.slice(-ROWS_ABOVE).map(({ cells }) => cells),
    ...rows.slice(0, ROWS_BELOW).map(({ cells }) => cells),
  ]
  const run = near.map(numberRun).find(({ length }) => length >= FEWEST_NUMBERS) ?? []
  for (const texts of near) {
    const days = run.flatMap((index, at) => {
      const day = parseDate((texts[index] ?? '').trim(), 'iso')
      return day === null ? [] : [{ day, at }]
    })
    const first = days[0]
    if (first?.at !== 0 || days.length < 2) continue
    const steps = days.slice(1).map(({ day, at }, index) => {
      const before = days[index] as { day: number; at: number }
      return (day - before.day) / (at - before.at)
    })
    const unit = unitOfStep(steps)
    if (unit !== null) return { first: first.day, unit }
  }
  return null
}

function unitOfStep(steps: readonly number[]): string | null {
  if (steps.every((step) => step === DAYS_OF_WEEK)) return 'week'
  if (steps.every((step) => step === 1)) return steps.length >= WORKDAYS ? 'calendar day' : 'day'
  return steps.every((step) => step >= SHORTEST_MONTH && step <= LONGEST_MONTH) ? 'month' : null
}
