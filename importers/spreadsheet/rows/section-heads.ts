import { comparable } from '../cells/comparable-id.ts'
import { parsePredecessors } from '../cells/parse-predecessors.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetRow } from '../sheet-table.ts'
import { type ArrangedRow, filledCells, INDENT, isWork, onlyCell, withName } from './arranged-row.ts'
import { codesOfNames } from './codes-in-names.ts'
import { isCapital } from './heads-by-look.ts'

const NONE: ReadonlySet<ArrangedRow> = new Set()
/** What a plan begins with, and no section of it. */
const OF_MOMENTS = /^(?:project )?(?:start|begin(?:ning)?|kick-?off)$/i

/**
 * Rows that hold a name and nothing else head a section where all others hold work, each but the last has work right
 * below it, and nothing else in the sheet says what lies inside what. A number before the name is no more than that where
 * something sets these rows apart.
 */
export function sectionHeads(
  all: readonly ArrangedRow[],
  columns: ColumnSet,
  isAwaited: (row: SheetRow) => boolean,
  aside: ReadonlySet<ArrangedRow> = NONE,
): ReadonlySet<ArrangedRow> {
  if (columns.has('parent') || columns.isStaggered) return NONE
  const rows = all.filter((row) => row.partOf === undefined && isCalled(row, columns))
  const areAside = aside.size > 0
  // Codes of an outline in front of the names say more than which of them head the others.
  if (!areAside && namesAreOutline(rows, columns)) return NONE
  // Some heads of a sheet may be merged from a column further left than others.
  const both = new Set(rows.filter((row) => aside.has(row) || isHead(row, columns)))
  if (areAside && both.size > aside.size && headSections(rows, both, { columns, isAwaited })) return both
  const lone = new Set(rows.filter((row) => (areAside ? aside.has(row) : isHead(row, columns))))
  // A milestone without a date stands among others; sections of them begin with a head.
  if (columns.namesMilestones && !areAside && !lone.has(rows[0] as ArrangedRow)) return NONE
  if (!areAside && lone.size === 1 && isOfChart(columns) && !standsApart([...lone][0] as ArrangedRow, all, columns))
    return NONE
  const isMoment = lone.size === 1 && [...lone].every((row) => OF_MOMENTS.test(onlyCell(row) ?? ''))
  if (lone.size > 0 && !isMoment && headSections(rows, lone, { columns, isAwaited, areAside })) return lone
  if (columns.has('wbs')) return NONE
  const numbered = new Set(rows.filter((row) => isNumberedHead(row, columns)))
  if (numbered.size === 0 || !headSections(rows, numbered, { columns, isAwaited, others: lone })) return NONE
  if (lone.size > 0 && !differInForm(rows, numbered, columns)) return NONE
  const isNamedById = referencesOf(rows, columns)
  if ([...numbered].some((row) => isNamedById(columns.cell(row, 'id')))) return NONE
  return standOut(rows, numbered, columns) ? numbered : NONE
}

/** Whether the times of the rows are drawn: a row in which nothing is drawn is work of which nobody knows when. */
const isOfChart = (columns: ColumnSet) => /\((?:bars|marks)\)$/.test(columns.header('start'))

/** Whether a blank line stands above a row, or its name is in capitals. */
function standsApart(row: ArrangedRow, rows: readonly ArrangedRow[], columns: ColumnSet): boolean {
  const before = rows[rows.indexOf(row) - 1]
  return (before !== undefined && row.line - before.line > 1) || isCapital(columns.cell(row, 'name').trim())
}

function namesAreOutline(rows: readonly ArrangedRow[], columns: ColumnSet): boolean {
  if (columns.has('wbs') || rows.some((row) => columns.cell(row, 'id').includes('.'))) return false
  return codesOfNames(rows.map((row) => columns.steppedCell(row, 'name').text.trim())) !== null
}

type HeadContext = {
  columns: ColumnSet
  isAwaited: (row: SheetRow) => boolean
  /** Rows with nothing but a name that are work all the same. */
  others?: ReadonlySet<ArrangedRow>
  /** Whether heads stand left of the names, in a column without words otherwise: that sets them apart from work of any kind. */
  areAside?: boolean
}

/** Whether a row is called anything: what has no name is not imported and says nothing of the others. */
function isCalled(row: ArrangedRow, columns: ColumnSet): boolean {
  return columns.steppedCell(row, 'name').text.trim() !== '' || isHead(row, columns)
}

