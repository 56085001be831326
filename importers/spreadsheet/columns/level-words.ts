import { saysMilestone } from '../cells/parse-flag.ts'
import { codesOfNames } from '../rows/codes-in-names.ts'
import { putCell, type SheetRow, type SheetTable } from '../sheet-table.ts'
import { placeOf } from './header-fields.ts'

/** Headers of kinds, of which only words for parts of a plan are levels: stories stand anywhere below epics. */
const KINDS = /^(?:type|kind|(?:item|task|row|activity) type)$/i
const PARTS = new Set(['project', 'phase', 'stage', 'summary', 'summary task', 'work package', 'group', 'section'])
const HEADER = /^(?:hierarchy(?: level)?|level|outline level|row type|level name)$/i
/** Words for the levels of a plan, from the top. */
const RANKS: readonly (readonly string[])[] = [
  ['portfolio', 'program', 'programme', 'theme'],
  ['project', 'initiative', 'objective'],
  ['phase', 'stage', 'capability'],
  ['epic', 'work package', 'deliverable', 'summary', 'summary task'],
  ['feature', 'group'],
  ['story', 'user story', 'task', 'activity', 'bug', 'issue', 'milestone', 'spike'],
  ['sub-task', 'subtask', 'step'],
]
const RANK_OF = new Map(RANKS.flatMap((words, rank) => words.map((word) => [word, rank] as const)))

/** The column of kinds that begins with a part of the plan, where nothing else says what lies inside what; -1 where none does. */
function kindsAsLevels({ header, rows }: SheetTable): number {
  const headers = header?.cells ?? []
  const at = headers.findIndex((text) => KINDS.test(text.trim()))
  const first = (rows[0]?.cells[at] ?? '').trim().toLowerCase()
  const saysOutline = (['wbs', 'parent'] as const).some((field) => placeOf(headers, field) >= 0)
  const names = placeOf(headers, 'name')
  const isIndented = rows.some(({ cells }) => /^\s/.test(cells[names] ?? ''))
  return at < 0 || saysOutline || isIndented || !PARTS.has(first) ? -1 : at
}

/** Rows of the kind Milestone keep it in a column of their own. */
function keepMilestones(table: SheetTable, at: number): void {
  const headers = table.header?.cells
  const kinds = table.rows.map(({ cells }) => (cells[at] ?? '').trim())
  if (headers === undefined || !kinds.some(saysMilestone) || placeOf(headers, 'milestone') >= 0) return
  const added = table.addColumns('Milestone')
  for (const [index, { cells }] of table.rows.entries()) {
    putCell(cells, added, saysMilestone(kinds[index] ?? '') ? 'yes' : '')
  }
}

/** `Initiative`, `Epic`, `Story` below `Hierarchy` or `Level` become depths, where each row says one. */
export function readLevelWords(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  const hierarchy = headers.findIndex((header) => HEADER.test(header.trim()))
  // Codes in front of names say more than what kinds of rows there are.
  const areCoded = () =>
    codesOfNames(table.rows.map(({ cells }) => (cells[placeOf(headers, 'name')] ?? '').trim())) !== null
  const at = hierarchy >= 0 ? hierarchy : areCoded() ? -1 : kindsAsLevels(table)
  const rankOf = ({ cells }: SheetRow) => RANK_OF.get((cells[at] ?? '').trim().toLowerCase())
  if (at < 0 || table.rows.length === 0 || !table.rows.every((row) => rankOf(row) !== undefined)) return []
  const ranks = [...new Set(table.rows.map(rankOf))].sort((a = 0, b = 0) => a - b)
  if (ranks.length < 2) return []
  keepMilestones(table, at)
  for (const row of table.rows) row.cells[at] = String(ranks.indexOf(rankOf(row)) + 1)
  const header = headers[at] ?? ''
  headers[at] = 'Level'
  return [`Words in column "${header.trim()}" are read as the levels of the outline.`]
}
