import { ImportRefusal } from '../plan/import-refusal.ts'

const CHUNK_BYTES = 64 * 1024

// Labels of the declaration that one decoder each reads. Everything else is refused rather than guessed.
const DECLARED_ENCODINGS: Record<string, string> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
}

/** Decodes an XML file piece by piece, so that the text never stands in memory as a whole. */
export function* decodeXml(bytes: Uint8Array): Generator<string> {
  const encoding = detectEncoding(bytes)
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      yield decoder.decode(bytes.subarray(at, at + CHUNK_BYTES), { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new ImportRefusal('unreadable_file', `the file is not valid ${encoding}`)
    throw error
  }
}

/** The encoding that the first bytes or the declaration tell, by the name of its decoder. */
export function detectEncoding(bytes: Uint8Array): string {
  const [b0, b1, b2] = bytes
  if (b0 === 0xef && b1 === 0xbb && b2 === 0xbf) return 'utf-8'
  if ((b0 === 0xff && b1 === 0xfe) || (b0 === 0x3c && b1 === 0)) return 'utf-16le'
  if ((b0 === 0xfe && b1 === 0xff) || (b0 === 0 && b1 === 0x3c)) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const declared = /^\s*<\?xml[^>]{0,100}?encoding\s{0,10}=\s{0,10}["']([\w.-]{1,40})["']/
    .exec(head)?.[1]
    ?.toLowerCase()
  const encoding = declared === undefined ? 'utf-8' : DECLARED_ENCODINGS[declared]
  if (encoding === undefined) {
    throw new ImportRefusal('unsupported_encoding', `encoding ${declared} is not read; save the file as UTF-8`)
  }
  return encoding
}
