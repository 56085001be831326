import { isCompoundFile } from '../binary/read-compound-file.ts'
import { unmarkedUtf16 } from '../plan/unmarked-utf16.ts'

/** What a file is, by its first bytes; names and extensions lie. */
export type DetectedFormat =
  | 'empty'
  | 'compound'
  | 'zip'
  | 'mspdi'
  | 'xer'
  | 'pmxml'
  | 'mpx'
  | 'gan'
  | 'planner'
  | 'pod'
  | 'tracker'
  | 'other_xml'
  | 'json'
  | 'text'
  | 'binary'

/** Objects that a Java program wrote. */
const JAVA_OBJECTS = [0xac, 0xed, 0x00, 0x05]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const EMPTY_ZIP = [0x50, 0x4b, 0x05, 0x06]
const SNIFFED_BYTES = 64 * 1024

/** Looks at no more than the first 64 KB. */
export function detectFormat(bytes: Uint8Array): DetectedFormat {
  if (bytes.length === 0) return 'empty'
  if (isCompoundFile(bytes)) return 'compound'
  if (startsWith(bytes, ZIP) || startsWith(bytes, EMPTY_ZIP)) return 'zip'
  if (startsWith(bytes, JAVA_OBJECTS)) return 'pod'
  const head = decodeHead(bytes.subarray(0, SNIFFED_BYTES))
  const text = head.trimStart()
  if (text.startsWith('<')) return xmlKind(text)
  if (/^\ufeff?ERMHDR\t/.test(text)) return 'xer'
  if (/^MPX[^\w\r\n][^\r\n]*[\r\n]/.test(text)) return 'mpx'
  if (text.startsWith('{') || text.startsWith('[')) return 'json'
  return head.includes('\0') ? 'binary' : 'text'
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

function decodeHead(head: Uint8Array): string {
  const [first, second] = head
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return decode('utf-16le', head)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return decode('utf-16be', head)
  return decode(unmarkedUtf16(head) ?? 'utf-8', head)
}

function decode(encoding: string, head: Uint8Array): string {
  return new TextDecoder(encoding).decode(head)
}

/** The root element's local name decides; declaration, comments and instructions before it are skipped. */
function xmlKind(text: string): DetectedFormat {
  let at = 0
  while (text.startsWith('<', at)) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null
    if (end === null) break
    const close = text.indexOf(end, at + 2)
    // Still inside a comment after all that was looked at: the plan reader judges the root element itself.
    if (close < 0) return 'mspdi'
    at = close + end.length
    while (at < text.length && text.charCodeAt(at) <= 32) at += 1
  }
  // A plan with a document type is still a plan: the reader refuses it and says why.
  if (/^<!doctype/i.test(text.slice(at, at + 9))) at = Math.max(at, text.search(/<([\w.-]{1,100}:)?Project[\s>/]/))
  const root = /^<(?:[\w.-]{1,100}:)?([\w.-]{1,100})/.exec(text.slice(at, at + 300))?.[1]
  if (root === 'Project') return 'mspdi'
  if (root === 'APIBusinessObjects') return 'pmxml'
  if (root === 'project') return /^[^<>]*\smrproject-version\s*=/.test(text.slice(at + 1)) ? 'planner' : 'gan'
  return root === 'rss' ? 'tracker' : 'other_xml'
}
