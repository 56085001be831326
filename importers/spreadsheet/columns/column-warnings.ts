import { quoted } from '../../plan/diagnostics.ts'
import type { SheetTable } from '../sheet-table.ts'
import { actualNote } from './actual-columns.ts'
import type { ColumnSet } from './column-set.ts'
import { isOfAnything } from './general-names.ts'
import { ESTIMATES, type SheetField } from './header-fields.ts'
import type { ColumnMatch } from './match-columns.ts'
import type { staggeredColumns } from './staggered-columns.ts'

const NAMED_COLUMNS = 20

/** What to say of the columns of a sheet: which were guessed, what their numbers count, and which are not read. */
export function columnWarnings(
  matches: readonly ColumnMatch[],
  columns: ColumnSet,
  steps: ReturnType<typeof staggeredColumns>,
  { readElsewhere }: SheetTable,
): string[] {
  const stepped = Object.keys(steps) as SheetField[]
  const repeated = matches.filter((match) => match.confidence === 'duplicate' && !readElsewhere.has(match.index))
  const unused = matches.filter(
    (match) =>
      match.confidence === 'none' && match.field === null && match.header !== '' && !readElsewhere.has(match.index),
  )
  const warnings: string[] = []
  for (const match of matches) {
    if (match.confidence === 'fuzzy') warnings.push(`Column ${columnName(match)} is taken for ${match.field}.`)
  }
  warnings.push(...actualNote(matches, columns.actual))
  for (const field of stepped)
    warnings.push(`Columns right of ${field} have no header; they continue it, a level each.`)
  if (columns.namesMilestones)
    warnings.push(
      `Rows without a length are milestones, as ${isOfAnything(columns.header('name')) ? 'the name of the file' : quoted(columns.header('name'))} says.`,
    )
  if (columns.levels.length > 1) warnings.push(`The name stands in ${columns.levels.length} columns, one a level.`)
  for (const field of ['duration', ...ESTIMATES] as const) {
    const unit = columns.unitOf(field as 'duration')
    if (unit === 'day') continue
    warnings.push(`Durations without a unit are read in ${unit}s, as ${quoted(columns.header(field))} says.`)
  }
  if (columns.has('constraint_date') && !columns.has('constraint_type'))
    warnings.push(
      `Column ${quoted(columns.header('constraint_date'))} is not used: no column says what is held to its dates, and how.`,
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
