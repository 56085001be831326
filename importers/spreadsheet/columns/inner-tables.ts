import { quoted } from '../../plan/diagnostics.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { exactHeader, normaliseHeader, partialFields, placeOf, type SheetField } from './header-fields.ts'

const SUBITEMS =
  /^(?:sub-?items?|sub-?(?:tasks|elements)|unterelemente?|unteraufgaben|sous-(?:éléments?|tâches)|subelementos?|subtareas|sottoelementi|サブアイテム|子项|子项目|하위 ?항목)$/i
/** A lone day of a part is the one by which it is to be done. */
const DAY = /^(?:date|datum|fecha|data|дата|日付|日期|날짜)$/i
const NAMED_COLUMNS = 10

/** `Subitems, Name, Owner, Status, Date`: what boards write above the parts of an item, which have columns of their own. */
export function headsInnerTable({ cells }: SheetRow): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== '')
  return SUBITEMS.test((cells[at] ?? '').trim()) && nameColumn(cells, at) >= 0
}

/**
 * Moves the cells of parts below the headers that name the same in the table around them, and marks each with the line of the
 * item that it belongs to. What the table has no column for gets one behind the others, if a plan knows what it is.
 */
export function readInnerTables(table: SheetTable): string[] {
  const headers = table.header?.cells
  if (headers === undefined || !table.rows.some(headsInnerTable)) return []
  const names = placeOf(headers, 'name')
  const unread = new Set<string>()
  let inner: { heads: SheetRow; at: number; places: (number | null)[] } | null = null
  let item: SheetRow | null = null
  for (const row of table.rows) {
    if (headsInnerTable(row)) {
      const at = row.cells.findIndex((cell) => cell.trim() !== '')
      inner = { heads: row, at, places: placesOf(row.cells, at, names, headers, unread) }
      continue
    }
    const isPart = inner !== null && item !== null && isPartBelow(row, inner.heads.cells, inner.at)
    if (!isPart || inner === null || item === null) {
      inner = null
      if (names >= 0 && (row.cells[names] ?? '').trim() !== '') item = row
      continue
    }
    const cells: string[] = []
    for (const [index, place] of inner.places.entries()) {
      if (place === null) continue
      while (cells.length <= place) cells.push('')
      if (cells[place] === '') cells[place] = row.cells[index] ?? ''
    }
    row.cells = cells
    table.account.settleLines([row])
    row.partOf = item.line
  }
  if (unread.size === 0) return []
  const named = [...unread].slice(0, NAMED_COLUMNS).map(quoted).join(', ')
  return [`Columns of parts that are not imported: ${named}.`]
}

function nameColumn(cells: readonly string[], from: number): number {
  return cells.findIndex((cell, index) => index > from && exactHeader(cell)?.field === 'name')
}

function isPartBelow({ cells }: SheetRow, heads: readonly string[], at: number): boolean {
  const isBlank = (index: number) => (cells[index] ?? '').trim() === ''
  return isBlank(at) && !isBlank(nameColumn(heads, at))
}

/** Where each column of an inner table belongs in the outer one; null where nowhere. */
function placesOf(
  heads: readonly string[],
  at: number,
  names: number,
  headers: string[],
  unread: Set<string>,
): (number | null)[] {
  const nameAt = nameColumn(heads, at)
  return heads.map((head, index) => {
    const text = head.trim()
    if (text === '' || index === at) return null
    if (index === nameAt) return names
    const same = headers.findIndex((header) => normaliseHeader(header) === normaliseHeader(text))
    if (same >= 0) return same
    const field = fieldOf(text)
    if (field === null) {
      unread.add(text)
      return null
    }
    const meant = placeOf(headers, field)
    const near = meant >= 0 ? meant : headers.findIndex((header) => fieldOf(header) === field)
    return near >= 0 ? near : headers.push(DAY.test(text) ? `Due date (${text})` : `${text} (parts)`) - 1
  })
}

function fieldOf(header: string): SheetField | null {
  if (DAY.test(header)) return 'finish'
  return exactHeader(header)?.field ?? partialFields(header)[0] ?? null
}
