import { isAscii, isUtf8 } from 'node:buffer'
import { detectEncoding } from '../../../xml/decode-xml.ts'
import { parseXml, type XmlHandlers } from '../../../xml/parse-xml.ts'

/** Characters that XML forbids, and carriage returns, which it rewrites. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const DOUBTFUL = /[\0-\x08\x0b-\x1f\ufffe\uffff]/
/** Breaks lines at two characters more. */
const OTHER_XML = /version\s*=\s*["']1\.1/
const MAX_FRAME_CHARACTERS = 1_000_000

/** A part cut at the element whose content a scanner takes: everything else is its frame. */
export type CutPart = { text: string; from: number }

/** The text of a part from the content of an element on; null where a scanner cannot be sure of it. */
export function cutPart(part: Uint8Array, openTag: string): CutPart | null {
  if (detectEncoding(part) !== 'utf-8') return null
  const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
  const ascii = isAscii(bytes)
  if (!ascii && !isUtf8(bytes)) return null
  const text = bytes.toString(ascii ? 'latin1' : 'utf8')
  const open = text.indexOf(openTag)
  const tagEnd = text.indexOf('>', open)
  if (open < 0 || tagEnd < 0 || text[tagEnd - 1] === '/') return null
  return { text, from: tagEnd + 1 }
}

/** Whether the content is free of everything that needs a parser. */
export function isPlainContent(content: string): boolean {
  return !DOUBTFUL.test(content) && !content.includes(']]>')
}

/**
 * Whether what stands around the content is well-formed with the content left out, holds none of the elements that the
 * careful reader would act upon, and has the content exactly where it is expected.
 */
export function isQuietFrame(
  before: string,
  after: string,
  { element, depth, loud }: { element: string; depth: number; loud: ReadonlySet<string> },
): boolean {
  if (before.length + after.length > MAX_FRAME_CHARACTERS) return false
  if (before.includes('<!') || OTHER_XML.test(before)) return false
  const path: string[] = []
  let isQuiet = true
  let found = 0
  const handlers: XmlHandlers = {
    open: (name) => {
      path.push(name)
      if (loud.has(name)) isQuiet = false
      if (name !== element) return
      found += 1
      if (path.length !== depth) isQuiet = false
    },
    text: () => {},
    close: () => {
      path.pop()
    },
  }
  parseXml(Buffer.from(before + after), handlers)
  return isQuiet && found === 1
}
