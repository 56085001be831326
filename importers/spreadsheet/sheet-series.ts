import { quoted } from '../plan/diagnostics.ts'
import { ImportRefusal } from '../plan/import-refusal.ts'
import { monthNamed } from './cells/month-names.ts'
import { dayInAnyOrder } from './cells/parse-date.ts'
import { isWeekday } from './cells/weekday-names.ts'
import type { CellFills } from './columns/filled-columns.ts'
import { exactHeader, partialFields, placeOf, type SheetField } from './columns/header-fields.ts'
import { namesTopLevel } from './columns/level-columns.ts'
import { filledCells, INDENT } from './rows/arranged-row.ts'
import { type CellLooks, NO_LOOKS } from './rows/heads-by-look.ts'
import type { NamedSheet, SheetBook } from './sheet-book.ts'
import { MAX_LEADING_ROWS, putCell, type SheetRow, type SheetTable } from './sheet-table.ts'

/** A year of weeks, each on a sheet of its own. */
const MOST_SHEETS = 60
/** Sheets of a series are short; longer ones are not read twice for it. */
const MOST_ROWS = 2_000
const FEWEST_FIELDS = 2
const FEWEST_FIELDS_OF_OTHERS = 3
const FEWEST_OTHERS = 3
/** Sheets that name the same tasks again are versions of one plan. */
const MOST_REPEATED = 0.5
const MOST_REPEATED_OF_OTHERS = 0.3
/** A blank line stands before the next name. */
const LINES_BETWEEN = 2
const WORD = /\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u

export type JoinedSheets = { table: SheetTable; looks: CellLooks; sheets: readonly NamedSheet[]; notes: string[] }

/** The sheet that was found to hold a plan, and how many rows it has. */
export type FirstSheet = { sheet: NamedSheet; rowCount: number }

type Part = { sheet: NamedSheet; rows: readonly SheetRow[]; header: SheetRow; table: SheetTable }

/**
 * `Sprint 1`, `Sprint 2`; `January`, `February`; `Backend`, `Frontend`, `Tests`: a plan that goes on from sheet to sheet under the same
 * header. They are read one below the other, each below a line with its name. Sheets whose names differ only in a number, a month
 * or a weekday belong together; others do where all that hold anything have one header. Null where `first` is in no such series, or
 * the sheets say the same again, as versions do.
 */
export function joinSheets(book: SheetBook, first: FirstSheet, newTable: () => SheetTable): JoinedSheets | null {
  const { visible } = book
  const isOne = visible.length < 2 || visible.length > MOST_SHEETS || !visible.includes(first.sheet)
  if (isOne || first.rowCount > MOST_ROWS) return null
  try {
    const parts = partsOf(book, first.sheet, newTable)
    if (parts !== null) return stack(book, parts, newTable)
  } catch (error) {
    // What is too large or damaged on another sheet is no fault of this one.
    if (!(error instanceof ImportRefusal)) throw error
  }
  reopen(book, first.sheet, newTable)
  return null
}

/** A workbook knows the looks of the sheet that was read last. */
export function reopen(book: SheetBook, sheet: NamedSheet, newTable: () => SheetTable): void {
  try {
    book.fill(sheet, newTable())
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error
  }
}

function partsOf(book: SheetBook, first: NamedSheet, newTable: () => SheetTable): readonly Part[] | null {
  const { visible } = book
  const stem = stemOf(first.name)
  const alike = visible.filter(({ name }) => stemOf(name) === stem)
  const isSeries = alike.length > 1
  if (!isSeries && visible.length < FEWEST_OTHERS) return null
  if ((isSeries ? alike : visible).some(({ name }) => OF_VERSIONS.test(name.trim()))) return null
  const filled = (isSeries ? alike : visible).map((sheet) => {
    const table = newTable()
    book.fill(sheet, table)
    return { sheet, table, rows: table.all }
  })
  const holding = filled.filter(({ rows }) => rows.length > 0)
  const header = sharedHeader(holding, first)
  if (header === null || fieldsOf(header).length < (isSeries ? 1 : FEWEST_FIELDS_OF_OTHERS)) return null
  const parts = holding.flatMap((one): Part[] => {
    const own = headerIn(one.rows, header)
    return own === undefined ? [] : [{ ...one, header: own }]
  })
  const isWhole = isSeries ? parts.length > 1 : parts.length === holding.length && parts.length >= FEWEST_OTHERS
  if (!isWhole || !parts.some(({ sheet }) => sheet === first) || countsAnew(parts)) return null
  return shareRepeated(parts) > (isSeries ? MOST_REPEATED : MOST_REPEATED_OF_OTHERS) ? null : parts
}

