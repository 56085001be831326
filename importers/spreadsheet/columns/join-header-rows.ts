import { unitNamed } from '../cells/duration-units.ts'
import { isYearless, parseDate } from '../cells/parse-date.ts'
import { isWeekday } from '../cells/weekday-names.ts'
import type { SheetRow } from '../sheet-table.ts'
import { happenedField } from './actual-columns.ts'
import {
  exactHeader,
  isPlanned,
  normaliseHeader,
  partialFields,
  placeOf,
  REPEATABLE_FIELDS,
  type SheetField,
} from './header-fields.ts'
import { unitOfLabel } from './labelled-times.ts'
import { namesTopLevel } from './level-columns.ts'

const LONGEST_GROUP = 40
const FEWEST_COUNTED = 3
const SCHEDULE_FIELDS: ReadonlySet<SheetField> = new Set([
  'start',
  'finish',
  'duration',
  'percent_complete',
  'assignee',
  'predecessors',
  'deadline',
])
/** `(days)`, `dd/mm/yyyy`, `%`: what a second row says of the columns and no task would be called. */
const FORMAT = /^(?:[([（［].{1,30}[)\]）］]|[dmyjatMDYJAT]{1,4}(?:[./-][dmyjatMDYJAT]{1,4}){1,2}|%)$/

/**
 * Headers of two rows as one. Below: `Planned | (blank)` over `Start | Finish`, or units in a row of their own; its name
 * cell is blank and every cell of it says something about a column. Null when the row below is no part of the header.
 */
export function joinRowBelow(header: readonly string[], below: SheetRow | undefined): string[] | null {
  if (below === undefined) return null
  const isFilled = (text: string | undefined): text is string => text !== undefined && text.trim() !== ''
  // Below the days of a chart stand their weekdays or numbers, and below the title of one its days.
  const filled = below.cells
    .filter((cell, index) => isFilled(cell) && !isDayOfChart(header[index], cell) && !isDay(cell))
    .map((cell) => cell.trim())
  const named = placeOf(header, 'name')
  const nameAt = named < 0 ? header.findIndex(namesTopLevel) : named
  if (filled.length === 0 || nameAt < 0 || isFilled(below.cells[nameAt])) return null
  const speaksOfColumns = (text: string) =>
    text.length <= LONGEST_GROUP &&
    (FORMAT.test(text) || unitNamed(text) !== null || (!/\d/.test(text) && namesScheduleColumn(text)))
  if (!filled.every(speaksOfColumns) || (filled.length === 1 && !FORMAT.test(filled[0] ?? ''))) return null
  const groups = fillRight(header)
  // `1 | | | | 2` or `Weeks` above `Week 1 | Week 2`: the row below is the scale.
  const isCounted = (cell: string, index: number) =>
    /\p{L}.*\d/u.test(cell) && (/^\d{1,3}$/.test(groups[index] ?? '') || unitOfLabel(groups[index] ?? '') !== null)
  if (below.cells.filter(isCounted).length >= FEWEST_COUNTED) return null
  const width = Math.max(header.length, below.cells.length)
  return Array.from({ length: width }, (_, index) => {
    const text = below.cells[index]?.trim() ?? ''
    const lower = isDayOfChart(header[index], text) ? '' : text
    if (isDay(lower)) return lower
    return `${lower === '' ? (header[index] ?? '') : (groups[index] ?? '')} ${lower}`.trim()
  })
}

const isDay = (text: string | undefined) => parseDate((text ?? '').trim(), 'dmy') !== null

/** `23`, `23 Nov`: a day below its weekday. */
const isDayOfMonth = (text: string) => /^\d{1,2}$/.test(text.trim()) || (/\d/.test(text) && isYearless(text.trim()))

/** A day of a chart, and what stands below it: its weekday or number, or the number below its weekday. */
function isDayOfChart(header: string | undefined, below: string): boolean {
  // `Jun 2026` above `W1` is its month.
  const isWeek = /\d/.test(below) && unitNamed(below)?.unit === 'week'
  return (isDay(header) && !isWeek) || (isWeekday(header ?? '') && isDayOfMonth(below))
}

/**
 * `Planned | | Actual |` above `Start | Finish | Start | Finish`: where a field stands in several columns below different
 * groups, the group is part of the header. Null where nothing is told apart so.
 */
export function joinRowAbove(header: readonly string[], above: SheetRow | undefined): string[] | null {
  if (above === undefined) return null
  const columnsOf = new Map<string, number[]>()
  for (const [index, cell] of header.entries()) {
    const field = exactHeader(cell)?.field
    // `M` and `A` are letters of weekdays more often than estimates.
    if (field === undefined || REPEATABLE_FIELDS.has(field) || cell.trim().length === 1) continue
    columnsOf.set(field, [...(columnsOf.get(field) ?? []), index])
  }
  // `Client: | City of Kiel` is a line of the title block.
  if (above.cells.some((cell) => cell.trim().endsWith(':'))) return null
  const groups = fillRight(above.cells, header.length)
  const joined = [...header]
  let isJoined = false
  for (const columns of columnsOf.values()) {
    const names = columns.map((index) => groups[index] ?? '')
    const tellsApart = new Set(names).size === names.length && names.every((name) => name.length <= LONGEST_GROUP)
    if (columns.length < 2 || !tellsApart) continue
    // `Estimated hours | Duration` below `General | Schedule` are told apart by their own names.
    const isAgain = (index: number) =>
      columns.some(
        (other) => other !== index && normaliseHeader(header[other] ?? '') === normaliseHeader(header[index] ?? ''),
      )
    const saysWhich = names.some((name) => isPlanned(`${name} Start`) || happenedField(`${name} Start`) === 'start')
    if (!saysWhich && !columns.some(isAgain)) continue
    isJoined = true
    for (const index of columns) joined[index] = `${groups[index] ?? ''} ${header[index] ?? ''}`.trim()
  }
  if (!isJoined) return null
  // `No`, `Owner`: what stands in both rows has its text in the upper one.
  for (const [index, text] of above.cells.entries())
    if ((joined[index] ?? '').trim() === '' && exactHeader(text) !== null) joined[index] = text
  return joined
}

function namesScheduleColumn(text: string): boolean {
  const field = exactHeader(text)?.field ?? partialFields(text)[0]
  return field !== undefined && SCHEDULE_FIELDS.has(field)
}

/** Merged cells have their text in the first one. */
export function fillRight(cells: readonly string[], width = cells.length): string[] {
  let last = ''
  return Array.from({ length: width }, (_, index) => {
    const text = (cells[index] ?? '').trim()
    if (text !== '') last = text
    return last
  })
}
