import type { LinkTypeName } from '../../../compute/plan/constraint-names.ts'
import { halfWidth } from './half-width.ts'
import { parseDuration } from './parse-duration.ts'
import { parseLinkType } from './parse-link-type.ts'

export type PredecessorCell = {
  /** The text as written, for messages. */
  text: string
  /** Ways to read it, the likeliest first: `P2-01` may be a reference of its own or P2 with a lead of one day. */
  readings: PredecessorReading[]
}

export type PredecessorReading = {
  reference: string
  type: LinkTypeName
  lagDays: number
  isElapsed: boolean
  isRounded: boolean
  /** Where the lag is a share of the predecessor's duration; `lagDays` is 0 then. */
  lagPercent?: number
}

export type LinkLag = Omit<PredecessorReading, 'reference' | 'type'>

const LINK_TYPES: readonly string[] = ['FS', 'SS', 'FF', 'SF']

/** German, French, Spanish, Portuguese, Italian, Dutch, Russian (of both kinds of its planners), Polish, Finnish, Ukrainian. */
const TRANSLATED: Readonly<Record<LinkTypeName, string>> = {
  FS: 'EA FD FC TI FI EB ОН КН ZR LA ЗП DZ',
  SS: 'AA DD CC II BB НН RR ПП',
  FF: 'EE TT ОО КК ZZ LL ЗЗ',
  SF: 'AE DF CF IT IF BE НО НК RZ AL ПЗ ZD',
}
const TRANSLATED_TYPES = new Map<string, LinkTypeName>(
  LINK_TYPES.flatMap((type) =>
    TRANSLATED[type as LinkTypeName].split(' ').map((letters) => [letters, type as LinkTypeName] as const),
  ),
)

/** Splits a predecessor cell at commas and semicolons, and each part into reference, type and lag. */
export function parsePredecessors(cell: string): PredecessorCell[] {
  if (cell === '') return []
  // Nearly every cell is one number or a few.
  if (/^\d{1,9}$/.test(cell)) return [{ text: cell, readings: [plain(cell)] }]
  if (NUMBERS.test(cell)) return cell.split(BETWEEN).map((text) => ({ text, readings: [plain(text)] }))
  const parts = splitReferences(halfWidth(cell)).map(bareReference)
  return parts.filter((text) => !NO_REFERENCE.test(text)).map((text) => ({ text, readings: readingsOf(text) }))
}

const NUMBERS = /^\d{1,9}(?:[,;] ?\d{1,9})+$/
const BETWEEN = /[,;] ?/

/** Parts of a cell; what stands in quotes or brackets may hold commas. Each character is looked at once. */
function splitReferences(text: string): string[] {
  if (!ENCLOSES.test(text)) return text.split(SEPARATOR)
  const parts: string[] = []
  const lastOf: Record<string, number> = { '"': text.lastIndexOf('"'), ')': text.lastIndexOf(')') }
  let [from, isBlank] = [0, true]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string
    // A quote opens a part, and stands for inches elsewhere.
    const closing = character === '(' ? ')' : character === '"' && isBlank ? '"' : null
    if (closing !== null && (lastOf[closing] as number) > at) at = text.indexOf(closing, at + 1)
    else if (SEPARATOR.test(character)) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
    isBlank = from > at || (isBlank && closing === null && MARKS.test(character))
  }
  return [...parts, text.slice(from)]
}
const SEPARATOR = /[,;\n，；、،؛]/
const ENCLOSES = /["(]/

/** What people write where there is none. */
const NO_REFERENCE =
  /^(?:[-–—]*|none|n\/?a|nil|null|no|keine?|aucune?|ninguna?|ninguno|nenhum|nenhuma|nessun[oa]|geen|нет|немає|brak|žádn[ýáé]|yok|inge[nt]|ei ole|nincs|niciun[ua]l?|καμία|κανένα|không(?: có)?|tidak ada|nav|nėra|nema|なし|无|無|없음)$/i

/** `A and B`, `B & C`, `B/C`, `B|C`: the parts of a cell that nothing is called as a whole; none where there is no such word. */
export function joinedPredecessors({ text }: PredecessorCell): PredecessorCell[] {
  if (text.length > MAX_JOINED_CHARACTERS) return []
  const parts = text
    .split(/\s*[&/|]\s*|\s+(?:and|und|et|y|e|en|i|a|og|och|ja|ve|és|și|та|και|dan|và|и|と|و|और|และ)\s+/i)
    .map(bareReference)
  if (parts.length < 2) return []
  return parts.filter((part) => part !== '').map((part) => ({ text: part, readings: readingsOf(part) }))
}
const MAX_JOINED_CHARACTERS = 300

/** `A1–A4`, `T-2 to T-5`, `1.1…1.3`: all from one code to another that differs in its last number; null for anything else. */
export function rangedPredecessors({ text }: PredecessorCell): PredecessorCell[] | null {
  const [, stem = '', first = '', stemOfLast = '', last = ''] = RANGE.exec(text) ?? []
  const [from, to] = [Number(first), Number(last)]
  if (first === '' || (stemOfLast !== '' && stemOfLast !== stem) || to <= from || to - from > MOST_IN_RANGE) return null
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const part = `${stem}${String(from + at).padStart(first.startsWith('0') ? first.length : 1, '0')}`
    return { text: part, readings: [plain(part)] }
  })
}
const RANGE =
  /^((?:[\p{L}\p{N}][\p{L}\p{N}_.-]{0,20})??)(\d{1,6})\s?(?:[-–—~～〜…]|\.{2,3}|to|through|thru|bis|à|hasta|até|al?|до|по)\s?((?:[\p{L}\p{N}][\p{L}\p{N}_.-]{0,20})?)(?<!\d)(\d{1,6})$/iu
