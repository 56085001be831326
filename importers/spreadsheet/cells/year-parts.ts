import { foldAccents } from './month-names.ts'

/** Quarters and halves of a year by their words, without accents; a semester of a school is a half where its language has one word for both. */
const QUARTERS =
  'quarters?|qtr|quartal|trimestre|trimestar|trimestru|trim|kvartal|kwartal|kwartaal|ctvrtleti|stvrtrok|negyedev|ceyrek|neljannes|квартал|кв'
const HALVES = 'semestre|halbjahr|halfjaar|halvar|polrocze|pololeti|полугодие|півріччя'
const ORDINALS: readonly string[] = [
  'i first primer primero primera premier premiere primo primeiro erstes pierwszy первый',
  'ii second segundo segunda deuxieme secondo zweites drugi второй',
  'iii third tercer tercero tercera troisieme terzo terceiro drittes trzeci третий',
  'iv fourth cuarto cuarta quatrieme quarto viertes czwarty четвертый',
]
const NUMBERS = new Map(ORDINALS.flatMap((words, at) => words.split(' ').map((word) => [word, at + 1] as const)))
const NUMBER = String.raw`(?:([1-4])(?:\.|[ºª°]|st|nd|rd|th|er|re|e|eme|ro|do|to|ra|da|ta|-?[иы]?[ияе])?|(${[...NUMBERS.keys()].join('|')}))`
const REST = String.raw`(?:(?:[\s,/-]+|\s?')(?:(?:of|de|del|di|do|van|od)\s)?(20\d{2}|\d{2})(?:\s?(?:г|р|r|год|року|roku)\.?)?)?`
const NUMBER_FIRST = new RegExp(String.raw`^${NUMBER}[\s-]?(?:(${QUARTERS})|(${HALVES}))\.?${REST}$`, 'u')
const WORD_FIRST = new RegExp(String.raw`^(?:(${QUARTERS})|(${HALVES}))\.?\s?${NUMBER}${REST}$`, 'u')
/** In Polish `kw.` is a quarter behind a Roman number; in German `1. KW` is a week. */
const ROMAN_FIRST = new RegExp(String.raw`^(i{1,3}|iv)\s?kw\.?${REST}$`, 'u')
const EASTERN = /^(?:(20\d{2})\s?[年년]?\s?度?\s?)?第?\s?([1-4一二三四])\s?(?:季度?|분기)$/u
const EASTERN_HALF = /^(?:(20\d{2})\s?[年년]?\s?度?\s?)?([上下상하])(?:半年|반기)$/u
const MAY_BE =
  /trim|qu?art|qtr|kv|kw|кв|ceyrek|çeyrek|[cč]tvrt|[sš]tvrt|negyed|nelj|季|半年|[분반]기|sem|halb|halv|half|pol|pół|[іи]в?р[іи]ч|полу/iu
const LONGEST = 32

/** `三月`, `十二月`: months are numbered in characters as well. */
const NUMERAL_MONTH = /(?<![第十\d])(十[一二]?|[一二三四五六七八九])月/u
const NUMERALS = '〇一二三四五六七八九'

/** `十一月上旬`, `2026年三月`: the month with its number in digits; any other text as it is. */
function withMonthInDigits(text: string): string {
  if (!text.includes('月')) return text
  return text.replace(NUMERAL_MONTH, (_, numeral: string) =>
    numeral.startsWith('十')
      ? `${10 + Math.max(0, NUMERALS.indexOf(numeral.slice(1) || '〇'))}月`
      : `${NUMERALS.indexOf(numeral)}月`,
  )
}

/**
 * `1er trimestre 2025`, `III kwartał`, `2nd Quarter`, `第1季度`, `하반기`: `Q1 2025`, `Q3`, `Q2`, `Q1`, `H2`; any other text
 * is given back. Years of offices in Japan begin in April, so that quarters there are left alone.
 */
export function plainYearPart(written: string): string {
  const text = written.length > LONGEST ? written : withMonthInDigits(written)
  if (text.length > LONGEST || !MAY_BE.test(text)) return text
  const bare = foldAccents(text.trim())
  const [, east, number = '一'] = EASTERN.exec(bare) ?? []
  if (EASTERN.test(bare)) return joined('Q', Number(number) || '一二三四'.indexOf(number) + 1, east)
  const half = EASTERN_HALF.exec(bare)
  if (half !== null) return joined('H', /[上상]/u.test(half[2] ?? '') ? 1 : 2, half[1])
  const roman = ROMAN_FIRST.exec(bare)
  if (roman !== null) return joined('Q', NUMBERS.get(roman[1] ?? '') ?? 0, roman[2])
  const first = NUMBER_FIRST.exec(bare)
  const last = first === null ? WORD_FIRST.exec(bare) : null
  const [digit, word] = [first?.[1] ?? last?.[3], first?.[2] ?? last?.[4]]
  const which = digit === undefined ? NUMBERS.get(word ?? '') : Number(digit)
  const isHalf = (first?.[4] ?? last?.[2]) !== undefined
  if (which === undefined || (isHalf && which > 2)) return text
  return joined(isHalf ? 'H' : 'Q', which, first?.[5] ?? last?.[5])
}

const joined = (letter: string, number: number, year: string | undefined) =>
  year === undefined ? `${letter}${number}` : `${letter}${number} ${year}`

/** Whether a text is a year of this century and nothing else. */
export function isYear(text: string): boolean {
  return /^20\d\d$/.test(text)
}
