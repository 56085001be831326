import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { FIRST_DAY, LAST_DAY } from '../../plan/file-day.ts'
import type { NumberMeaning } from './read-styles.ts'
import { unescapeControl } from './read-workbook-parts.ts'

// Day numbers of serial 0. The 1900 system counts a 29 February 1900 that never was; serials from 61 on are right.
const EPOCH_1900 = -25_569
const EPOCH_1904 = -24_107
const FIRST_RIGHT_SERIAL = 61
const FIRST_LIKELY_DATE = 20_000
const HOURS_PER_DAY = 24

export type CellContext = {
  sharedStrings: readonly string[]
  meanings: readonly NumberMeaning[]
  /** Steps that text of a style is indented by; none when absent. */
  indents?: readonly number[]
  is1904: boolean
}

/** What a cell shows, from its type, its style and its value as it was last computed. */
export function cellText(type: string, style: number, value: string, context: CellContext): string {
  switch (type) {
    case 's':
      return value === '' ? '' : shownText(context.sharedStrings[Number(value)] ?? '', style, context)
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE'
    // An error such as #REF! is no value anybody meant.
    case 'e':
      return ''
    case 'd':
      return value.slice(0, 10)
    case 'str':
    case 'inlineStr':
      return shownText(unescapeControl(value), style, context)
    default:
      return value === '' ? '' : shownNumber(Number(value), style, context)
  }
}

/** Indentation that a style gives becomes blanks, two a step, as people type it. */
export function shownText(text: string, style: number, { indents }: CellContext): string {
  const steps = indents?.[style] ?? 0
  return steps === 0 || text === '' ? text : '  '.repeat(steps) + text
}

/** A number as its format means it. */
export function shownNumber(value: number, style: number, context: CellContext): string {
  if (!Number.isFinite(value)) return ''
  const meaning = context.meanings[style] ?? 'number'
  if (meaning === 'percent') return `${Number((value * 100).toFixed(6))}%`
  if (meaning === 'hours') return `${Number((value * HOURS_PER_DAY).toFixed(4))} hours`
  // A serial day may have any format; no duration is that long.
  if (typeof meaning === 'object' && value < FIRST_LIKELY_DATE) return `${value} ${meaning.unit}`
  if (meaning === 'date') return dateText(value, context.is1904) ?? String(value)
  return String(value)
}

function dateText(serial: number, is1904: boolean): string | null {
  const whole = Math.floor(serial)
  if (whole < 1) return null
  const shift = !is1904 && whole < FIRST_RIGHT_SERIAL ? 1 : 0
  const day = whole + (is1904 ? EPOCH_1904 : EPOCH_1900) + shift
  return day < FIRST_DAY || day > LAST_DAY ? null : formatCivilDay(day)
}
