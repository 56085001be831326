// A sheet as the bytes of a file.

import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { blank, date, makeOds, number, row, share, table, text } from '../make-ods.ts'
import { makeXls, merged, type XlsCell } from '../make-xls.ts'
import { makeWorkbook, makeZip } from '../make-zip.ts'
import type { Cell } from './date-texts.ts'
import type { Layout } from './layout-choices.ts'
import type { Sheet } from './render-sheet.ts'

const DAYS_TO_1970 = 25_569
const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '&#10;')

export function writeSheet(sheet: Sheet, layout: Layout): { bytes: Buffer; fileName: string } {
  switch (layout.file) {
    case 'xlsx':
      return { bytes: writeXlsx(sheet, layout), fileName: 'plan.xlsx' }
    case 'ods':
      return { bytes: writeOds(sheet, layout), fileName: 'plan.ods' }
    case 'xls':
      return { bytes: writeXls(sheet, layout), fileName: 'plan.xls' }
    default:
      return { bytes: Buffer.from(writeText(sheet, layout)), fileName: layout.file === 'tab' ? 'plan.tsv' : 'plan.csv' }
  }
}

function writeText({ rows }: Sheet, { file, quotes, language }: Layout): string {
  const mark = file === 'comma' ? ',' : file === 'tab' ? '\t' : ';'
  const hasComma = language !== 'en' && file === 'semicolon'
  const width = Math.max(...rows.map(({ length }) => length))
  const quoted = (words: string) =>
    quotes === 'all' || words.includes(mark) || /["\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words
  const write = (cell: Cell): string => {
    if (cell === null) return ''
    if (typeof cell === 'number') return hasComma ? String(cell).replace('.', ',') : String(cell)
    if (typeof cell === 'string') return quoted(cell)
    if ('day' in cell) return formatCivilDay(cell.day)
    if ('text' in cell) return quoted(cell.text)
    return 'share' in cell ? `${cell.share * 100}%` : ''
  }
  return rows
    .map((cells) => `${Array.from({ length: width }, (_, at) => write(cells[at] ?? null)).join(mark)}\r\n`)
    .join('')
}

const STYLES = `<styleSheet><fonts><font/><font><b/></font></fonts><fills><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF4472C4"/></patternFill></fill></fills><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/><xf numFmtId="0" fillId="2" applyFill="1"/>${[0, 1, 2, 3].map((indent) => `<xf numFmtId="0"><alignment indent="${indent}"/></xf>`).join('')}<xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`

const BOLD_STYLE = 8

export function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)
}

