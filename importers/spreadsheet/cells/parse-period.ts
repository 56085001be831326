import { isoWeekday } from '../../../compute/plan/civil-day.ts'
import { dayNumber } from '../../plan/file-day.ts'
import { isWeekWord } from './counted-period.ts'
import { withWesternYear } from './japanese-eras.ts'
import { foldAccents, isMonth, monthNamed } from './month-names.ts'
import { weekOfMonth } from './week-of-month.ts'
import { plainYearPart } from './year-parts.ts'

export type Period = { first: number; last: number }

/** Most cells are days. */
const DAY = /^\d{1,4}[-/.]\d{1,2}[-/.]/
/** Longer texts name no period. */
const LONGEST = 32
const YEAR = String.raw`[\s/.,'’_-]*(20\d{2}|\d{2})`
const PART_FIRST = new RegExp(String.raw`^([QHTS])\.?\s?([1-4])${YEAR}$`, 'i')
const PART_LAST = /^(20\d{2})[\s/_-]*([QHTS])([1-4])$/i
const MONTH_NAME =
  /^(\p{L}[\p{L}\p{M}.]{2,14}?)\.?[\s/.,_-]*(?:(?:del?|di|do|of) )?(20\d{2})(?:\s?(?:г|года|р|року|r|m)\.?)?$/iu
const YEAR_MONTH_NAME = /^(20\d{2})[\s/.,_-]*(\p{L}[\p{L}\p{M}.]{2,14}?)\.?$/u
const MONTH_YEAR = /^(\d{1,2})[/.-](20\d{2})$/
const EASTERN_MONTH = /^'?(20\d{2}|\d{2})\s?[年년.]\s?(\d{1,2})\s?[月월]$/u
const YEAR_MONTH = /^(20\d{2})[/.-](\d{1,2})$/
const WEEK_FIRST = /^(?:第\s?)?(\p{L}[\p{L}\p{M}]{0,11})?\.?\s?(\d{1,2})(?:週|周)?[\s/.,_-]+(20\d{2})$/u
const WEEK_SIGN = /^(?:KW|CW|WW|WK|W|Week|v|vko|ned|нед)$/i
const WEEK_LAST = /^(20\d{2})[\s/_-]*(?:KW|CW|W)(\d{1,2})$/i

/** `tháng 3/2026`, `Tháng 3 năm 2026`: months have numbers for names. */
const NUMBERED_MONTH = /^tháng (\d{1,2})\s?(?:\/|-|,? năm |,? )(20\d{2})$/iu

/** The first, second and last third of a month, as it stands in front of it or behind. */
const THIRDS = [
  `early|the beginning|beginning|start|anfang|début|debut|principios?|inicios?|comienzos?|início|começo|inizio|inizi|begin|początek|začátek|začiatok|začetek|početak|почетак|начало|початок|
   начало на|början|begyndelsen|begynnelsen|starten|alku|alussa|αρχές|αρχή|începutul|început|awal|đầu|ต้นเดือน|ต้น|بداية|أوائل|اوائل|مطلع|اوایل|ابتدای|תחילת|beginnend|sākums|pradžia|algus`,
  `mid|the middle|middle|mitte|mi|mediados|meados|metà|meta|half|medio|połowa|polovina|sredina|средина|середина|средата на|mitten|midten|puoliväli|μέσα|mijlocul|mijloc|pertengahan|giữa|กลางเดือน|กลาง|منتصف|
   أواسط|اواسط|نیمه|אמצע|vidus|vidurys|keskpaik|sredi`,
  `late|the end|end|ende|fin|finales|fines|final|fim|finais|fine|eind|einde|koniec|konec|kraj|крај|конец|кінець|края на|край|slutet|slutningen|slutten|loppu|τέλη|τέλος|sfârșitul|sfârșit|akhir|cuối|ปลายเดือน|ปลาย|สิ้นเดือน|نهاية|أواخر|اواخر|پایان|סוף|beigas|pabaiga|lõpp`,
].map((words) => foldAccents(words).replaceAll(/\s*\n\s*/g, ''))
const BEHIND = [
  '上旬|初旬?|頭|초순?|başı|basi|eleje|alku|alussa',
  '中旬?|半ば|중순|ortası|kozepe|közepe|puoliväli|puolivälissä',
  '下旬|末|底|하순|말|sonu|vége|loppu|lopussa',
].map(foldAccents)
const FRONT_THIRD = new RegExp(
  `^(?:(?:u|v|om|på|in?|im|à|ao?|em|op|в|на) )?(?:(${THIRDS[0]})|(${THIRDS[1]})|(${THIRDS[2]}))(?:[\\s-]+(?:of\\s+|des?\\s+|di\\s+|do\\s+|av\\s+|af\\s+|на\\s+|van\\s+|lunii\\s+|bulan\\s+)?|(?<=\\p{Script=Thai}))(.+)$`,
  'u',
)
/** `3月上旬`, `2026年3月末`, `Mart sonu`, `maaliskuun alku`: the third stands behind. */
const THIRD_BEHIND = new RegExp(
  `^(.*(?:[月월]|\\p{L}))\\s?(?:(${BEHIND[0]})|(${BEHIND[1]})|(${BEHIND[2]}))(\\s20\\d\\d)?$`,
  'u',
)

