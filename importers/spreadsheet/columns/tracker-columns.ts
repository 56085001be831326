import { quoted } from '../../plan/diagnostics.ts'
import { isSince1970, parseDate } from '../cells/parse-date.ts'
import { saysCancelled } from '../cells/parse-percent.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import type { ColumnSet } from './column-set.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, placeOf } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'

const RELATED =
  /^(?:related issues|linked issues|relations|zugehörige tickets|demandes liées|peticiones relacionadas)$/i
/** `Follows #121`, `Precedes #122 (3 days)`. */
const RELATION =
  /^(?:(follows|blocked by|depends on|folgt|gefolgt von|vorgänger von)|(precedes|blocks))\s+#?([^\s(]{1,60})(?:\s*\((\d{1,4})\s+\w+\))?$/i
const ESTIMATED_TIME = /^(?:total )?estimated time$|^geschätzter aufwand$|^temps estimé$|^tiempo estimado$/i
const SPENT = /\bspent\b|aufgewendet|temps passé|tiempo dedicado/i
const LEAST = /\bmin(?:imum|imal)?\b/i
const CANCELLED = /^cancell?ed(?: at| on| date)?$/i

/** Points that some trackers have under names that mean days or weights elsewhere. */
export function pointsColumns(headers: readonly string[], rows: readonly SheetRow[]): Record<string, string> {
  const has = (wanted: RegExp) => headers.some((header) => wanted.test(header.trim()))
  const points: Record<string, string> = {}
  const found = (name: RegExp) => headers.find((header) => name.test(header.trim()))?.trim()
  const take = (header: string | undefined) => {
    if (header !== undefined) points[header] = 'story_points'
  }
  if (has(/^work item type$/i)) take(found(/^effort$/i))
  if (has(/^cycle (?:name|number|start)$/i) || (has(/^team$/i) && has(/^parent issue$/i))) take(found(/^estimate$/i))
  if (has(/^epic id$/i) || has(/^time estimate$/i)) take(found(/^weight$/i))
  const estimates = headers.findIndex((header) => /^estimate$/i.test(header.trim()))
  if (estimates >= 0 && estimatesPoints(headers, rows, estimates)) take(headers[estimates]?.trim())
  return points
}

/** Programs that export moments as numbers write them once more as text, in the zone of their reader: that text is read. */
export function momentsAsText(headers: readonly string[], rows: readonly SheetRow[]): Record<string, string> {
  const chosen: Record<string, string> = {}
  for (const [index, header] of headers.entries()) {
    const text = headers.indexOf(`${header} Text`)
    const field = exactHeader(header)?.field
    if (header === '' || text < 0 || (field !== 'start' && field !== 'finish')) continue
    const filled = rows.filter(({ cells }) => (cells[index] ?? '') !== '')
    if (filled.length === 0 || !filled.every(({ cells }) => parseDate(cells[text] ?? '', 'mdy') !== null)) continue
    if (!filled.every(({ cells }) => isSince1970(cells[index] ?? ''))) continue
    chosen[header] = ''
    chosen[`${header} Text`] = field
  }
  return chosen
}

/** Of the least and the most of an estimate the most is taken: the columns of the least. */
export function leastColumns(headers: readonly string[]): Record<string, string> {
  const least: Record<string, string> = {}
  const known = new Set(headers.map((header) => header.trim().toLowerCase()))
  for (const header of headers) {
    const most = header
      .trim()
      .toLowerCase()
      .replace(LEAST, (word) => (/^minim/.test(word) ? word.replace('minim', 'maxim') : 'max'))
    if (LEAST.test(header) && most.length > 7 && known.has(most)) least[header] = ''
  }
  return least
}

/**
 * Bare numbers of boards that plan by iterations are points: whatever they are where the board is one of issues and pull requests,
 * else where all are of the series that people estimate in.
 */
function estimatesPoints(headers: readonly string[], rows: readonly SheetRow[], at: number): boolean {
  if (headers.some((header) => OF_SCHEDULE.has(exactHeader(header)?.field ?? ''))) return false
  const cells = filledTexts(rows, at)
  if (cells.length === 0 || !cells.every((cell) => /^\d{1,3}(?:\.\d{1,2})?$/.test(cell))) return false
  const isBoard = headers.some((header) => BOARD.test(header.trim()))
  const hasSprints = headers.some((header) => SPRINT.test(header.trim()))
  return isBoard || (hasSprints && cells.every((cell) => SERIES.has(Number(cell))))
}
const OF_SCHEDULE: ReadonlySet<string> = new Set(['start', 'predecessors'])
const BOARD = /^(?:iteration|linked pull requests|sub-issues progress|repository)$/i
const SPRINT = /^(?:sprint|sprint name|epic|epic name|epic link|story)$/i
const SERIES: ReadonlySet<number> = new Set([0, 0.5, 1, 2, 3, 5, 8, 13, 20, 21, 34, 40, 55, 89, 100])

/** Whether estimates are hours: beside time that was spent, and where work items have an original estimate. */
export function countsHours(columns: ColumnSet, matches: readonly ColumnMatch[]): boolean {
  const header = columns.header('duration').trim()
  const has = (wanted: RegExp) => matches.some((match) => wanted.test(match.header))
  return (
    (ESTIMATED_TIME.test(header) && has(SPENT)) ||
    (/^original estimate$/i.test(header) && has(/^(?:work item type|iteration path|remaining work|completed work)$/i))
  )
}

/** Parts relations in words into columns of predecessors and successors; what says nothing of an order is left. */
export function readRelations(table: SheetTable): string[] {
  const headers = table.header?.cells
  const at = headers?.findIndex((header) => RELATED.test(header.trim())) ?? -1
  if (headers === undefined || at < 0 || placeOf(headers, 'predecessors') >= 0) return []
  const found = table.rows.map((row) => (row.cells[at] ?? '').split(/[,;\n]/).map((part) => RELATION.exec(part.trim())))
  if (!found.some((parts) => parts.some((part) => part !== null))) return []
  const width = table.addColumns('Follows', 'Precedes')
  for (const [index, { cells }] of table.rows.entries()) {
    const textOf = (group: number) =>
      (found[index] ?? [])
        .flatMap((part) =>
          part?.[group] === undefined ? [] : [`${part[3]}${part[4] === undefined ? '' : `+${part[4]}d`}`],
        )
        .join(';')
    putCell(cells, width, textOf(1))
    putCell(cells, width + 1, textOf(2))
  }
  table.readInto(at)
  return [`Relations in column ${quoted(headers[at] ?? '')} are read as links where one issue waits for the other.`]
}

/** The column that tells which rows were cancelled: by a state, or by the day on which that was. */
export function cancelledColumn(
  matches: readonly ColumnMatch[],
  rows: readonly SheetRow[],
  isState: (header: string) => boolean,
): number | undefined {
  const says = ({ index }: ColumnMatch, isCancelled: (cell: string) => boolean) =>
    rows.some((row) => isCancelled((row.cells[index] ?? '').trim()))
  return matches.find(
    (match) =>
      (isState(match.header) && says(match, saysCancelled)) ||
      (CANCELLED.test(match.header) && says(match, (cell) => parseDate(cell, 'mdy') !== null)),
  )?.index
}