function writeXlsx({ rows, merges }: Sheet, { sheets }: Layout): Buffer {
  const write = (cell: Cell, place: string): string => {
    if (cell === null || cell === '') return ''
    if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
    if (typeof cell === 'string')
      return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    if ('day' in cell) return `<c r="${place}" s="1"><v>${cell.day + DAYS_TO_1970}</v></c>`
    if ('text' in cell)
      return `<c r="${place}" s="${cell.isBold === true ? BOLD_STYLE : 4 + cell.indent}" t="inlineStr"><is><t>${escaped(cell.text)}</t></is></c>`
    return 'share' in cell ? `<c r="${place}" s="2"><v>${cell.share}</v></c>` : `<c r="${place}" s="3"/>`
  }
  const sheetOf = (all: Cell[][], list = '') =>
    `<worksheet><sheetData>${linesOf(all).join('')}</sheetData>${list}</worksheet>`
  const linesOf = (all: Cell[][]) =>
    all.map((cells, at) => {
      const written = cells.map((cell, column) => write(cell, `${columnName(column)}${at + 1}`)).join('')
      return written === '' ? '' : `<row r="${at + 1}">${written}</row>`
    })
  const merged = merges.map(
    ({ row: at, from, to }) => `<mergeCell ref="${columnName(from)}${at + 1}:${columnName(to)}${at + 1}"/>`,
  )
  const list = merged.length === 0 ? '' : `<mergeCells>${merged.join('')}</mergeCells>`
  const plan = sheetOf(rows, list)
  if (sheets === 'one') return makeWorkbook({ sheet: plan, styles: STYLES })
  const cover = sheets === 'cover'
  const [first, second] = cover ? [sheetOf(COVER), plan] : [plan, sheetOf(LISTS)]
  const names = cover ? ['Cover', 'Plan'] : ['Plan', 'Lists']
  const listed = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')
  const related = names.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Type="x/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return makeZip([
    { name: 'xl/workbook.xml', data: `<workbook xmlns:r="r"><sheets>${listed}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', data: `<Relationships>${related.join('')}</Relationships>` },
    { name: 'xl/worksheets/sheet1.xml', data: first },
    { name: 'xl/worksheets/sheet2.xml', data: second },
    { name: 'xl/styles.xml', data: STYLES },
  ])
}

const COVER: Cell[][] = [['Northgate'], ['Prepared for', 'City of Northgate'], ['Contact', 'Ana Costa']]
const LISTS: Cell[][] = [
  ['Status', 'Priority'],
  ['Open', 'High'],
  ['Closed', 'Low'],
  ['On hold', 'Medium'],
]

const FILLED =
  '<style:style style:name="f" style:family="table-cell"><style:table-cell-properties fo:background-color="#4472c4"/></style:style>'

function writeOds({ rows }: Sheet, { sheets }: Layout): Buffer {
  const write = (cell: Cell): string => {
    if (cell === null || cell === '') return blank()
    if (typeof cell === 'number') return number(cell)
    if (typeof cell === 'string')
      return text(escaped(cell).replaceAll('    ', '<text:s text:c="4"/>').replaceAll('&#10;', '</text:p><text:p>'))
    if ('day' in cell) return date(formatCivilDay(cell.day))
    if ('text' in cell) return text(escaped(cell.text))
    return 'share' in cell ? share(cell.share) : blank(1, 'f')
  }
  const tableOf = (name: string, all: Cell[][]) =>
    table(name, ...all.map((cells) => (cells.length === 0 ? row(blank()) : row(...cells.map(write)))))
  const plan = tableOf('Plan', rows)
  const tables =
    sheets === 'one' ? plan : sheets === 'cover' ? tableOf('Cover', COVER) + plan : plan + tableOf('Lists', LISTS)
  return makeOds({ tables, styles: FILLED })
}

const XLS_STYLES = [
  {},
  { format: 14 },
  { format: 9 },
  { pattern: 1, colour: 12 },
  ...[0, 1, 2, 3].map((indent) => ({ indent })),
  { isBold: true },
]

function writeXls({ rows, merges }: Sheet, { sheets }: Layout): Buffer {
  const write = (cell: Cell): XlsCell => {
    if (cell === null || cell === '') return null
    if (typeof cell !== 'object') return cell
    if ('day' in cell) return { value: cell.day + DAYS_TO_1970, style: 1 }
    if ('text' in cell) return { value: cell.text, style: cell.isBold === true ? BOLD_STYLE : 4 + cell.indent }
    return 'share' in cell ? { value: cell.share, style: 2 } : { value: null, style: 3 }
  }
  const sheetOf = (name: string, all: Cell[][]) => ({ name, rows: all.map((cells) => cells.map(write)) })
  const ranges = merges.map(({ row: at, from, to }) => [at, at, from, to] as const)
  const plan = { ...sheetOf('Plan', rows), more: ranges.length === 0 ? [] : [merged(...ranges)] }
  const others = { one: [plan], cover: [sheetOf('Cover', COVER), plan] } as const
  return makeXls({
    styles: XLS_STYLES,
    sheets: sheets === 'one' || sheets === 'cover' ? others[sheets] : [plan, sheetOf('Lists', LISTS)],
  })
}