/** `Q1 2026`, `H2 26`, `March 2026`, `03/2026`, `KW 12/2026`, `2026-W12` and the like: the days that it covers. */
export function parsePeriod(text: string): Period | null {
  const bare = plainYearPart(withWesternYear(text.trim()).replace(NUMBERED_MONTH, '$1/$2'))
  if (bare.length > LONGEST || !/\d/.test(bare) || DAY.test(bare)) return null
  return (
    ofYearPart(bare) ??
    ofMonth(bare) ??
    ofWeek(bare) ??
    ofThird(bare, (rest) => ofYearPart(rest) ?? ofMonth(rest.replace(NUMBERED_MONTH, '$1/$2'))) ??
    weekOfMonth(bare, null)
  )
}

/** Quarters, halves of a year (`S` for semesters), and `T` for trimesters as quarters are called from French to Portuguese. */
function ofYearPart(text: string): Period | null {
  const first = PART_FIRST.exec(text)
  const last = first === null ? PART_LAST.exec(text) : null
  const found = first ?? (last === null ? null : [last[0], last[2], last[3], last[1]])
  if (found === null) return null
  const isHalf = /[HS]/i.test(found[1] as string)
  const [part, year] = [Number(found[2]), fullYear(found[3] as string)]
  if (isHalf && part > 2) return null
  const months = isHalf ? 6 : 3
  return monthsFrom(year, (part - 1) * months + 1, months)
}

function ofMonth(text: string): Period | null {
  const named = MONTH_NAME.exec(text)
  const turned = YEAR_MONTH_NAME.exec(text)
  if (named ?? turned) {
    const [name, year] = named ? [named[1], named[2]] : [turned?.[2], turned?.[1]]
    const month = monthNamed(name as string)
    return month === null ? null : monthsFrom(Number(year), month, 1)
  }
  const numbers = MONTH_YEAR.exec(text)
  const yearFirst = YEAR_MONTH.exec(text) ?? EASTERN_MONTH.exec(text)
  if (numbers) return monthsFrom(Number(numbers[2]), Number(numbers[1]), 1)
  return yearFirst ? monthsFrom(fullYear(yearFirst[1] as string), Number(yearFirst[2]), 1) : null
}

/** `mid March 2026`, `end of Q2 2026`: a third of what the rest names. */
function ofThird(text: string, wholeOf: (rest: string) => Period | null): Period | null {
  const part = thirdOf(text)
  const whole = part === null ? null : wholeOf(part.rest)
  if (part === null || whole === null || whole.last - whole.first < SHORTEST_IN_THIRDS) return null
  const days = Math.floor((whole.last - whole.first + 1) / 3)
  const first = whole.first + part.third * days
  return { first, last: part.third === 2 ? whole.last : first + days - 1 }
}
/** The days of February less one. */
const SHORTEST_IN_THIRDS = 27

