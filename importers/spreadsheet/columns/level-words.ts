import type { SheetRow, SheetTable } from '../sheet-table.ts'

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

/** `Initiative`, `Epic`, `Story` below `Hierarchy` or `Level` become depths, where each row says one. */
export function readLevelWords(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  const at = headers.findIndex((header) => HEADER.test(header.trim()))
  const rankOf = ({ cells }: SheetRow) => RANK_OF.get((cells[at] ?? '').trim().toLowerCase())
  if (at < 0 || table.rows.length === 0 || !table.rows.every((row) => rankOf(row) !== undefined)) return []
  const ranks = [...new Set(table.rows.map(rankOf))].sort((a = 0, b = 0) => a - b)
  if (ranks.length < 2) return []
  for (const row of table.rows) row.cells[at] = String(ranks.indexOf(rankOf(row)) + 1)
  const header = headers[at] ?? ''
  headers[at] = 'Level'
  return [`Words in column "${header.trim()}" are read as the levels of the outline.`]
}