/** `Version 2`, `Option B`, `Copy of plan`: another plan for the same, whatever its tasks are called. */
const OF_VERSIONS =
  /^(?:v|ver|version|rev|revision|option|alternative|scenario|draft|proposal|copy|backup|old|entwurf|variante|fassung|kopie|szenario|versión|versão|versione|borrador|escenario|cenário|copia|cópia|opción|opção|opzione|brouillon|scénario|copie|ancien|версия|вариант|копия|wersja|wariant|kopia|案|版)(?:[\s_.-]|\d|$)/iu

/** Numbers and links that each sheet counts anew would lead to the rows of another one. */
function countsAnew(parts: readonly Part[]): boolean {
  const header = parts[0]?.header.cells ?? []
  if (LINKS.some((field) => placeOf(header, field) >= 0)) return true
  return CODES.some((field) => {
    const at = placeOf(header, field)
    const codes = parts.map(({ rows, header: { line } }) =>
      rows.flatMap((row) => (row.line > line && /\d/.test(row.cells[at] ?? '') ? [(row.cells[at] ?? '').trim()] : [])),
    )
    const all = codes.flatMap((own) => [...new Set(own)])
    return at >= 0 && new Set(all).size < all.length
  })
}
const LINKS: readonly SheetField[] = ['predecessors', 'successors', 'parent']
const CODES: readonly SheetField[] = ['id', 'wbs']

/** Names that stand in several columns, one a level. */
const hasLevels = (header: readonly string[]) =>
  header.filter((cell) => exactHeader(cell)?.field === 'name' || namesTopLevel(cell)).length > 1

/** A second row of the header, which says nothing in the column of the names and stands on every sheet. */
function secondHeader(parts: readonly Part[], names: number): string | null {
  const texts = parts.map(({ rows, header }) => rows.find(({ line }) => line === header.line + 1)?.cells ?? [])
  const [first = []] = texts
  const text = textOf(first)
  return text !== '' && (first[names] ?? '').trim() === '' && texts.every((cells) => textOf(cells) === text)
    ? text
    : null
}

/** What a name has in common with the others of its series; names that say nothing of the kind are all different. */
function stemOf(name: string): string {
  const words = name
    .trim()
    .toLowerCase()
    .split(/[\s_.-]+/)
  const isTime = (word: string) => monthNamed(word) !== null || (word.length > 2 && isWeekday(word))
  const at = words.findIndex(isTime)
  if (at >= 0 && words.length <= 2) return '(time)'
  return name
    .trim()
    .toLowerCase()
    .replace(/[-−]?\d+(?=\D*$)/, '#')
}

function fieldsOf(cells: readonly string[]): string[] {
  const fields = cells.flatMap((cell) => {
    const text = cell.trim()
    const field = text === '' ? undefined : (exactHeader(text)?.field ?? partialFields(text)[0])
    return field === undefined ? [] : [field]
  })
  return [...new Set(fields)]
}

/** Whether a row may be a header: it names the tasks, or two columns. */
function headsTasks(cells: readonly string[]): boolean {
  const fields = fieldsOf(cells)
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 1 && (fields.includes('name') || fields.length >= FEWEST_FIELDS)
}

const textOf = (cells: readonly string[]) =>
  cells
    .map((cell) => cell.trim().toLowerCase())
    .join('\0')
    .replace(/\0+$/, '')

function headerIn(rows: readonly SheetRow[], header: readonly string[]): SheetRow | undefined {
  const text = textOf(header)
  return rows.slice(0, MAX_LEADING_ROWS).find(({ cells }) => textOf(cells) === text)
}

/** The row of the first sheet that another one has as well, and in which most columns are known. */
function sharedHeader(
  all: readonly { sheet: NamedSheet; rows: readonly SheetRow[] }[],
  first: NamedSheet,
): readonly string[] | null {
  const own = all.find(({ sheet }) => sheet === first)?.rows.slice(0, MAX_LEADING_ROWS) ?? []
  const others = all.filter(({ sheet }) => sheet !== first)
  let best: readonly string[] | null = null
  for (const { cells } of own) {
    if (!headsTasks(cells) || fieldsOf(cells).length <= (best === null ? 0 : fieldsOf(best).length)) continue
    if (others.some(({ rows }) => headerIn(rows, cells) !== undefined)) best = cells
  }
  return best
}

/** How many of the tasks of later sheets were named on one before. */
function shareRepeated(parts: readonly Part[]): number {
  const at = placeOfNames(parts)
  const known = new Set<string>()
  let [count, repeated] = [0, 0]
  for (const [index, { rows, header }] of parts.entries()) {
    const below = rows.filter(({ line }) => line > header.line)
    const names = below.map(({ cells }) => (cells[at] ?? '').trim().toLowerCase()).filter((text) => WORD.test(text))
    if (index > 0) {
      count += names.length
      repeated += names.filter((name) => known.has(name)).length
    }
    for (const name of names) known.add(name)
  }
  // Sheets with one task each have little to repeat.
  return count === 0 ? 1 : repeated / count
}

