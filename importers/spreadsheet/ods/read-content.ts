import { ImportRefusal } from '../../plan/import-refusal.ts'
import { parseXml, type XmlAttributes } from '../../xml/parse-xml.ts'
import { MAX_CELL_CHARACTERS, MAX_CELLS, MAX_COLUMNS, MAX_LINE, type RowMarks } from '../sheet-table.ts'
import { rowMarks } from '../xlsx/read-sheet.ts'
import type { CellStyles, StyleReader } from './read-cell-styles.ts'
import { shownValue } from './shown-value.ts'

const MAX_GROUPS = 7
/** Sheets whose rows are kept; the others are only named. */
const MAX_KEPT_SHEETS = 20
/** Cells beside each other that are filled alike. */
export type FilledRun = { from: number; to: number; colour: string }
export type ContentRow = {
  line: number
  cells: string[]
  fills: readonly FilledRun[]
  bold: readonly FilledRun[]
  marks: RowMarks | undefined
}
export type ContentSheet = {
  name: string
  isHidden: boolean
  /** Null where the sheet has more cells than are read. */
  rows: ContentRow[] | null
}

/** What lies in tables and is none of their cells: comments, drawings, changes that were recorded. */
const SKIPPED: ReadonlySet<string> = new Set([
  'annotation',
  'frame',
  'shapes',
  'tracked-changes',
  'forms',
  'dde-links',
  'custom-shape',
  'rect',
  'line',
  'g',
])

/**
 * Reads the sheets of a document in one pass. A cell or a row may say how often it stands there, up to a million times:
 * blank ones are counted and never made, filled ones count like any others.
 */
export function readContent(part: Uint8Array, styles: StyleReader): ContentSheet[] {
  const reader = new ContentReader(styles)
  const path: string[] = []
  let skipFrom = -1
  parseXml(part, {
    open: (name, attributes) => {
      path.push(name)
      if (skipFrom >= 0) return
      if (SKIPPED.has(name)) skipFrom = path.length
      else reader.open(name, attributes)
    },
    text: (text) => {
      if (skipFrom < 0) reader.text(text)
    },
    close: () => {
      const name = path.pop() ?? ''
      if (skipFrom < 0) reader.close(name)
      else if (path.length < skipFrom) skipFrom = -1
    },
  })
  return reader.sheets
}

type OpenCell = { attributes: XmlAttributes; times: number; isCovered: boolean; text: string; paragraphs: number }
type OpenRow = Omit<ContentRow, 'fills' | 'bold'> & {
  times: number
  style: string | undefined
  fills: FilledRun[]
  bold: FilledRun[]
  at: number
}

class ContentReader {
  readonly sheets: ContentSheet[] = []
  readonly #styles: StyleReader
  #cellStyles: CellStyles | null = null
  #sheet: ContentSheet | null = null
  /** Tables inside of cells are none of the sheets. */
  #tableDepth = 0
  #groupDepth = 0
  #hiddenGroups: boolean[] = []
  #line = 1
  #row: OpenRow | null = null
  #cell: OpenCell | null = null
  #inParagraph = 0
  #columnStyles: { to: number; style: string | undefined }[] = []
  #cellCount = 0
  #sheetCells = 0

