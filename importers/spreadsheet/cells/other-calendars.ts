import { civilDay, formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { foldAccents } from './month-names.ts'

/** The Buddhist calendar has the months and days of everybody, and another year. */
const BUDDHIST_YEARS = 543
const MS_PER_DAY = 86_400_000

/** Years that plans are of, in the calendars of Iran and of Islam. */
const LOOKS: readonly { calendar: Calendar; first: number; last: number; yearDays: number; monthDays: number }[] = [
  { calendar: 'persian', first: 1370, last: 1429, yearDays: 365.2422, monthDays: 30.4 },
  { calendar: 'islamic-umalqura', first: 1430, last: 1479, yearDays: 354.367, monthDays: 29.53 },
]
type Calendar = 'persian' | 'islamic-umalqura'
/** Where the years of the calendar of Islam would stand in ours if they began together. */
const [EPOCH, ROUNDS] = [civilDay(622, 7, 16) as number, 8]
const EPOCHS: Readonly<Record<Calendar, number>> = {
  persian: civilDay(622, 3, 21) as number,
  'islamic-umalqura': EPOCH,
}

const NAMES: Readonly<Record<Calendar, string>> = {
  persian: `فروردین اردیبهشت خرداد تیر مرداد|امرداد شهریور مهر آبان آذر دی بهمن اسفند`,
  'islamic-umalqura': `محرم|المحرم صفر ربيع_الأول|ربيع_الاول ربيع_الثاني|ربيع_الآخر جمادى_الأولى|جمادى_الاولى جمادى_الآخرة|جمادى_الثانية رجب
    شعبان رمضان شوال ذو_القعدة|ذي_القعدة ذو_الحجة|ذي_الحجة`,
}
const MONTHS = new Map(
  Object.values(NAMES).flatMap((names) =>
    names
      .split(/\s+/)
      .flatMap((forms, index) =>
        forms.split('|').map((form) => [foldAccents(form.replace('_', ' ')), index + 1] as const),
      ),
  ),
)
const NAME = [...MONTHS.keys()].toSorted((a, b) => b.length - a.length).join('|')

const NOT_BEFORE = String.raw`(?<![\d.,/-])`
const NOT_BEHIND = String.raw`(?![\d/-]|[.,]\d)`
const YEAR_FIRST = new RegExp(String.raw`${NOT_BEFORE}(1[34]\d\d)([./-])(\d{1,2})\2(\d{1,2})${NOT_BEHIND}`, 'g')
const YEAR_LAST = new RegExp(String.raw`${NOT_BEFORE}(\d{1,2})([./-])(\d{1,2})\2(1[34]\d\d)${NOT_BEHIND}`, 'g')
const NAMED = new RegExp(String.raw`${NOT_BEFORE}(\d{1,2})\s?(${NAME})\s(?:ماه\s|سال\s)?(1[34]\d\d)${NOT_BEHIND}`, 'g')
const BUDDHIST = new RegExp(
  String.raw`${NOT_BEFORE}(?:(\d{1,2}([./-])\d{1,2}\2)(2[56]\d\d)|(2[56]\d\d)(([./-])\d{1,2}\6\d{1,2}))${NOT_BEHIND}`,
  'g',
)
const THAI_MONTH =
  'มกราคม|กุมภาพันธ์|มีนาคม|เมษายน|พฤษภาคม|มิถุนายน|กรกฎาคม|สิงหาคม|กันยายน|ตุลาคม|พฤศจิกายน|ธันวาคม|ม\\.?ค|ก\\.?พ|มี\\.?ค|เม\\.?ย|พ\\.?ค|มิ\\.?ย|ก\\.?ค|ส\\.?ค|ก\\.?ย|ต\\.?ค|พ\\.?ย|ธ\\.?ค'
/** `3 มีนาคม พ.ศ. 2568`, `ต.ค.67`: behind a month of Thailand years of two digits are of its calendar as well. */
const THAI = new RegExp(String.raw`(?<=(?:${THAI_MONTH})\.?)\s*(?:พ\.?ศ\.?\s?)?(2[56]\d\d|[5-9]\d)(?!\d)`, 'g')
/** `17/3/68` in a sheet of Thailand. */
const THAI_SHORT = /(?<=^\d{1,2}\/\d{1,2}\/)([6-9]\d)$/

/** The day of a date in the calendar of Iran or of Islam, as years of it show; null where there is none. */
function dayOf(year: number, month: number, day: number): number | null {
  const look = LOOKS.find(({ first, last }) => year >= first && year <= last)
  if (look === undefined || month < 1 || month > 12 || day < 1 || day > 31) return null
  let at = Math.round(EPOCHS[look.calendar] + (year - 1) * look.yearDays + (month - 1) * look.monthDays + day - 1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const found = partsOf(at, look.calendar)
    if (found.year === year && found.month === month && found.day === day) return at
    const months = 12 * (year - found.year) + month - found.month
    at += Math.round(months * look.monthDays) + day - found.day
  }
  return null
}

const FORMATS = new Map<Calendar, Intl.DateTimeFormat>()

function partsOf(day: number, calendar: Calendar): { year: number; month: number; day: number } {
  const known = FORMATS.get(calendar)
  const format =
    known ??
    new Intl.DateTimeFormat(`en-u-ca-${calendar}-nu-latn`, {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    })
  if (known === undefined) FORMATS.set(calendar, format)
  const parts = { year: 0, month: 0, day: 0 }
  for (const { type, value } of format.formatToParts(day * MS_PER_DAY))
    if (type === 'year' || type === 'month' || type === 'day') parts[type] = Number.parseInt(value, 10)
  return parts
}

/**
 * A text with its dates as the rest of the world counts them: `1404/01/16`, `16 فروردین 1404`, `1446/09/01`, `17/03/2568`, `ต.ค.67`. Other
 * texts as they are. `isThai` is for `17/3/68`, which is of the calendar of Thailand only in a sheet from there.
 */
export function withWesternDates(text: string, isThai: boolean): string {
  const dated = (whole: string, year: string, month: number, day: string) => {
    const found = dayOf(Number(year), month, Number(day))
    return found === null ? whole : formatCivilDay(found)
  }
  const folded = NAME_SCRIPT.test(text) ? foldAccents(text) : text
  const named = folded.replace(NAMED, (whole, day, name, year) => dated(whole, year, MONTHS.get(name) ?? 0, day))
  return (named === folded ? text : named)
    .replace(YEAR_FIRST, (whole, year, _, month, day) => dated(whole, year, Number(month), day))
    .replace(YEAR_LAST, (whole, day, _, month, year) => dated(whole, year, Number(month), day))
    .replace(BUDDHIST, (_, before: string | undefined, __, last: string, first: string, behind: string) =>
      before === undefined ? `${Number(first) - BUDDHIST_YEARS}${behind}` : `${before}${Number(last) - BUDDHIST_YEARS}`,
    )
    .replace(
      THAI,
      (_, year: string) =>
        ` ${year.length === 2 ? Number(year) + 2500 - BUDDHIST_YEARS : Number(year) - BUDDHIST_YEARS}`,
    )
    .replace(isThai ? THAI_SHORT : /$^/, (year) => String(Number(year) + 2500 - BUDDHIST_YEARS))
}
const NAME_SCRIPT = /\p{Script=Arabic}/u
