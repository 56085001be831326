import { ImportRefusal } from '../../plan/import-refusal.ts'
import { localName, parseXml, type XmlAttributes } from '../../xml/parse-xml.ts'
import type { ZipParts } from './read-zip.ts'

const WORKBOOK_FOLDER = 'xl/'
const MAX_SHARED_STRINGS = 1_000_000
const MAX_SHARED_CHARACTERS = 50_000_000

export type WorkbookSheets = { sheets: { name: string; part: string; isHidden: boolean }[]; is1904: boolean }

/** An attribute by its local name, whatever prefix the writer chose. */
export function attribute(attributes: XmlAttributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const key = Object.keys(attributes).find((candidate) => localName(candidate) === name)
  return key === undefined ? undefined : attributes[key]
}

/** The worksheets of the workbook in their order, at least one; chart sheets are none. */
export function listSheets(zip: ZipParts): WorkbookSheets {
  const workbook = zip.read('xl/workbook.xml')
  const relations = zip.read('xl/_rels/workbook.xml.rels')
  if (workbook === null || relations === null)
    throw new ImportRefusal('unreadable_file', 'the file is no .xlsx workbook')
  const targets = worksheetTargets(relations)
  const sheets: WorkbookSheets['sheets'] = []
  let is1904 = false
  parseXml(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const target = targets.get(attribute(attributes, 'id') ?? '')
      if (target === undefined) return
      sheets.push({
        name: attributes.name ?? '',
        part: target,
        isHidden: (attributes.state ?? 'visible') !== 'visible',
      })
    },
    text: () => {},
    close: () => {},
  })
  if (sheets.length === 0) throw new ImportRefusal('unreadable_file', 'the workbook has no worksheet')
  return { sheets, is1904 }
}

function worksheetTargets(relations: Uint8Array): Map<string, string> {
  const targets = new Map<string, string>()
  parseXml(relations, {
    open: (name, { Id, Type, Target }) => {
      if (name !== 'Relationship' || Id === undefined || Target === undefined) return
      if (!Type?.endsWith('/worksheet')) return
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : WORKBOOK_FOLDER + Target)
    },
    text: () => {},
    close: () => {},
  })
  return targets
}

/** All shared strings as plain text: runs are joined, phonetic hints left out. */
export function readSharedStrings(part: Uint8Array): string[] {
  const strings: string[] = []
  const path: string[] = []
  let current = ''
  let characterCount = 0
  parseXml(part, {
    open: (name) => {
      path.push(name)
      if (name === 'si') current = ''
    },
    text: (text) => {
      if (path.at(-1) === 't' && path.at(-2) !== 'rPh') current += text
    },
    close: () => {
      if (path.pop() !== 'si') return
      characterCount += current.length
      strings.push(unescapeControl(current))
      refuseTooManyStrings(strings.length, characterCount)
    },
  })
  return strings
}

export function refuseTooManyStrings(count: number, characterCount: number): void {
  if (count > MAX_SHARED_STRINGS || characterCount > MAX_SHARED_CHARACTERS)
    throw new ImportRefusal('too_complex', `the workbook has more than ${MAX_SHARED_STRINGS} shared strings`)
}

/** Workbooks write control characters as `_x000D_`. */
export function unescapeControl(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