/** Which third of a period a text says, 0 to 2, and the rest of it. */
function thirdOf(text: string): { third: number; rest: string } | null {
  const bare = foldAccents(text)
  const behind = THIRD_BEHIND.exec(bare)
  const [first, second, third, rest = ''] =
    behind === null ? (FRONT_THIRD.exec(bare) ?? []).slice(1) : [...behind.slice(2, 5), behind[1]]
  const found = [first, second, third].findIndex((word) => word !== undefined)
  return found < 0
    ? null
    : {
        third: found,
        rest: rest
          .trim()
          .replace(/^thang (?=\d)/, 'tháng ')
          .replace(/ (?:ayi|ayinin)$/, '')
          .concat(behind?.[5] ?? ''),
      }
}

/** Whether a text says the beginning, the middle or the end of a period, whose days are a guess. */
export function saysThird(text: string): boolean {
  return (
    text.length <= LONGEST &&
    /\p{L}/u.test(text) &&
    (parsePeriod(text) ?? yearlessPeriod(text, SOME_YEAR)) !== null &&
    thirdOf(withWesternYear(text.trim())) !== null
  )
}
const SOME_YEAR = 2026

/** Weeks as ISO 8601 counts them: the first holds the year's first Thursday. */
function ofWeek(text: string): Period | null {
  const signed = WEEK_FIRST.exec(text)
  const sign = signed?.[1] ?? (/^第|[週周]/u.test(text) ? 'KW' : '')
  const first = signed !== null && (WEEK_SIGN.test(sign) || isWeekWord(sign)) ? signed : null
  const last = WEEK_LAST.exec(text)
  const [week, year] = first ? [first[2], first[3]] : [last?.[2], last?.[1]]
  const fourth = year === undefined ? null : dayNumber(Number(year), 1, 4)
  if (fourth === null || Number(week) < 1 || Number(week) > 53) return null
  const monday = fourth - (isoWeekday(fourth) - 1) + 7 * (Number(week) - 1)
  return { first: monday, last: monday + 6 }
}

function monthsFrom(year: number, month: number, count: number): Period | null {
  const first = dayNumber(year, month, 1)
  const end = month + count
  const next = end > 12 ? dayNumber(year + 1, end - 12, 1) : dayNumber(year, end, 1)
  return first === null || next === null ? null : { first, last: next - 1 }
}

const fullYear = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** One digit behind S is a half of a year. */
const WEEK = /^(\p{L}[\p{L}\p{M} ]{0,13}?)(?:\.\s?#?\s?|\s?#?\s?)(\d{1,2})$|^(\d{1,2})\.\s?(\p{L}[\p{L}\p{M}]{1,13})$/u
const CALENDAR_WEEK = /^(?:KW|CW|WW|Kalenderwoche|calendar week|sem|tydz|vko|нед)$/i
/** One letter needs two digits, or a blank or a point. */
const WEEK_LETTER = /^(?:v(?:\.\s?|\s)\d{1,2}|[SV]\d\d)$/i

/** `KW 10`, `Q1`, `March`, `3月`, `mid March`: the days that it covers in a year. */
export function yearlessPeriod(text: string, year: number): Period | null {
  const bare = plainYearPart(text.trim())
  if (bare.length > LONGEST) return null
  const found = WEEK.exec(bare)
  const word = found?.[1] ?? found?.[4] ?? ''
  const isOfCalendar = CALENDAR_WEEK.test(word) || isWeekWord(word) || WEEK_LETTER.test(bare)
  const week = isOfCalendar ? (found?.[2] ?? found?.[3]) : undefined
  if (week !== undefined) return ofWeek(`KW ${week} ${year}`)
  const ofMonths = weekOfMonth(bare, year)
  if (ofMonths !== null) return ofMonths
  if (/^[QHT]\.?\s?[1-4]$/i.test(bare)) return ofYearPart(`${bare} ${year}`)
  if (/^\d{1,2}\s?[月월]$/u.test(bare)) return ofMonth(`${year}年${bare}`)
  const numbered = /^tháng (\d{1,2})$/iu.exec(bare)?.[1]
  if (numbered !== undefined) return ofMonth(`${numbered}/${year}`)
  if (isMonth(bare)) return ofMonth(`${bare} ${year}`)
  return ofThird(bare, (rest) => yearlessPeriod(rest, year))
}
