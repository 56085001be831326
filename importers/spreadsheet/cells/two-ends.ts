import { isWeekday } from './weekday-names.ts'

// Stretches of time in one cell, in any language: where they are parted, and what both ends share and only one says.

/** Words between two ends. */
const TO =
  `to|until|till|through|thru|bis|bis zum|au|à|jusqu['’]au|a|al|hasta|hasta el|até|até o|ao?|fino al?|t\\/m|tot|tot en met|do|až|do|po|til|till|t\\.?o\\.?m\\.?|kuni|līdz|iki|până la|pana la|
  έως|εως|μέχρι|ile|sampai|sampai dengan|hingga|s\\/d|s\\.d\\.?|sd|đến|tới|до|по|ถึง|إلى|الى|حتى|עד|تا|से`.replaceAll(
    /\s*\n\s*/g,
    '',
  )
const FROM = `from|von|vom|du|dès le|des?|del|dal|dall['’]|desde|desde el|da|van|vanaf|från|fra|с|со|з|із|від|od|ode|ze?|nuo|no|alates|de la|από|dari|tanggal|từ|từ ngày|ตั้งแต่|من|מ-?|از|自|从|從|entre|zwischen|between|le`
/** Between two signs without blanks. */
const [WRITTEN_IN, BEHIND] = ['から|부터|至|到|ถึง|－', 'まで|까지|止|之间']
/** What parts two ends, the surest first: words and dashes between blanks, then a dash that may be one within a date. */
const JOINTS = [
  `\\s*(?:→|⟶|–>|->|[~〜～])\\s*|\\s+[-–—]\\s+|\\s+(?:${TO})\\s+|\\s?(?:${WRITTEN_IN})\\s?`,
  '(?<=[\\d日月일월\\p{L}.])[-–—](?=\\s?[\\d\\p{L}])|(?<=\\d\\.?)\\s[-–—](?=\\d)',
].map((joint) => new RegExp(joint, 'giu'))
const FRONT = new RegExp(`^(?:${FROM})\\s+(?=\\S)|^(?:自|从|從)`, 'iu')
const BACK = new RegExp(`\\s?(?:${BEHIND})$`, 'u')
const LONGEST = 60
const MOST_CUTS = 6

export type Ends = readonly [string, string]

const YEAR_LAST = /(?<!\d)(20\d\d)(?:\s?(?:г|года|р|року|r|m|\.))*\.?$/u
const YEAR_FRONT = /^20\d\d\s?(?:[年년/.-]|\s)\s?/u
const HAS_YEAR = /(?<!\d)20\d\d(?!\d)/
/** `19`, `19.`, `1er`: a day that leaves its month to the other end; with its weekday. */
const DAY_ALONE = /^(?:(\p{L}{2,12})\.?\s)?(\d{1,2})(?:\.|er|º|°|st|nd|rd|th|日|일)?$/u
const LAST_DAY = /\d{1,2}(?=\D*$)/

/**
 * Each way to part a text into two ends, with what one leaves to the other filled in, the surest first; none where nothing parts it.
 * A dash within a text that is a whole by itself parts nothing.
 */
export function* endsIn(text: string, isWhole: (text: string) => boolean): Generator<Ends> {
  if (text.length > LONGEST) return
  const bare = text.trim().replace(FRONT, '').replace(BACK, '')
  for (const [tightness, joints] of JOINTS.entries()) {
    if (tightness > 0 && isWhole(text)) return
    let cuts = 0
    for (const { 0: joint, index } of bare.matchAll(joints)) {
      cuts += 1
      if (cuts > MOST_CUTS) break
      const [start, end] = [bare.slice(0, index).trim(), bare.slice(index + joint.length).trim()]
      if (start !== '' && end !== '') yield filled(start, end.replace(/^(?:el|le|o|zum|den)\s/iu, ''))
    }
  }
}

/** The number of a day that stands alone, whatever its weekday. */
function dayAlone(text: string): string | undefined {
  const [, word, day] = DAY_ALONE.exec(text) ?? []
  return word === undefined || isWeekday(word) ? day : undefined
}

function filled(start: string, end: string): Ends {
  const day = dayAlone(start)
  const rest = day === undefined ? null : /^(?:\p{L}{2,12}[.,]?\s)?\d{1,2}(.+)$/u.exec(end)?.[1]
  if (day !== undefined && rest != null) return [`${day}${rest}`, end]
  const [lone, year] = /^(.*?),?\s(20\d\d)$/.exec(end)?.slice(1) ?? [end, undefined]
  const otherDay = dayAlone(lone ?? '')
  if (otherDay !== undefined && LAST_DAY.test(start) && /[\p{L}月월]/u.test(start)) {
    const ofYear = year === undefined || HAS_YEAR.test(start) ? '' : ` ${year}`
    return [`${start}${ofYear}`, `${start.replace(LAST_DAY, otherDay)}${ofYear}`]
  }
  if (HAS_YEAR.test(end) && !HAS_YEAR.test(start)) {
    const last = YEAR_LAST.exec(end)?.[1]
    if (last !== undefined)
      return [
        /\d\.\d{1,2}\.?$/.test(start)
          ? `${start.replace(/\.$/, '')}.${last}`
          : /\d[/-]\d{1,2}$/.test(start)
            ? `${start}${start.at(-2) === '-' || /-/.test(start) ? '-' : '/'}${last}`
            : `${start} ${last}`,
        end,
      ]
  }
  const front = HAS_YEAR.test(end) ? undefined : YEAR_FRONT.exec(start)?.[0]
  return front === undefined ? [start, end] : [start, `${front}${end}`]
}