function headSections(
  rows: readonly ArrangedRow[],
  heads: ReadonlySet<ArrangedRow>,
  { columns, isAwaited, others = NONE, areAside = false }: HeadContext,
): boolean {
  if (heads.size > rows.length / 2) return false
  // `Phase 1` across the table, above 1.1 and 1.2, says what the dots of its tasks say.
  const areAcross = [...heads].every((row) => columns.cell(row, 'name').trim() === '')
  const isListed = numbersAll(rows, heads, columns)
  // Beside tasks with dates, what somebody does or has begun is one too.
  const isDated = rows.some((row) => isWork(row, columns))
  const isTask = (row: ArrangedRow) => isWork(row, columns) || (isDated && isDoing(row, columns))
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1]
    // Templates end with heads that nobody has filled anything in below.
    const isEmpty = next !== undefined && heads.has(next) && next.line === row.line + 1
    if (heads.has(row) ? isEmpty : !isTask(row) && !isListed && !areAside && !others.has(row)) return false
    if (heads.has(row) && isAwaited(row)) return false
    const isIndented = /^[\s.\u00a0]/.test(columns.cell(row, 'name'))
    if ((isIndented && !areAside) || columns.cell(row, 'wbs').includes('.')) return false
    if (!areAcross && /\.\d/.test(columns.cell(row, 'id'))) return false
  }
  return heads.size > 1 || !heads.has(rows.at(-1) as ArrangedRow)
}

const OF_DOING = ['assignee', 'percent_complete'] as const

function isDoing(row: ArrangedRow, columns: ColumnSet): boolean {
  return OF_DOING.some((field) => columns.cells(row, field).some((cell) => cell.trim() !== ''))
}

/** Lists that say nothing of time: whether all but the heads have an id and more than a name. */
function numbersAll(rows: readonly ArrangedRow[], heads: ReadonlySet<ArrangedRow>, columns: ColumnSet): boolean {
  if (!columns.has('id') || rows.some((row) => isWork(row, columns))) return false
  return rows.every(
    (row) => heads.has(row) || (columns.cell(row, 'id').trim() !== '' && filledCells(row, 3).length > 2),
  )
}

function isHead(row: ArrangedRow, columns: ColumnSet): boolean {
  const text = onlyCell(row)
  if (text === null || !/\p{L}{2}/u.test(text)) return false
  const at = row.cells.findIndex((cell) => cell.trim() !== '')
  const names = columns.index('name') ?? 0
  // A table need not begin in the first column.
  return at === names || (at < names && !isWork(row, columns))
}

/** A number or a letter before the name, and no other cell. */
function isNumberedHead(row: ArrangedRow, columns: ColumnSet): boolean {
  const name = columns.cell(row, 'name').trim()
  return (
    /\p{L}{2}/u.test(name) && filledCells(row, 3).length === 2 && numberOf(row, columns) !== '' && !isWork(row, columns)
  )
}

function numberOf(row: ArrangedRow, columns: ColumnSet): string {
  const names = columns.index('name') ?? 0
  return row.cells.slice(0, names).find((cell) => cell.trim() !== '') ?? ''
}

/**
 * Whether numbered heads differ from all the work below them: in the form of their numbers (`A` above `A1`, `一` above `1`), in
 * capitals, or by being several, the first of them on top of a sheet whose other rows have dates.
 */
function standOut(rows: readonly ArrangedRow[], heads: ReadonlySet<ArrangedRow>, columns: ColumnSet): boolean {
  if (differInForm(rows, heads, columns)) return true
  const others = rows.filter((row) => !heads.has(row))
  const all = [...heads]
  const isLoud = (row: ArrangedRow) => isCapital(columns.cell(row, 'name').trim())
  if (all.every(isLoud) && !others.some(isLoud)) return true
  return all.length > 1 && heads.has(rows[0] as ArrangedRow) && columns.has('start')
}

/** Whether the numbers of no other rows are written as those of heads are. */
function differInForm(rows: readonly ArrangedRow[], heads: ReadonlySet<ArrangedRow>, columns: ColumnSet): boolean {
  const formOf = (row: ArrangedRow) =>
    numberOf(row, columns)
      .trim()
      .replace(/\d+/g, '9')
      .replace(/[A-Za-z]+/g, 'a')
  const forms = new Set(rows.filter((row) => !heads.has(row)).map(formOf))
  return [...heads].every((row) => !forms.has(formOf(row)))
}

/** Whether a predecessor cell of the sheet names a row by its number. */
function referencesOf(rows: readonly ArrangedRow[], columns: ColumnSet): (id: string) => boolean {
  const cells = rows.flatMap((row) => [...columns.cells(row, 'predecessors'), ...columns.cells(row, 'successors')])
  const readings = cells.flatMap(parsePredecessors).flatMap((cell) => cell.readings)
  const named = new Set(readings.map(({ reference }) => comparable(reference)))
  return (id) => id.trim() !== '' && named.has(comparable(id))
}

export function placeInSection(row: ArrangedRow, heads: ReadonlySet<ArrangedRow>, columns: ColumnSet): ArrangedRow {
  if (!heads.has(row)) return withName(row, INDENT + columns.cell(row, 'name'), columns)
  const only = onlyCell(row)
  return only === null ? row : withName({ ...row, cells: [] }, only, columns)
}
