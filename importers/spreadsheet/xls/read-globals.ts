import { decodeCodePage } from '../../binary/decode-code-page.ts'
import { uint8, uint16, uint32 } from '../../binary/read-bytes.ts'
import { broken } from '../../binary/sector-chains.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { NamedSheet } from '../sheet-book.ts'
import type { CellStyles } from '../xlsx/read-styles.ts'
import { refuseTooManyStrings } from '../xlsx/read-workbook-parts.ts'
import { CellFormats } from './cell-formats.ts'
import { ContinuedText } from './continued-text.ts'
import { RecordCursor } from './record-cursor.ts'
import { type BiffVersion, RECORD } from './record-types.ts'

const VERSIONS = new Map<number, BiffVersion>([
  [0x0600, 8],
  [0x0500, 5],
])
/** How the parts of Excel 2, 3 and 4 begin. */
const OLDER_BEGINNINGS: readonly number[] = [0x0009, 0x0209, 0x0409]
const OF_WORKBOOK = 5
const WORKSHEET = 0
const HIDDEN = 3
const WESTERN = 1252
/** Code pages of programs on other machines, by the numbers that are usual. */
const CODE_PAGES = new Map([
  [32_768, 10_000],
  [32_769, WESTERN],
])

export type XlsSheet = NamedSheet & { readonly at: number }
export type WorkbookGlobals = {
  version: BiffVersion
  /** Texts of Excel 5 and 95 are of it. */
  codePage: number
  is1904: boolean
  sheets: XlsSheet[]
  strings: string[]
  styles: CellStyles
}

/** Reads the first part of a workbook: its sheets, texts and styles. */
export function readGlobals(stream: Uint8Array): WorkbookGlobals {
  const cursor = new RecordCursor(stream, 0)
  const first = cursor.next()
  if (OLDER_BEGINNINGS.includes(first)) throw tooOld()
  if (first !== RECORD.begin || cursor.data.length < 4) throw broken('it does not begin as a workbook')
  const version = VERSIONS.get(uint16(cursor.data, 0))
  if (version === undefined || uint16(cursor.data, 2) !== OF_WORKBOOK) throw tooOld()
  const formats = new CellFormats()
  const globals = { version, codePage: WESTERN, is1904: false, sheets: [] as XlsSheet[], strings: [] as string[] }
  for (let type = cursor.next(); type !== RECORD.end; type = cursor.next()) {
    const { data } = cursor
    switch (type) {
      case RECORD.filePass:
        throw new ImportRefusal('password_protected', 'the workbook is protected by a password; save it without one')
      case RECORD.codePage:
        globals.codePage = CODE_PAGES.get(uint16(data, 0)) ?? uint16(data, 0)
        break
      case RECORD.dateMode:
        globals.is1904 = uint16(data, 0) === 1
        break
      case RECORD.sheet: {
        cursor.atLeast(8)
        const name = shortText(data, 6, globals)
        if (uint8(data, 5) === WORKSHEET)
          globals.sheets.push({ name, at: uint32(data, 0), isHidden: (uint8(data, 4) & HIDDEN) !== 0 })
        break
      }
      case RECORD.strings:
        globals.strings = readStrings(cursor.continued())
        break
      case RECORD.format:
        cursor.atLeast(version === 8 ? 5 : 3)
        formats.code(uint16(data, 0), version === 8 ? formatCode(data) : shortText(data, 2, globals))
        break
      case RECORD.font:
        cursor.atLeast(8)
        formats.font(data)
        break
      case RECORD.style:
        cursor.atLeast(version === 8 ? 20 : 16)
        formats.format(data, version)
        break
      case RECORD.styleChecksum:
        formats.checksum(data)
        break
      case RECORD.styleExtension:
        formats.extension(data)
        break
      case RECORD.palette:
        formats.palette.read(data)
        break
    }
  }
  const places = new Set(globals.sheets.map(({ at }) => at))
  if (places.size < globals.sheets.length) throw broken('two of its sheets lie at one place')
  return { ...globals, styles: formats.styles() }
}

/** A text whose length is told in one byte. */
function shortText(
  data: Uint8Array,
  at: number,
  { version, codePage }: { version: BiffVersion; codePage: number },
): string {
  const length = uint8(data, at)
  if (version === 8) return new ContinuedText([data], at + 1).textOf(length)
  return decodeCodePage(data.subarray(at + 1, at + 1 + length), codePage)
}

/** Some programs count a letter more than they write: what is there says enough. */
function formatCode(data: Uint8Array): string {
  if (uint16(data, 2) === 0) return ''
  const room = Math.floor((data.length - 5) / ((uint8(data, 4) & 1) + 1))
  return new ContinuedText([data], 4).textOf(Math.min(uint16(data, 2), room))
}

/** The texts of all cells; some programs count more of them than they write. */
function readStrings(pieces: readonly Uint8Array[]): string[] {
  const strings: string[] = []
  const count = uint32(pieces[0] ?? new Uint8Array(0), 4)
  const reader = new ContinuedText(pieces, 8)
  let characterCount = 0
  while (strings.length < count && !reader.isAtEnd) {
    const text = reader.text()
    characterCount += text.length
    strings.push(text)
    refuseTooManyStrings(strings.length, characterCount)
  }
  return strings
}

function tooOld(): ImportRefusal {
  const detail = 'the workbook is of a version before Excel 5; save it as .xlsx'
  return new ImportRefusal('unsupported_format', detail)
}