function placeOfNames(parts: readonly Part[]): number {
  const header = parts[0]?.header.cells ?? []
  const named = placeOf(header, 'name')
  if (named >= 0) return named
  const rows = parts.flatMap(({ rows, header: { line } }) => rows.filter((row) => row.line > line))
  const different = header.map(
    (_, at) => new Set(rows.map(({ cells }) => cells[at] ?? '').filter((text) => WORD.test(text))).size,
  )
  return different.indexOf(Math.max(...different))
}

function stack(book: SheetBook, parts: readonly Part[], newTable: () => SheetTable): JoinedSheets {
  const table = newTable()
  table.groupsHaveHeadsAbove = parts.every((part) => part.table.groupsHaveHeadsAbove)
  const [{ rows: firstRows, header }] = parts as [Part]
  const names = placeOfNames(parts)
  const headAt = hasLevels(header.cells) ? null : names
  const headerHeight = secondHeader(parts, names) === null ? 1 : 2
  // The name of the first sheet stands between the header and its rows, which stay where they are if there is room above.
  const up = header.line === 1 || headAt === null ? 0 : 1
  const top = firstRows.filter(
    ({ line }) => line < header.line - up || (line >= header.line && line < header.line + headerHeight),
  )
  for (const { line, cells } of top) table.add(line < header.line ? line : line - up, cells)
  let next = header.line + headerHeight - up
  const begins: string[] = []
  const shifts: number[] = []
  let lost = 0
  for (const { sheet, rows, header: own, table: from } of parts) {
    const said = headAt === null ? [] : daysAbove(rows, own)
    const isKept = (row: SheetRow) => top.includes(row) || said.some((one) => one.row === row)
    lost += rows.filter((row) => row.line < own.line && !isKept(row)).length
    begins.push(`${quoted(sheet.name)} from line ${next}`)
    if (headAt !== null) {
      const head: string[] = []
      for (const { at, text } of said) putCell(head, at, text)
      putCell(head, headAt, sheet.name)
      table.add(next, head)
      next += 1
    }
    const shift = next - own.line - headerHeight
    shifts.push(shift)
    for (const row of rows.filter(({ line }) => line >= own.line + headerHeight)) {
      const cells = [...row.cells]
      if (headAt !== null && (cells[headAt] ?? '').trim() !== '') cells[headAt] = INDENT + cells[headAt]
      table.add(row.line + shift, cells, from.marksOf(row.line))
      next = row.line + shift + LINES_BETWEEN
    }
  }
  const notes = [
    `${parts.length} sheets have the same header and are read one below the other, each below its name: ${begins.join(', ')}.`,
    ...(lost === 0 ? [] : [`${lost} filled lines above the headers of these sheets are not imported.`]),
  ]
  return { table, looks: looksOf(book, parts, shifts, newTable), sheets: parts.map(({ sheet }) => sheet), notes }
}

/** `Deadline: | 24 Nov`: when a sheet as a whole begins or ends, for the columns that say so of its tasks. */
function daysAbove(
  rows: readonly SheetRow[],
  { line, cells: header }: SheetRow,
): { row: SheetRow; at: number; text: string }[] {
  return rows.flatMap((row) => {
    const [label = '', text = '', ...more] = row.line < line ? filledCells(row) : []
    const field = exactHeader(label.replace(/\s?[:：]$/, ''))?.field
    const fields = ENDS.find((group) => field !== undefined && group.includes(field)) ?? []
    const at = header.findIndex((_, index) => fields.some((one) => placeOf(header, one) === index))
    return at < 0 || more.length > 0 || dayInAnyOrder(text) === null ? [] : [{ row, at, text }]
  })
}
const ENDS: readonly (readonly SheetField[])[] = [['start'], ['finish', 'deadline']]

/** Colours and bold of all sheets at the lines where their rows stand now; each is opened again, as few are asked for them. */
function looksOf(
  book: SheetBook,
  parts: readonly Part[],
  shifts: readonly number[],
  newTable: () => SheetTable,
): CellLooks {
  const gather = (ask: (sheet: NamedSheet) => CellFills): CellFills => {
    const found = new Map<number, ReadonlyMap<number, string>>()
    for (const [index, { sheet, header }] of parts.entries()) {
      reopen(book, sheet, newTable)
      for (const [line, cells] of ask(sheet)) if (line >= header.line) found.set(line + (shifts[index] ?? 0), cells)
    }
    return found
  }
  return {
    ...NO_LOOKS,
    fills: () => gather((sheet) => book.fillsOf(sheet)),
    bold: (column) => gather((sheet) => book.boldOf(sheet, column)),
  }
}
