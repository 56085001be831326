import { quoted } from '../../plan/diagnostics.ts'
import { comparable } from '../cells/comparable-id.ts'
import type { SheetBook } from '../sheet-book.ts'
import { putCell, type SheetTable } from '../sheet-table.ts'
import { placeOf } from './header-fields.ts'

/** What sheets are called that hold the links of another. */
const CALLED = /^(?:taskpred|(?:task )?(?:links?|relationships?|relations?|dependenc(?:y|ies)|predecessors?)|logic)$/i
const FROM = /^(?:pred_task_id|pred(?:ecessor)?(?: activity| task)?(?: ?id)?|from(?: activity| task)?(?: ?id)?)$/i
const TO = /^(?:task_id|succ(?:essor)?(?: activity| task)?(?: ?id)?|to(?: activity| task)?(?: ?id)?)$/i
const KIND = /^(?:pred_type|(?:relationship|relation|link|dependency)? ?type)$/i
const LAG = /^lag(?:_hr_cnt|\s?\(?(?:h|hrs?|hours|d|days)\)?)?$/i
const IN_HOURS = /_hr_|\(?h(?:rs?|ours)?\)?$/i
const ROWS_WITH_HEADER = 3

export type SheetLinks = { sheet: string; links: readonly SheetLink[] }
type SheetLink = { from: string; to: string; kind: string; lag: string }

/** The links of a workbook that has them on a sheet of their own; null where none has such a name and such columns. */
export function readLinkSheet(book: SheetBook, newTable: () => SheetTable): SheetLinks | null {
  const sheet = book.visible.find(({ name }) => CALLED.test(name.trim()))
  if (sheet === undefined || book.visible.length < 2) return null
  const table = newTable()
  book.fill(sheet, table)
  for (const [index, { cells: headers }] of table.all.slice(0, ROWS_WITH_HEADER).entries()) {
    const placed = (wanted: RegExp) => headers.findIndex((header) => wanted.test(header.trim()))
    const [from, to, kind, lag] = [FROM, TO, KIND, LAG].map(placed) as [number, number, number, number]
    if (from < 0 || to < 0) continue
    const unit = IN_HOURS.test(headers[lag] ?? '') ? 'h' : 'd'
    const links = table.all.slice(index + 1).map(({ cells }) => {
      const text = (at: number) => (at < 0 ? '' : (cells[at] ?? '').trim())
      const amount = text(lag)
      return {
        from: text(from),
        to: text(to),
        kind: text(kind).replace(/^PR_/i, ''),
        lag: /^-?[\d.]+$/.test(amount) && Number(amount) !== 0 ? `${amount}${unit}` : '',
      }
    })
    return { sheet: sheet.name, links }
  }
  return null
}

/** Puts links of another sheet beside the rows that they lead to, where these have ids and no links of their own. */
export function placeLinks(table: SheetTable, found: SheetLinks | null): string[] {
  const headers = table.header?.cells
  const ids = headers === undefined ? -1 : placeOf(headers, 'id')
  if (found === null || headers === undefined || ids < 0 || placeOf(headers, 'predecessors') >= 0) return []
  const rowOf = new Map(table.rows.map((row) => [comparable(row.cells[ids] ?? ''), row]))
  const placed = new Map<string, string[]>()
  let dropped = 0
  for (const { from, to, kind, lag } of found.links) {
    if (from === '' && to === '') continue
    if (from === '' || to === '' || !rowOf.has(comparable(from)) || !rowOf.has(comparable(to))) {
      dropped += 1
      continue
    }
    const sign = lag === '' || lag.startsWith('-') ? '' : '+'
    const key = comparable(to)
    const links = placed.get(key) ?? []
    links.push(`${from}: ${/^(?:FS|SS|FF|SF)$/i.test(kind) ? kind : 'FS'}${sign}${lag}`)
    placed.set(key, links)
  }
  if (placed.size === 0) return []
  const at = headers.push('Predecessors') - 1
  for (const [to, cells] of placed) putCell(rowOf.get(to)?.cells ?? [], at, cells.join('; '))
  table.linksFrom = found.sheet
  const lost = dropped === 0 ? '' : `; ${dropped} of them join no two rows of the table and are dropped`
  return [`Links are read from sheet ${quoted(found.sheet)}${lost}.`]
}
