import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { dayNumber } from '../../plan/file-day.ts'
import type { RawDuration } from '../raw-project.ts'
import { parseNumber } from '../xml/read-values.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** In the order of constraint codes, in English, German and French. */
const CONSTRAINTS: readonly (readonly string[])[] = [
  ['as soon as possible', 'so früh wie möglich', 'so bald wie möglich', 'dès que possible'],
  ['as late as possible', 'so spät wie möglich', 'le plus tard possible'],
  ['must start on', 'muss anfangen am', 'doit débuter le', 'doit commencer le'],
  ['must finish on', 'muss enden am', 'doit finir le'],
  ['start no earlier than', 'anfang nicht früher als', 'début au plus tôt le'],
  ['start no later than', 'anfang nicht später als', 'début au plus tard le'],
  ['finish no earlier than', 'ende nicht früher als', 'fin au plus tôt le'],
  ['finish no later than', 'ende nicht später als', 'fin au plus tard le'],
]
const YES = new Set(['yes', 'ja', 'oui', 'si', 'sí', 'sì', 'sim', '1', 'true', 'да'])
/** First letters of units, also in other languages: minutes, hours, days, weeks. */
const UNITS: readonly (readonly [RegExp, 'minute' | 'hour' | 'day' | 'week'])[] = [
  [/^mi?n?s?$/, 'minute'],
  [/^(h|st|std|o)/, 'hour'],
  [/^(w|sem|s$|vk)/, 'week'],
  [/^(d|t|j|g)/, 'day'],
]
const SHORTEST_CENTURY = 80

/** Values as the settings at the head of a file have them: order of dates, decimal mark, hours of a day. */
export class MpxValues {
  readonly separator: string
  decimal = '.'
  dateOrder: 'mdy' | 'dmy' | 'ymd' = 'mdy'
  minutesPerDay = 480
  minutesPerWeek = 2400

  constructor(separator: string) {
    this.separator = separator
  }

  number(text: string): number | null {
    return parseNumber(this.decimal === ',' ? text.replace(',', '.') : text)
  }

  /** A sum of money, with whatever sign and marks between its thousands. */
  amount(text: string): number | null {
    const marks = [...text].filter((mark) => /[\d-]/.test(mark) || mark === this.decimal)
    return this.number(marks.join(''))
  }

  percent(text: string): number {
    return Math.min(100, Math.max(0, this.number(text.replace(/\s*%$/, '')) ?? 0))
  }

  flag(text: string): boolean {
    return YES.has(text.toLowerCase())
  }

  /** By its name in one of a few languages, or its number. */
  constraint(text: string): number | null {
    if (text === '') return 0
    const name = text.toLowerCase().replaceAll('ß', 'ss')
    const named = CONSTRAINTS.findIndex((names) => names.includes(name))
    if (named >= 0) return named
    return /^[0-7]$/.test(text) ? Number(text) : null
  }

  duration(text: string): RawDuration | null {
    const match = /^([+-]?[\d.,]+)\s*(\p{L}*)\??$/u.exec(text)
    const value = match === null ? null : this.number(match[1] ?? '')
    if (value === null) return null
    const unit = (match?.[2] ?? '').toLowerCase()
    const isElapsed = /^e[mhdwtjgs]/.test(unit)
    const kind = UNITS.find(([pattern]) => pattern.test(isElapsed ? unit.slice(1) : unit))?.[1] ?? 'day'
    const perUnit = isElapsed
      ? { minute: 1, hour: 60, day: 1440, week: 10_080 }
      : { minute: 1, hour: 60, day: this.minutesPerDay, week: this.minutesPerWeek }
    return { minutes: Math.round(value * perUnit[kind] * 1e6) / 1e6, isElapsed }
  }

  /** The day of a date, whatever weekday stands before it. */
  day(text: string): number | null {
    const date = text.replace(/\d{1,2}:\d{2}.*$/, '')
    const numbers = date.match(/\d{1,4}/g)?.map(Number) ?? []
    const month = MONTHS.findIndex((name) => new RegExp(`(?<!\\p{L})${name}`, 'iu').test(date)) + 1
    if (month > 0 && numbers.length === 2) return dayNumber(fullYear(numbers[1] ?? 0), month, numbers[0] ?? 0)
    const [a = 0, b = 0, c = 0] = numbers
    if (numbers.length !== 3) return null
    if (a > 31 || this.dateOrder === 'ymd') return dayNumber(fullYear(a), b, c)
    return this.dateOrder === 'dmy' ? dayNumber(fullYear(c), b, a) : dayNumber(fullYear(c), a, b)
  }

  dateTime(text: string, time: string): string | null {
    const day = this.day(text)
    if (day === null) return null
    const clock = /(\d{1,2}):(\d{2})\s*([ap])?/i.exec(text)
    if (clock === null) return `${formatCivilDay(day)}T${time}`
    const half = clock[3]?.toLowerCase()
    const hours = (Number(clock[1]) % (half === undefined ? 24 : 12)) + (half === 'p' ? 12 : 0)
    return `${formatCivilDay(day)}T${String(hours).padStart(2, '0')}:${String(Math.min(59, Number(clock[2]))).padStart(2, '0')}:00`
  }
}

function fullYear(year: number): number {
  if (year >= 100) return year
  return year < SHORTEST_CENTURY ? 2000 + year : 1900 + year
}
