import { quoted } from '../../plan/diagnostics.ts'
import type { SheetTable } from '../sheet-table.ts'
import { placeOf } from './header-fields.ts'

const DAY = /^((?:19|20)\d\d)-(\d\d)-(\d\d)$/
const CODE = /^\d{1,3}(?:\.\d{1,3}){0,6}\.?$/

const FEWEST = 2
const MOST_STRANGERS = 0.05
/** A third number in a code stands for a year of this century; later years are that in which the code was typed. */
const LAST_NUMBER = 2012

/**
 * Where dates are written with points, spreadsheet programs take the codes 1.2 and 1.2.1 for the first of February: in a column of
 * codes such days become codes again, if each of them then stands below the whole number that it begins with.
 */
export function codesFromDates({ header, rows }: SheetTable): string[] {
  const headers = header?.cells ?? []
  const at = Math.max(placeOf(headers, 'wbs'), placeOf(headers, 'id'))
  // What kept a code from becoming a date is no part of it.
  const cellOf = (row: { cells: readonly string[] }) => (row.cells[at] ?? '').replace(/['’‘\s]/g, '')
  const dated = at < 0 ? [] : rows.filter(({ cells }) => DAY.test(cells[at] ?? ''))
  if (dated.length < FEWEST) return []
  const codes = new Map<(typeof rows)[number], string>()
  let [head, strangers] = ['', 0]
  for (const row of rows) {
    const cell = cellOf(row)
    const [, year = '', month = '', day = ''] = DAY.exec(cell) ?? []
    if (year === '') {
      if (cell !== '' && !CODE.test(cell)) strangers += 1
      if (/^\d{1,3}\.?$/.test(cell)) head = String(Number.parseInt(cell, 10))
      continue
    }
    if (Number(day) !== Number(head)) return []
    const last = Number(year) > LAST_NUMBER ? '' : `.${Number(year) % 100}`
    codes.set(row, `${Number(day)}.${Number(month)}${last}`)
  }
  // A word or two may have slipped into the column.
  if (strangers > MOST_STRANGERS * rows.length) return []
  if (codes.size !== new Set(codes.values()).size) return []
  for (const row of rows) if (/^\d/.test(cellOf(row))) row.cells[at] = codes.get(row) ?? cellOf(row)
  return [
    `Days in column ${quoted((headers[at] ?? '').trim())} are read as the codes that they were typed as, such as ${[...codes.values()][0]}.`,
  ]
}
