import { ImportRefusal } from '../../plan/import-refusal.ts'

/** Names of code pages that a header may carry, by the decoder that reads them. */
const CODE_PAGE = /^(?:(?:cp|windows-?)?(125\d|874|932|936|949|950)|(utf-?8|utf-?16|iso-8859-\d{1,2}|koi8-r|gb18030))$/i
const PAGES: Readonly<Record<string, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
}
const HEADER_BYTES = 400

export interface DecodedXer {
  readonly text: string
  readonly encoding: string
}

/** The text of a file: by its mark, by the code page that its header names, as UTF-8 where it is that, else Windows-1252. */
export function decodeXer(bytes: Uint8Array): DecodedXer {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes)
  const named = namedCodePage(bytes)
  if (named !== null) return decodeAs(named, bytes)
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    // Not UTF-8: the planner's own code page, which never fails.
    return decodeAs('windows-1252', bytes)
  }
}

function decodeAs(encoding: string, bytes: Uint8Array): DecodedXer {
  try {
    return { text: new TextDecoder(encoding).decode(bytes), encoding }
  } catch {
    throw new ImportRefusal('unsupported_encoding', `the header names the code page ${encoding}, which is not read`)
  }
}

function namedCodePage(bytes: Uint8Array): string | null {
  const [line = ''] = new TextDecoder('latin1').decode(bytes.subarray(0, HEADER_BYTES)).split(/[\r\n]/)
  for (const cell of line.split('\t').slice(1)) {
    const match = CODE_PAGE.exec(cell.trim())
    const page = match?.[1]
    if (page !== undefined) return PAGES[page] ?? `windows-${page}`
    if (match?.[2] !== undefined) return match[2].toLowerCase()
  }
  return null
}