  constructor(styles: StyleReader) {
    this.#styles = styles
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#sheet === null) {
      if (name === 'table') this.#openSheet(attributes)
      else this.#styles.element(name, attributes)
      return
    }
    if (name === 'table') this.#tableDepth += 1
    if (this.#tableDepth > 0) return
    if (this.#cell !== null) this.#insideCell(name, attributes)
    else if (name === 'table-column') this.#column(attributes)
    else if (name === 'table-row-group') {
      this.#groupDepth += 1
      this.#hiddenGroups.push(attributes['table:display'] === 'false')
    } else if (name === 'table-row') this.#openRow(attributes)
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#openCell(name, attributes)
  }

  text(text: string): void {
    if (this.#cell === null || this.#inParagraph === 0 || this.#tableDepth > 0) return
    this.#write(text)
  }

  close(name: string): void {
    if (this.#sheet === null) {
      this.#styles.closed(name)
      return
    }
    if (name === 'table' && this.#tableDepth > 0) {
      this.#tableDepth -= 1
      return
    }
    if (this.#tableDepth > 0) return
    if (name === 'table') this.#sheet = null
    else if (name === 'table-row-group') {
      this.#groupDepth -= 1
      this.#hiddenGroups.pop()
    } else if (name === 'p' && this.#inParagraph > 0) this.#inParagraph -= 1
    else if (name === 'table-cell' || name === 'covered-table-cell') this.#closeCell()
    else if (name === 'table-row') this.#closeRow()
  }

  #openSheet(attributes: XmlAttributes): void {
    this.#cellStyles ??= this.#styles.cellStyles()
    const isHidden = this.#styles.isHidden(attributes['table:style-name'])
    const isKept = this.sheets.filter((sheet) => !sheet.isHidden).length < MAX_KEPT_SHEETS
    this.#sheet = { name: attributes['table:name'] ?? '', isHidden, rows: isKept ? [] : null }
    this.sheets.push(this.#sheet)
    this.#line = 1
    this.#columnStyles = []
    this.#sheetCells = 0
  }

  #column(attributes: XmlAttributes): void {
    const from = this.#columnStyles.at(-1)?.to ?? 0
    if (from >= MAX_COLUMNS) return
    const times = timesOf(attributes['table:number-columns-repeated'])
    this.#columnStyles.push({ to: from + times, style: attributes['table:default-cell-style-name'] })
  }

  #openRow(attributes: XmlAttributes): void {
    const shown = attributes['table:visibility'] ?? 'visible'
    const isHidden = shown !== 'visible' || this.#hiddenGroups.includes(true)
    this.#row = {
      line: this.#line,
      cells: [],
      fills: [],
      bold: [],
      at: 0,
      times: timesOf(attributes['table:number-rows-repeated']),
      style: attributes['table:default-cell-style-name'],
      marks: rowMarks(String(Math.min(MAX_GROUPS, this.#groupDepth)), isHidden ? '1' : '0'),
    }
  }

  #openCell(name: string, attributes: XmlAttributes): void {
    this.#cell = {
      attributes,
      times: timesOf(attributes['table:number-columns-repeated']),
      isCovered: name === 'covered-table-cell',
      text: '',
      paragraphs: 0,
    }
  }

  /** Paragraphs stand below one another; blanks, tabs and breaks are elements. */
  #insideCell(name: string, attributes: XmlAttributes): void {
    const cell = this.#cell as OpenCell
    if (name === 'p') {
      this.#inParagraph += 1
      cell.paragraphs += 1
      if (cell.paragraphs > 1) this.#write('\n')
    } else if (this.#inParagraph === 0) return
    else if (name === 's') this.#write(' '.repeat(Math.min(timesOf(attributes['text:c']), 1000)))
    else if (name === 'tab') this.#write('\t')
    else if (name === 'line-break') this.#write('\n')
  }

  #write(text: string): void {
    const cell = this.#cell as OpenCell
    cell.text += text
    if (cell.text.length > MAX_CELL_CHARACTERS)
      throw new ImportRefusal('too_complex', `a cell has more than ${MAX_CELL_CHARACTERS} characters`)
  }

  #closeCell(): void {
    const { cell, row } = { cell: this.#cell, row: this.#row }
    this.#cell = null
    this.#inParagraph = 0
    if (cell === null || row === null) return
    const from = row.at
    row.at += cell.times
    if (row.at > MAX_COLUMNS) row.at = MAX_COLUMNS
    const own = cell.attributes['table:style-name'] ?? row.style
    const style = (this.#cellStyles as CellStyles)(own ?? this.#columnStyle(from))
    if (style.colour !== null) row.fills.push({ from, to: row.at, colour: style.colour })
    if (style.isBold) row.bold.push({ from, to: row.at, colour: 'bold' })
    const text = cell.isCovered ? '' : shownValue(cell.attributes, cell.text)
    if (text.trim() === '') return
    while (row.cells.length < from) row.cells.push('')
    this.#count(row.at - from)
    const isText = (cell.attributes['office:value-type'] ?? 'string') === 'string'
    const shown = isText ? '  '.repeat(style.indent) + text : text
    for (let at = from; at < row.at; at += 1) row.cells[at] = shown
  }

  #columnStyle(index: number): string | undefined {
    return this.#columnStyles.find(({ to }) => index < to)?.style
  }

  #closeRow(): void {
    const row = this.#row
    this.#row = null
    if (row === null) return
    const { line, cells, fills, bold, marks, times } = row
    this.#line += times
    if (this.#line > MAX_LINE + 1)
      throw new ImportRefusal('unreadable_file', 'the sheet has more rows than a sheet can')
    if (cells.length === 0) return
    this.#count(cells.length * (times - 1))
    const rows = this.#sheet?.rows
    for (let time = 0; time < times && rows != null && this.#sheet?.rows !== null; time += 1)
      rows.push({ line: line + time, cells: time === 0 ? cells : cells.slice(), fills, bold, marks })
  }

  /** A sheet with too many cells is given up, and the others are read. */
  #count(cells: number): void {
    const sheet = this.#sheet as ContentSheet
    if (sheet.rows === null) return
    this.#cellCount += cells
    this.#sheetCells += cells
    if (this.#cellCount <= MAX_CELLS) return
    sheet.rows = null
    this.#cellCount -= this.#sheetCells
  }
}

/** How often a cell or a row stands there; once where it does not say. */
function timesOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}
