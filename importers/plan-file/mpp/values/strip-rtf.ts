// Notes are rich text; a plan keeps what can be read.

import { decodeCodePage } from '../../../binary/decode-code-page.ts'

const SKIPPED_DESTINATIONS = new Set(
  (
    'fonttbl colortbl stylesheet info pict object listtable listoverridetable revtbl rsidtbl generator header footer ' +
    'headerl headerr headerf footerl footerr footerf footnote xmlnstbl themedata colorschememapping latentstyles ' +
    'datastore fldinst bkmkstart bkmkend nonshppict filetbl template pntext pntxta pntxtb objdata objclass mmathPr'
  ).split(' '),
)

const SYMBOLS = new Map([
  ['par', '\n'],
  ['line', '\n'],
  ['sect', '\n'],
  ['page', '\n'],
  ['row', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['bullet', '\u2022'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
])

// The code page of a font's character set; the others follow the document.
const CHARACTER_SETS = new Map([
  [0, 1252],
  [77, 10000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1253],
  [162, 1254],
  [163, 1258],
  [177, 1255],
  [178, 1256],
  [186, 1257],
  [204, 1251],
  [222, 874],
  [238, 1250],
])

const TOKEN = /\\([a-zA-Z]{1,32})(-?\d{1,10})?[ ]?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)|[\s\S]/g

const MAX_DEPTH = 1000

type Group = { isSkipped: boolean; fallbackLength: number; codePage: number }

/** The plain text of rich text, without the line end that closes its last paragraph. Other text stays as it is. */
export function stripRtf(text: string): string {
  if (!text.startsWith('{\\rtf')) return withoutLastLineEnd(text)
  return new RtfText().read(text)
}

class RtfText {
  #output = ''
  #bytes: number[] = []
  #group: Group = { isSkipped: false, fallbackLength: 1, codePage: 1252 }
  readonly #groups: Group[] = []
  readonly #fontPages = new Map<number, number>()
  #documentPage = 1252
  #definedFont: number | null = null
  #fallbackLeft = 0
  #isAfterStar = false
  /** Groups inside the deepest one that is kept; they share its state. */
  #unkeptGroups = 0

  read(text: string): string {
    for (const [, word, parameter, hex, symbol, brace, plain] of text.matchAll(TOKEN)) {
      if (brace !== undefined) this.#brace(brace)
      else if (word !== undefined) this.#word(word, parameter === undefined ? null : Number(parameter))
      else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16))
      else if (symbol !== undefined) this.#symbol(symbol)
      else if (plain !== undefined) this.#plain(plain)
      // What follows the outermost group is no part of the text.
      if (brace === '}' && this.#groups.length === 0) break
    }
    this.#flush()
    return withoutLastLineEnd(this.#output)
  }

  #brace(brace: string): void {
    this.#flush()
    this.#fallbackLeft = 0
    this.#isAfterStar = false
    if (this.#unkeptGroups > 0 || (brace === '{' && this.#groups.length === MAX_DEPTH)) {
      this.#unkeptGroups += brace === '{' ? 1 : -1
    } else if (brace === '{') this.#groups.push({ ...this.#group })
    else this.#group = this.#groups.pop() ?? this.#group
  }

  #word(word: string, parameter: number | null): void {
    if (this.#isAfterStar || SKIPPED_DESTINATIONS.has(word)) this.#group.isSkipped = true
    this.#isAfterStar = false
    if (word === 'u' && parameter !== null) this.#unicode(parameter)
    else if (this.#fallbackLeft > 0) this.#fallbackLeft -= 1
    else this.#control(word, parameter)
  }

  #control(word: string, parameter: number | null): void {
    const text = SYMBOLS.get(word)
    if (text !== undefined) this.#append(text)
    else if (word === 'uc') this.#group.fallbackLength = Math.min(100, Math.max(0, parameter ?? 1))
    else if (word === 'ansicpg') this.#useDocumentPage(parameter ?? 1252)
    else if (word === 'plain') this.#usePage(this.#documentPage)
    else if (word === 'f') this.#font(parameter ?? 0)
    else if (word === 'fcharset') this.#fontCharacterSet(parameter ?? 0)
  }

  /** `\u` takes a signed number; the characters after it stand in for readers that do not know it. */
  #unicode(code: number): void {
    this.#append(String.fromCharCode(code & 0xffff))
    this.#fallbackLeft = this.#group.fallbackLength
  }

  #symbol(symbol: string): void {
    if (symbol === '*') {
      this.#isAfterStar = true
      return
    }
    if (this.#fallbackLeft > 0) {
      this.#fallbackLeft -= 1
      return
    }
    if (symbol === '~') this.#append('\u00a0')
    else if (symbol === '_') this.#append('\u2011')
    else if (symbol === '\n' || symbol === '\r') this.#append('\n')
    else if (symbol !== '-') this.#append(symbol)
  }

  #plain(text: string): void {
    const dropped = Math.min(this.#fallbackLeft, text.length)
    this.#fallbackLeft -= dropped
    if (this.#group.isSkipped) return
    for (let at = dropped; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      if (code >= 0x80 || this.#bytes.length > 0) this.#bytes.push(code & 0xff)
      else {
        this.#append(text.slice(at))
        return
      }
    }
  }

  #byte(byte: number): void {
    if (this.#fallbackLeft > 0) this.#fallbackLeft -= 1
    else if (!this.#group.isSkipped) this.#bytes.push(byte)
  }

  #append(text: string): void {
    if (this.#group.isSkipped) return
    this.#flush()
    this.#output += text
  }

  /** Bytes wait until a run of them ends, because some code pages need two for a character. */
  #flush(): void {
    if (this.#bytes.length === 0) return
    this.#output += decodeCodePage(Uint8Array.from(this.#bytes), this.#group.codePage)
    this.#bytes = []
  }

  #useDocumentPage(page: number): void {
    this.#documentPage = page
    this.#usePage(page)
  }

  #usePage(page: number): void {
    this.#flush()
    this.#group.codePage = page
  }

  /** Inside the table of fonts a font is defined, everywhere else it is chosen. */
  #font(font: number): void {
    if (this.#group.isSkipped) this.#definedFont = font
    else this.#usePage(this.#fontPages.get(font) ?? this.#documentPage)
  }

  #fontCharacterSet(set: number): void {
    const page = CHARACTER_SETS.get(set)
    if (this.#group.isSkipped && this.#definedFont !== null && page !== undefined && this.#fontPages.size < 1000) {
      this.#fontPages.set(this.#definedFont, page)
    }
  }
}

function withoutLastLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}
