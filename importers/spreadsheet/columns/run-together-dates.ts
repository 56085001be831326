import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { fullYear, isSerialDay } from '../cells/parse-date.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, partialFields, type SheetField } from './header-fields.ts'

const RUN_TOGETHER = /^\d{5,8}$/
const FEWEST = 3
const MOSTLY = 0.5
/** Years that no plan goes on for: digits taken apart in the wrong places are years apart. */
const LONGEST_DAYS = 20 * 366
const OF_DAYS: ReadonlySet<SheetField> = new Set(['start', 'finish', 'scheduled_start', 'deadline', 'constraint_date'])

/** A way to write a day in digits alone: its parts in their order, and how many digits the year has. */
type Writing = { order: 'dmy' | 'mdy' | 'ymd'; yearDigits: 2 | 4; said: string }

/** Of those that fit equally well the first is taken. */
const WRITINGS: readonly Writing[] = [
  { order: 'dmy', yearDigits: 2, said: 'ddmmyy' },
  { order: 'ymd', yearDigits: 2, said: 'yymmdd' },
  { order: 'mdy', yearDigits: 2, said: 'mmddyy' },
  { order: 'dmy', yearDigits: 4, said: 'ddmmyyyy' },
  { order: 'mdy', yearDigits: 4, said: 'mmddyyyy' },
]

/**
 * `201021`, `51121` for 20 October and 5 November 2021: days typed without signs between their parts lose a zero in front, since programs
 * take them for numbers. Read where one way of writing makes days of all of them, in all columns of starts and ends, and they are no
 * serial days; it is the one in which no row ends before it starts and the days lie closest together.
 */
export function readRunTogetherDates({ header, rows }: SheetTable): string[] {
  const places = (header?.cells ?? []).flatMap((text, at) =>
    speaksOfDays(text) && isRunTogether(rows, at) ? [at] : [],
  )
  const texts = places.flatMap((at) => filledTexts(rows, at)).filter((text) => RUN_TOGETHER.test(text))
  if (texts.length < FEWEST || texts.every(isSerialDay)) return []
  let best: { writing: Writing; backward: number; spread: number } | null = null
  for (const writing of WRITINGS) {
    const days = texts.map((text) => dayWritten(text, writing))
    if (days.some((day) => day === null)) continue
    const spread = Math.max(...(days as number[])) - Math.min(...(days as number[]))
    const backward = countBackward(rows, places, writing)
    if (spread > LONGEST_DAYS) continue
    if (best === null || backward < best.backward || (backward === best.backward && spread < best.spread))
      best = { writing, backward, spread }
  }
  if (best === null) return []
  const { writing } = best
  for (const { cells } of rows)
    for (const at of places) {
      const day = dayWritten((cells[at] ?? '').trim(), writing)
      if (day !== null) cells[at] = formatCivilDay(day)
    }
  const [first = ''] = texts
  return [
    `Numbers such as ${first} in date columns are read as ${writing.said}, here ${formatCivilDay(dayWritten(first, writing) ?? 0)}; this is a guess.`,
  ]
}

function speaksOfDays(header: string): boolean {
  const field = exactHeader(header)?.field ?? partialFields(header)[0]
  return field !== undefined && OF_DAYS.has(field)
}

function isRunTogether(rows: readonly SheetRow[], at: number): boolean {
  const texts = filledTexts(rows, at)
  return texts.length > 0 && texts.filter((text) => RUN_TOGETHER.test(text)).length >= MOSTLY * texts.length
}

function dayWritten(text: string, { order, yearDigits }: Writing): number | null {
  const length = yearDigits + 4
  if (!RUN_TOGETHER.test(text) || text.length > length || text.length < length - 1) return null
  const whole = text.padStart(length, '0')
  const yearAt = order === 'ymd' ? 0 : 4
  const rest = order === 'ymd' ? whole.slice(yearDigits) : whole.slice(0, 4)
  const [one, two] = [Number(rest.slice(0, 2)), Number(rest.slice(2))]
  const [month, day] = order === 'dmy' ? [two, one] : [one, two]
  return dayNumber(fullYear(whole.slice(yearAt, yearAt + yearDigits)), month, day)
}

/** Rows in which a day lies before one that stands left of it. */
function countBackward(rows: readonly SheetRow[], places: readonly number[], writing: Writing): number {
  return rows.filter(({ cells }) => {
    const days = places.map((at) => dayWritten((cells[at] ?? '').trim(), writing)).filter((day) => day !== null)
    return days.some((day, index) => day < (days[index - 1] ?? day))
  }).length
}
