import { quoted } from '../../plan/diagnostics.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { SheetTable } from '../sheet-table.ts'
import { ColumnSet } from './column-set.ts'
import type { SheetField } from './header-fields.ts'
import { columnJudge } from './judge-columns.ts'
import { type ColumnJudge, type ColumnMatch, matchColumns } from './match-columns.ts'
import { codesWithoutHeader, staggeredColumns } from './staggered-columns.ts'

const NAMED_COLUMNS = 20
const NAMES_AT_LEAST = 0.5
const OF_DATES: readonly SheetField[] = ['start', 'finish', 'duration']

export type SettledColumns = { matches: ColumnMatch[]; columns: ColumnSet; warnings: string[] }

/** Which column holds what, with a word on everything that was guessed. */
export function settleColumns(table: SheetTable, columnMap: Record<string, string> | undefined): SettledColumns {
  const headers = table.header?.cells ?? []
  const judge = columnJudge(table.rows)
  const matches = matchColumns(headers, columnMap, judge)
  if (!matches.some(({ field }) => field === 'name')) nameByContent(matches, judge)
  const codes = codesWithoutHeader(matches, table.rows)
  if (codes !== null) claimByContent(codes, 'wbs')
  if (!matches.some(({ field }) => field === 'name')) {
    const seen = headers.filter((cell) => cell.trim() !== '').slice(0, 10)
    throw new ImportRefusal(
      'no_name_column',
      `no column could be matched to the task name; headers: ${seen.map(quoted).join(', ')}`,
    )
  }
  const staggered = staggeredColumns(matches, table.rows)
  const columns = new ColumnSet(matches, staggered)
  return { matches, columns, warnings: columnWarnings(matches, columns, Object.keys(staggered)) }
}

/** A description names the tasks where nothing else does, and so does text without a header beside dates. */
function nameByContent(matches: readonly ColumnMatch[], judge: ColumnJudge): void {
  const holdsText = ({ index }: ColumnMatch) => judge(index, 'name') >= NAMES_AT_LEAST
  const described = matches.find((match) => match.field === 'notes' && holdsText(match))
  const hasDates = matches.some(({ field }) => field !== null && OF_DATES.includes(field))
  const headless = hasDates ? matches.find(({ header }) => header === '') : undefined
  const found = described ?? (headless !== undefined && holdsText(headless) ? headless : undefined)
  if (found !== undefined) claimByContent(found, 'name')
}

function claimByContent(match: ColumnMatch, field: SheetField): void {
  match.field = field
  match.confidence = 'fuzzy'
}

function columnWarnings(matches: readonly ColumnMatch[], columns: ColumnSet, stepped: readonly string[]): string[] {
  const repeated = matches.filter((match) => match.confidence === 'duplicate')
  const unused = matches.filter((match) => match.confidence === 'none' && match.field === null && match.header !== '')
  const warnings: string[] = []
  for (const match of matches) {
    if (match.confidence === 'fuzzy') warnings.push(`Column ${columnName(match)} is taken for ${match.field}.`)
  }
  for (const field of stepped)
    warnings.push(`Columns right of ${field} have no header; they continue it, a level each.`)
  if (columns.durationUnit !== 'day')
    warnings.push(
      `Durations without a unit are read in ${columns.durationUnit}s, as ${quoted(columns.header('duration'))} says.`,
    )
  if (repeated.length > 0) warnings.push(`Columns that repeat another are not used: ${listHeaders(repeated)}.`)
  if (unused.length > 0) warnings.push(`Columns that are not imported: ${listHeaders(unused)}.`)
  return warnings
}

function columnName({ header, index }: ColumnMatch): string {
  return header === '' ? `${index + 1} (without a header)` : quoted(header)
}

function listHeaders(matches: readonly ColumnMatch[]): string {
  const named = matches.slice(0, NAMED_COLUMNS).map((match) => quoted(match.header))
  if (matches.length > NAMED_COLUMNS) named.push(`and ${matches.length - NAMED_COLUMNS} more`)
  return named.join(', ')
}
