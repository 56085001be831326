import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { parseDate } from '../../importers/spreadsheet/cells/parse-date.ts'
import { SheetTable } from '../../importers/spreadsheet/sheet-table.ts'
import { readDelimited } from '../../importers/spreadsheet/text/read-delimited.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import { civilDate } from '../platform/http/wire-kinds.ts'
import {
  type ImportIssue,
  MAX_TEXT_LENGTH,
  MAX_TITLE_LENGTH,
  RISK_CATEGORIES,
  RISK_RESPONSES,
  RISK_STATUSES,
} from './risk.schema.ts'

const MAX_ROWS = 500

/** Column -> the headers it is known by, in lower case. What is not listed is left aside, ids and severities too. */
const HEADERS = {
  title: ['title'],
  description: ['description'],
  status: ['status'],
  category: ['category'],
  response: ['response'],
  probability: ['p', 'probability'],
  impact: ['i', 'impact'],
  owner: ['owner'],
  mitigation_due_date: ['mitigation due date', 'mitigation_due_date'],
  trigger: ['trigger'],
  contingency: ['contingency'],
} as const
type Column = keyof typeof HEADERS

/** A row of the file that can be stored; the owner is as the file calls them. */
export interface SheetRisk {
  readonly row: number
  readonly title: string
  readonly description: string
  readonly status: string
  readonly category: string | null
  readonly response: string | null
  readonly probability: number
  readonly impact: number
  readonly owner: string
  readonly mitigation_due_date: string | null
  readonly trigger: string
  readonly contingency: string
}

export interface RiskSheet {
  readonly risks: readonly SheetRisk[]
  readonly errors: ImportIssue[]
  readonly warnings: ImportIssue[]
}

/** Reads a register as text; rows are numbered as the file's lines are. A file that is none is refused as a whole. */
export function readRiskSheet(bytes: Uint8Array, fileName: string): RiskSheet {
  const table = readTable(bytes, fileName)
  const header = table.header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const places = new Map(
    Object.entries(HEADERS).map(([column, names]) => [
      column,
      header.findIndex((cell) => names.includes(cell as never)),
    ]),
  )
  refuseUnless(places.get('title') !== -1, () => new Refusal(400, 'The first row names no column Title.'))
  refuseUnless(table.skippedRowCount === 0, () => new Refusal(400, `The file has more than ${MAX_ROWS} rows.`))
  const sheet: RiskSheet = { risks: [], errors: [], warnings: [] }
  const risks = table.rows.flatMap(({ line, cells }) => {
    const cellOf = (column: Column) => (cells[places.get(column) as number] ?? '').replaceAll('\u0000', '').trim()
    return readRow(line, cellOf, sheet) ?? []
  })
  return { ...sheet, risks }
}

function readTable(bytes: Uint8Array, fileName: string): SheetTable {
  const table = new SheetTable(MAX_ROWS)
  try {
    readDelimited(bytes, fileName, table)
    // A register is written by the service or by hand to its pattern: its header is the first row.
    table.settleHeader(table.leading[0]?.line ?? 0)
  } catch (error) {
    if (error instanceof ImportRefusal) throw new Refusal(400, error.message)
    throw error
  }
  return table
}

/** The row, or null with an error where something is wrong that cannot be guessed. */
function readRow(row: number, cellOf: (column: Column) => string, { errors, warnings }: RiskSheet): SheetRisk | null {
  const warn = (field: Column, message: string) => void warnings.push({ row, field, message })
  const scale = (field: 'probability' | 'impact'): number => {
    const cell = cellOf(field)
    if (/^[1-5]$/.test(cell)) return Number(cell)
    if (cell !== '') errors.push({ row, field, message: 'Must be a whole number from 1 to 5.' })
    else warn(field, 'Blank; 1 was taken.')
    return cell === '' ? 1 : Number.NaN
  }
  const text = (field: 'title' | 'description' | 'trigger' | 'contingency', length: number): string => {
    const cell = cellOf(field)
    if (cell.length > length) warn(field, `Cut after ${length} characters.`)
    return cell.slice(0, length).toWellFormed()
  }
  const choice = (field: 'status' | 'category' | 'response', names: readonly string[]): string | null => {
    const cell = cellOf(field)
      .toUpperCase()
      .replace(/[\s_-]+/g, '_')
    if (cell === '') return null
    if (!names.includes(cell)) warn(field, `Not one of ${names.join(', ')}.`)
    return names.includes(cell) ? cell : null
  }
  const title = text('title', MAX_TITLE_LENGTH)
  if (title === '') errors.push({ row, field: 'title', message: 'This field may not be blank.' })
  const [probability, impact] = [scale('probability'), scale('impact')]
  if (title === '' || Number.isNaN(probability + impact)) return null
  return {
    row,
    title,
    probability,
    impact,
    description: text('description', MAX_TEXT_LENGTH),
    status: choice('status', RISK_STATUSES) ?? 'OPEN',
    category: choice('category', RISK_CATEGORIES),
    response: choice('response', RISK_RESPONSES),
    owner: cellOf('owner'),
    mitigation_due_date: dateOf(cellOf('mitigation_due_date'), warn),
    trigger: text('trigger', MAX_TEXT_LENGTH),
    contingency: text('contingency', MAX_TEXT_LENGTH),
  }
}

function dateOf(cell: string, warn: (field: Column, message: string) => void): string | null {
  if (cell === '') return null
  const day = parseDate(cell, 'iso')
  const date = day === null ? '' : formatCivilDay(day)
  if (civilDate.safeParse(date).success) return date
  warn('mitigation_due_date', 'Not a date that can be read; left blank.')
  return null
}
