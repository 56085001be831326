import { unescapeControl } from '../read-workbook-parts.ts'
import { cutPart, isPlainContent, isQuietFrame } from './part-text.ts'
import { DOUBT, plainText, skipBlanks, textEnd, unlessDoubtful } from './text-scanner.ts'

const MAX_STRINGS = 500_000
const LOUD: ReadonlySet<string> = new Set(['si', 't', 'rPh'])
const EMPTY_ITEMS = ['<si><t/></si>', '<si/>'] as const
const OPENINGS = ['<si><t>', '<si><t xml:space="preserve">'] as const
const CLOSING = '</t></si>'

/** Shared strings where each is one plain text; null where a parser has to look. */
export function scanStrings(part: Uint8Array): string[] | null {
  return unlessDoubtful(() => {
    const cut = cutPart(part, '<sst')
    return cut === null ? null : scanItems(cut.text, cut.from)
  })
}

function scanItems(text: string, from: number): string[] | null {
  const strings: string[] = []
  let at = skipBlanks(text, from)
  while (!text.startsWith('</sst', at)) {
    if (strings.length >= MAX_STRINGS) throw DOUBT
    const empty = EMPTY_ITEMS.find((item) => text.startsWith(item, at))
    if (empty !== undefined) {
      strings.push('')
      at = skipBlanks(text, at + empty.length)
      continue
    }
    const opening = text.startsWith(OPENINGS[0], at) ? OPENINGS[0] : OPENINGS[1]
    if (!text.startsWith(opening, at)) throw DOUBT
    const start = at + opening.length
    const end = textEnd(text, start)
    if (!text.startsWith(CLOSING, end)) throw DOUBT
    strings.push(unescapeControl(plainText(text, start, end)))
    at = skipBlanks(text, end + CLOSING.length)
  }
  if (!isPlainContent(text.slice(from, at))) return null
  const isSafe = isQuietFrame(text.slice(0, from), text.slice(at), { element: 'sst', depth: 1, loud: LOUD })
  return isSafe ? strings : null
}
