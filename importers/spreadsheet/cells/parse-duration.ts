import { type DurationUnit, unitNamed } from './duration-units.ts'
import { halfWidth } from './half-width.ts'
import { withNumberWords } from './number-words.ts'
import { parseNumber } from './parse-number.ts'

const MAX_DURATION_DAYS = 36_525
const MINUTES_PER_DAY = 480
/** Of an ordinary week of seven days; elapsed time runs through the rest. */
const WORKING_SHARE = 5 / 7
const DAYS: Readonly<Record<DurationUnit, number>> = {
  second: 1 / (60 * MINUTES_PER_DAY),
  minute: 1 / MINUTES_PER_DAY,
  hour: 60 / MINUTES_PER_DAY,
  day: 1,
  week: 5,
  month: 20,
  year: 240,
}
const ELAPSED_DAYS: Readonly<Record<DurationUnit, number>> = {
  second: 1 / 86_400,
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  year: 365,
}

export type CellDuration = { days: number; isRounded: boolean; isElapsed: boolean }

const DAYS_ALONE = /^([1-9]\d{0,3}) ?d(?:ays?)?$/

/**
 * `5`, `5d`, `5 days`, `16 hours` (8 a day), `2 weeks` (5 days each), `1 mon` (20 days), `30 mins`, `1w 2d`, `P5D` and
 * the like in other languages, as whole working days; null when unreadable. `5 ed` are five days of the calendar, and
 * `days` counts those. A number alone is of the unit given.
 */
export function parseDuration(text: string, bareUnit: DurationUnit = 'day'): CellDuration | null {
  if (bareUnit === 'day' && /^[1-9]\d{0,3}$/.test(text)) return whole(Number(text))
  // Most cells are a number of days.
  const days = DAYS_ALONE.exec(text)
  if (days !== null) return whole(Number(days[1]))
  // A question mark is how planners mark an estimate, other people say about.
  const exact = text.trim().replace(/\?$/, '')
  if (exact.length > 60 || exact === '') return null
  const read = (bare: string) => isoPeriod(bare) ?? ofClock(bare) ?? ofRange(bare, bareUnit) ?? ofParts(bare, bareUnit)
  return read(exact) ?? read(withNumerals(exact))
}

/** Without the words for about, with halves, words and numerals as numbers. */
function withNumerals(text: string): string {
  const exact = halfWidth(text).replace(/\?$/, '').replace(ABOUT, '').replace(SAID_BESIDE, '')
  return withNumberWords(exact.replace(IN_BRACKETS, '$1 $2'))
    .replace(JOINED, ' ')
    .replace(HALVES, (_, whole: string, half: string) => `${Number(whole || 0) + (HALF_OF[half] ?? 0)} `)
    .replace(NUMERAL, (numeral) => `${NUMERALS.indexOf(numeral === '两' ? '二' : numeral)}`)
    .trim()
}

