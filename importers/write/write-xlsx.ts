import { parseDay } from '../plan/file-day.ts'
import type { ImportedPlan } from '../plan/imported-plan.ts'
import { columnLetters } from '../spreadsheet/xlsx/column-letters.ts'
import type { ScheduleDates } from './schedule-dates.ts'
import { defuseFormula, SHEET_OMISSIONS, type SheetCell, sheetCells, sheetHeaders } from './sheet-cells.ts'
import { writeZip } from './write-zip.ts'
import { escapeText } from './xml-text.ts'

export const XLSX_OMISSIONS: readonly string[] = SHEET_OMISSIONS

const COLUMN_WIDTHS = [8, 10, 44, 10, 12, 12, 11, 24, 18, 10, 20, 40, 12, 14, 14, 12]
const MAX_CELL_CHARACTERS = 32_767
/** The serial number of 1 January 1970. */
const FIRST_SERIAL = 25_569
/** Programs disagree about the serial numbers up to here, because one counts a 29 February 1900. */
const LAST_DOUBTFUL_SERIAL = 60
/** Places in the list of formats in `STYLES`. */
const BOLD = 1
const DATE = 2

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What every workbook of ours holds beside its one sheet. */
const FRAME: readonly (readonly [name: string, text: string])[] = [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  ],
  ['_rels/.rels', relations([['officeDocument', 'xl/workbook.xml']])],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE_RELATIONS}"><sheets><sheet name="Plan" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['styles', 'styles.xml'],
    ]),
  ],
  ['xl/styles.xml', stylesXml()],
]

/** Writes a plan as a workbook of one sheet, in the columns that the spreadsheet import reads. */
export async function writeXlsx(plan: ImportedPlan, dates?: ScheduleDates): Promise<Uint8Array> {
  const rows = [
    rowXml(1, sheetHeaders(plan), BOLD),
    ...sheetCells(plan, dates).map((cells, index) => rowXml(index + 2, cells)),
  ]
  const columns = COLUMN_WIDTHS.map((width, index) => {
    const place = index + 1
    return `<col min="${place}" max="${place}" width="${width}" customWidth="1"/>`
  })
  const view =
    '<sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
  const sheet = `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews>${view}</sheetViews><cols>${columns.join('')}</cols><sheetData>${rows.join('')}</sheetData></worksheet>`
  return writeZip([...FRAME, ['xl/worksheets/sheet1.xml', sheet]])
}

function rowXml(row: number, cells: readonly SheetCell[], style = 0): string {
  return `<row r="${row}">${cells.map((cell, index) => cellXml(`${columnLetters(index)}${row}`, cell, style)).join('')}</row>`
}

function cellXml(place: string, cell: SheetCell, style: number): string {
  // A cell that says nothing is left out of the file.
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return numberXml(place, cell, style)
  if (typeof cell === 'string') return textXml(place, defuseFormula(cell), style)
  const serial = (parseDay(cell.date) ?? Number.NEGATIVE_INFINITY) + FIRST_SERIAL
  return serial > LAST_DOUBTFUL_SERIAL ? numberXml(place, serial, DATE) : textXml(place, cell.date, style)
}

function numberXml(place: string, value: number, style: number): string {
  return `<c r="${place}"${styleXml(style)}><v>${value}</v></c>`
}

function textXml(place: string, text: string, style: number): string {
  // What looks like the code of a control character would be read as one.
  const escaped = escapeText(text.slice(0, MAX_CELL_CHARACTERS)).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return `<c r="${place}"${styleXml(style)} t="inlineStr"><is><t xml:space="preserve">${escaped}</t></is></c>`
}

function styleXml(style: number): string {
  return style === 0 ? '' : ` s="${style}"`
}

function stylesXml(): string {
  const fonts =
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
  const fills =
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>'
  const borders = '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
  const format = (number: number, font: number) =>
    `<xf numFmtId="${number}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
  const formats = `<cellXfs count="3">${format(0, 0)}${format(0, 1)}${format(164, 0)}</cellXfs>`
  const base = '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd"/></numFmts>${fonts}${fills}${borders}${base}${formats}</styleSheet>`
}

function relations(targets: readonly (readonly [kind: string, target: string])[]): string {
  const each = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE_RELATIONS}/${kind}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE_RELATIONS}">${each.join('')}</Relationships>`
}