const MOST_IN_RANGE = 100

const MARKS = /[\s[\]'"]/

function isMark(character: string | undefined): boolean {
  return character !== undefined && MARKS.test(character)
}

/** Exports of programs write lists as `['A', 'B']`; the marks around a reference are not part of it. */
function bareReference(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isMark(text[from])) from += 1
  while (to > from && isMark(text[to - 1])) to -= 1
  return withoutAddress(text.slice(from, to))
}

/** Exports of programs write the address of a row behind its name: `Draft (https://…)`. */
export function withoutAddress(text: string): string {
  return text.includes('://') ? text.replace(/\s*\(https?:\/\/[^\s()]*\)$/i, '') : text
}

/** `1.2 (FS+2)`, `3 (finish to start + 2 days)`, `3 finish-to-start, lag 2d`. */
const WORDED =
  /^(\S[^(（[]{0,200}?)\s{0,3}(?:[(（[]\s?([^()（）[\]]{2,60}?)\s?[)）\]]|\s?((?:(?:FS|SS|FF|SF)\s(?:with |lag|plus|lead|minus)|(?:finish|start)[\s-]to[\s-]).{1,50}))$/i
const USUAL = /^(\d{1,9})(FS|SS|FF|SF)([+-].{1,20})?$/

function readingsOf(text: string): PredecessorReading[] {
  const readings: PredecessorReading[] = [plain(text)]
  if (/^\d{1,9}$/.test(text)) return readings
  // `3FS+1d` and the like are most of those that say more than a number: nothing is called 3FS.
  const usual = USUAL.exec(text)
  if (usual !== null) {
    const lag = usual[3] === undefined ? null : parseLag(usual[3])
    if (usual[3] === undefined || lag !== null) {
      readings.push({ ...plain(usual[1] ?? ''), type: usual[2] as LinkTypeName, ...lag })
      return readings
    }
  }
  const worded = inWords(text) ?? inPlainWords(text)
  if (worded !== null) readings.push(worded)
  const named = ofScheduler(text) ?? withPeriod(text)
  if (named !== null) readings.push(named)
  const typed = splitType(text)
  if (typed !== null) readings.push({ ...plain(typed.reference), type: typed.type })
  // Works from the end, so that each character is looked at once however the text is built.
  const signAt = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'))
  const lag = signAt > 0 ? parseLag(text.slice(signAt)) : null
  if (lag !== null) {
    const before = text.slice(0, signAt).trim()
    const typedBefore = splitType(before)
    if (typedBefore !== null) readings.push({ ...plain(typedBefore.reference), type: typedBefore.type, ...lag })
    readings.push({ ...plain(before), ...lag })
  }
  return readings
}

/** `A (+2d)`, `D start + 2 days`, `D finish`: a lag alone in brackets, and the end of the predecessor that is waited for. */
function inPlainWords(text: string): PredecessorReading | null {
  const [, lagged = '', amount = ''] = LAG_IN_BRACKETS.exec(text) ?? []
  const bracketed = lagged === '' ? null : parseLag(amount)
  if (bracketed !== null) return { ...plain(lagged), ...bracketed }
  const [, waited = '', end = '', behind] = WAITED_END.exec(text) ?? []
  const lag = behind === undefined ? null : parseLag(behind)
  if (waited === '' || (behind !== undefined && lag === null)) return null
  return { ...plain(waited), type: /^s/i.test(end) ? 'SS' : 'FS', ...lag }
}
const LAG_IN_BRACKETS = /^(\S[^([]{0,200}?)\s{0,3}[([]\s?([+-]\s?\d[^()[\]]{0,20})[)\]]$/
const WAITED_END = /^(\S.{0,200}?)['’]?s?\s(start|begin|finish|end|completion)s?(?:\s?([+-]\s?\d.{0,20}))?$/i

function inWords(text: string): PredecessorReading | null {
  const match = WORDED.exec(text)
  const words = match?.[2] ?? match?.[3] ?? ''
  const kind = KIND_IN_WORDS.exec(words) ?? LETTERS_IN_BRACKETS.exec(match?.[2] ?? '')
  const type = kind === null ? null : (parseLinkType(kind[0]) ?? TRANSLATED_TYPES.get(kind[0]) ?? null)
  if (match === null || kind === null || type === null) return null
  const rest = words.slice(kind[0].length).trim()
  const reading = { ...plain(match[1] ?? ''), type }
  if (rest === '') return reading
  const [, sign = '', amount = ''] = LAG_IN_WORDS.exec(rest) ?? []
  const lag = sign === '' ? null : parseLag(`${/^(?:[-–]|lead|minus)/i.test(sign) ? '-' : '+'}${amount}`)
  return lag === null ? null : { ...reading, ...lag }
}
const KIND_IN_WORDS = /^(?:(?:FS|SS|FF|SF)\b|(?:finish|start|end)[\s-]*to[\s-]*(?:finish|start|end))/i
const LETTERS_IN_BRACKETS = /^\p{Lu}{2}(?!\p{L})/u
const LAG_IN_WORDS = /^,?\s*(\+|[-–]|(?:with )?lag\b:?|plus\b|lead\b:?|minus\b)\s*(?:of\s+)?(.{1,20})$/i

/** `A1010: FS 2`, as schedulers print it: the lag stands behind the kind, with no sign where it is none below zero. */
function ofScheduler(text: string): PredecessorReading | null {
  const match = /^([^:]{1,200}):\s{0,3}(FS|SS|FF|SF)(?:\s{0,3}([+-]?)\s?(\d[\d.,]{0,8}\s?\p{L}{0,10}))?$/iu.exec(text)
  if (match === null) return null
  const lag = match[4] === undefined ? null : parseLag(`${match[3] || '+'}${match[4]}`)
  if (match[4] !== undefined && lag === null) return null
  return { ...plain((match[1] ?? '').trim()), type: (match[2] ?? '').toUpperCase() as LinkTypeName, ...lag }
}

/** `2-FS=P1D`: a kind behind a hyphen and a period in its own notation. */
function withPeriod(text: string): PredecessorReading | null {
  const match = /^([^=]{1,200})-(FS|SS|FF|SF)(?:=(-?)P(-?)(\d{1,5})D)?$/i.exec(text)
  if (match === null) return null
  const isLead = match[3] === '-' || match[4] === '-'
  const lag = match[5] === undefined ? null : parseLag(`${isLead ? '-' : '+'}${match[5]}d`)
  return { ...plain((match[1] ?? '').trim()), type: (match[2] ?? '').toUpperCase() as LinkTypeName, ...lag }
}

function plain(reference: string): PredecessorReading {
  return { reference, type: 'FS', lagDays: 0, isElapsed: false, isRounded: false }
}

function splitType(text: string): { reference: string; type: LinkTypeName } | null {
  const unbracketed = text.replace(/\s*[(（]\s*([A-Za-z]{2})\s*[)）]$/, '$1')
  const type = unbracketed.slice(-2).toUpperCase()
  const reference = unbracketed.slice(0, -2).trim()
  if (reference === '') return null
  if (LINK_TYPES.includes(type)) return { reference, type: type as LinkTypeName }
  // Letters of other languages count only behind a number or as a word of their own in capitals: names may end in anything.
  const standsApart = /\d$/.test(reference) || (unbracketed.endsWith(` ${type}`) && /^\p{Lu}{2}$/u.test(type))
  const translated = standsApart ? TRANSLATED_TYPES.get(type) : undefined
  return translated === undefined ? null : { reference, type: translated }
}

/** `+2d`, `-1 day`, `+ 1 wk`, `+2ed` (elapsed days), `+50%` of the predecessor. */
export function parseLag(text: string): LinkLag | null {
  const sign = text.startsWith('-') ? -1 : 1
  const bare = text.slice(1).trim().toLowerCase()
  const percent = /^(\d{1,3})\s?%$/.exec(bare)
  if (percent !== null) return { lagDays: 0, isElapsed: false, isRounded: false, lagPercent: sign * Number(percent[1]) }
  const duration = parseDuration(bare)
  if (duration === null) return null
  const { days, isElapsed, isRounded } = duration
  return { lagDays: days === 0 ? 0 : sign * days, isElapsed, isRounded }
}

/** A reference with the kind and lag of other columns, where it names none of its own. */
export function linkedAs(cell: PredecessorCell, type: LinkTypeName | null, lag: LinkLag | null): PredecessorCell {
  if (type === null && lag === null) return cell
  return {
    ...cell,
    readings: cell.readings.map((reading) => {
      const isPlain = reading.type === 'FS' && reading.lagDays === 0 && reading.lagPercent === undefined
      return isPlain ? { ...reading, ...(type === null ? {} : { type }), ...lag } : reading
    }),
  }
}