const ABOUT =
  /^(?:[~≈±約约약<>≤]|(?:up to|maximum|max|bis zu|jusqu'à|hasta|até|fino a)(?![\p{L}])\.?|(?:ca|approx|about|env|environ|circa|etwa|ungefähr|aprox|cerca de|około|ok|asi|cca|около|прибл|примерно|близько|noin|kb|yaklaşık|khoảng|sekitar|aptuveni)(?![\p{L}])\.?)\s*/iu
/** `3 days (est.)`, `2 weeks (10 days)`, `5 days max`, `2+ days`. */
const SAID_BESIDE =
  /\s*[([]\s?(?:\d+(?:[.,]\d+)?\s?\p{L}{1,12}|est|estimated|estimate|approx|approximate|max|min)\.?\s?[)\]]$|\s(?:approx|max|maximum|est|or so)\.?$|(?<=\d)\+(?=\s?\p{L})/iu
const IN_BRACKETS = /^(\d{1,4})\s?[([]\s?(\p{L}{1,12})\s?[)\]]$/u
/** `1 week & 4 days`, `5-day`. */
const JOINED = /(?<=\p{L}\.?)\s*(?:[&+,]|and|plus|und|et|y|e)\s*(?=\d)|(?<=\d)-(?=\p{L})/giu
/** `½ Tag`, `1 ½ Wochen`, `1/2日`, `半天`, `пол дня`. */
const HALVES = /^(\d{0,3})\s?(½|¼|¾|1\/2(?!\d)|半|반(?=\s?[일나])|пол(?= ))\s?/u
const HALF_OF: Readonly<Record<string, number>> = {
  '½': 0.5,
  '¼': 0.25,
  '¾': 0.75,
  '1/2': 0.5,
  半: 0.5,
  반: 0.5,
  пол: 0.5,
}
/** `三天`, `两周`, `一个月` */
const NUMERAL = /^[一二两三四五六七八九十](?=[个個]?[天日周週月年小星工])/u
const NUMERALS = '零一二三四五六七八九十'

/** `16:00`: hours and minutes, as trackers write estimates. */
function ofClock(text: string): CellDuration | null {
  const clock = /^(\d{1,4}):([0-5]\d)(?::[0-5]\d)?$/.exec(text)
  return clock === null ? null : rounded(Number(clock[1]) * DAYS.hour + Number(clock[2]) * DAYS.minute, false)
}

/** `3-5 days`, `4 days to 1 week` take the longer, and are said to be rounded. */
function ofRange(text: string, bareUnit: DurationUnit): CellDuration | null {
  const [, number = '', unit, rest = ''] = RANGE.exec(text) ?? []
  const longer = number === '' ? null : ofParts(rest, bareUnit)
  if (longer === null) return null
  const shorter = unit === undefined ? null : ofParts(`${number} ${unit}`, bareUnit)
  const isLess =
    unit === undefined
      ? Number(number.replace(',', '.')) < Number.parseFloat(rest.replace(',', '.'))
      : shorter !== null && shorter.days <= longer.days
  return isLess ? { ...longer, isRounded: true } : null
}
const RANGE =
  /^(\d{1,4}(?:[.,]\d{1,2})?)\s?(\p{L}{1,12}\.?)?\s?(?:[-–—]|to|bis|à)\s?(\d{1,4}(?:[.,]\d{1,2})?(?!\d).*)$/u

function ofParts(text: string, bareUnit: DurationUnit): CellDuration | null {
  let exact = 0
  let isElapsed = false
  let isAfterHours = false
  let count = 0
  let rest = text
  while (rest !== '') {
    const part = /^([+-]?[\d.,\s'\u00a0\u202f]*\d[\d.,]*)\s*([\p{L}\p{M}\s]*(?:\.\s?\p{L}+)*)\.?[,;]?\s*/u.exec(rest)
    if (part === null) return null
    const number = parseNumber(part[1] ?? '')
    const word = (part[2] ?? '').trim()
    const named: ReturnType<typeof unitNamed> =
      word === '' ? { unit: isAfterHours ? 'minute' : bareUnit, isElapsed } : unitNamed(word)
    if (number === null || number < 0 || named === null) return null
    if (count > 0 && named.isElapsed !== isElapsed) return null
    isElapsed = named.isElapsed
    // `2h30`: what follows hours without a unit is minutes.
    isAfterHours = named.unit === 'hour'
    exact += number * (isElapsed ? ELAPSED_DAYS : DAYS)[named.unit]
    count += 1
    rest = rest.slice(part[0].length)
  }
  return count === 0 ? null : rounded(exact, isElapsed)
}

/** `P5D`, `PT16H`, `P1W`; a `T` stands before hours and minutes. */
function isoPeriod(text: string): CellDuration | null {
  const match =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:[\d.]+S)?)?$/i.exec(text)
  if (match === null || text.length < 3) return null
  const units = ['year', 'month', 'week', 'day', 'hour', 'minute'] as const
  const exact = units.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * DAYS[unit], 0)
  return Number.isFinite(exact) ? rounded(exact, false) : null
}

/** Work that takes time takes at least a day: zero would make it a milestone. */
function rounded(exact: number, isElapsed: boolean): CellDuration | null {
  if (!(exact <= MAX_DURATION_DAYS)) return null
  const settled = Math.round(exact * 1e6) / 1e6
  const days = settled === 0 ? 0 : Math.max(1, Math.round(settled))
  return { days, isRounded: days !== settled, isElapsed }
}

function whole(days: number): CellDuration {
  return { days, isRounded: false, isElapsed: false }
}

/** Working days of an ordinary week in a number of calendar days, for a task whose dates are not known. */
export function workingDaysOfElapsed(days: number): number {
  return days === 0 ? 0 : Math.max(1, Math.round(days * WORKING_SHARE))
}
