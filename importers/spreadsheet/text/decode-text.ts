import { ImportRefusal } from '../../plan/import-refusal.ts'
import { unmarkedUtf16 } from '../../plan/unmarked-utf16.ts'
import { exactHeader, isSpelled } from '../columns/header-fields.ts'

const SAMPLED_CHARACTERS = 100_000
const MOST_UNPRINTABLE_SHARE = 0.02

export type DecodedText = { text: string; encoding: string; isGuessed: boolean }

/** What spreadsheet programs write where they do not write UTF-8, the likeliest first. */
const CODE_PAGES = [
  ...(['windows-1252', 'windows-1251', 'windows-1250', 'windows-1254', 'windows-1253', 'windows-1257'] as const),
  ...(['shift_jis', 'gb18030', 'big5', 'euc-kr'] as const),
] as const
/** What stands between letters only where text is read in the wrong code page: `Wdro¿enie`, `wymaga¹`. */
const BROKEN_WORD = /\p{L}[\u00a1-\u00bf\u02c7-\u02dd\u2018-\u203a€™](?=\p{L})/gu
const HEADER_BYTES = 4_000

/** Text of a delimited file: byte order mark first, then UTF-8, then the code page in which most headers are known. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = decodeByMark(bytes) ?? decodeUtf8(bytes) ?? decodeByHeaders(bytes)
  if (unprintableShare(decoded.text) > MOST_UNPRINTABLE_SHARE) {
    throw new ImportRefusal('unreadable_file', 'the file is not readable text; save it again as CSV UTF-8')
  }
  return decoded
}

function decodeByMark(bytes: Uint8Array): DecodedText | null {
  const [b0, b1] = bytes
  const marked = b0 === 0xff && b1 === 0xfe ? 'utf-16le' : b0 === 0xfe && b1 === 0xff ? 'utf-16be' : null
  const encoding = marked ?? unmarkedUtf16(bytes)
  if (encoding === null) return null
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuessed: false }
}

function decodeUtf8(bytes: Uint8Array): DecodedText | null {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', isGuessed: false }
  } catch {
    // Not UTF-8: the caller tries the next encoding.
    return null
  }
}

/** Headers are known with any accents on them; those that are spelled with the right ones count for more. */
function decodeByHeaders(bytes: Uint8Array): DecodedText {
  let [encoding, most]: [string, number] = [CODE_PAGES[0], Number.NEGATIVE_INFINITY]
  for (const candidate of CODE_PAGES) {
    const head = new TextDecoder(candidate).decode(bytes.subarray(0, HEADER_BYTES))
    const cells = head.split(/[,;\t|"\r\n]/)
    const known = cells.filter((cell) => exactHeader(cell) !== null)
    const broken = head.match(BROKEN_WORD)?.length ?? 0
    const points = 3 * known.length + known.filter(isSpelled).length - Math.min(broken, MOST_BROKEN)
    if (points > most) [encoding, most] = [candidate, points]
  }
  return { text: new TextDecoder(encoding).decode(bytes), encoding, isGuessed: true }
}
const MOST_BROKEN = 2

/** Control characters and replacement marks; binary data and wrongly decoded text are full of them. */
function unprintableShare(text: string): number {
  const sample = text.slice(0, SAMPLED_CHARACTERS)
  let count = 0
  for (let i = 0; i < sample.length; i += 1) {
    const code = sample.charCodeAt(i)
    const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13
    if (isControl || (code >= 0x7f && code <= 0x9f) || code === 0xfffd) count += 1
  }
  return sample.length === 0 ? 0 : count / sample.length
}
