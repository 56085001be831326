import { ImportRefusal } from '../../plan/import-refusal.ts'

const SAMPLED_CHARACTERS = 100_000
const MOST_UNPRINTABLE_SHARE = 0.02

export type DecodedText = { text: string; encoding: string; isGuessed: boolean }

/** Text of a delimited file: byte order mark first, then UTF-8, then Windows-1252, which never fails. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const decoded = decodeByMark(bytes) ?? decodeUtf8(bytes) ?? decodeWindows1252(bytes)
  if (unprintableShare(decoded.text) > MOST_UNPRINTABLE_SHARE) {
    throw new ImportRefusal('unreadable_file', 'the file is not readable text; save it again as CSV UTF-8')
  }
  return decoded
}

function decodeByMark(bytes: Uint8Array): DecodedText | null {
  const [b0, b1] = bytes
  const encoding = b0 === 0xff && b1 === 0xfe ? 'utf-16le' : b0 === 0xfe && b1 === 0xff ? 'utf-16be' : null
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

function decodeWindows1252(bytes: Uint8Array): DecodedText {
  return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252', isGuessed: true }
}

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
