import { codeInFront } from '../cells/code-in-front.ts'
import { comparable } from '../cells/comparable-id.ts'
import { dayInAnyOrder } from '../cells/parse-date.ts'
import { parsePredecessors } from '../cells/parse-predecessors.ts'
import type { ColumnSet } from '../columns/column-set.ts'
import { exactHeader, type SheetField } from '../columns/header-fields.ts'
import { headsInnerTable } from '../columns/inner-tables.ts'
import { sameAsHeader } from '../columns/same-as-header.ts'
import type { OutlineWish } from '../outlines.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { type ArrangedRow, filledCells, INDENT, isWork, onlyCell, withName } from './arranged-row.ts'
import { placeBelowColons } from './colon-heads.ts'
import { colouredHeads, placeBelowColoured } from './coloured-heads.ts'
import { headsAside } from './heads-aside.ts'
import { type CellLooks, headsByLook, NO_LOOKS } from './heads-by-look.ts'
import { invitesRows } from './invitations.ts'
import { listsStates, pointsElsewhere, readLikeNotes, saysNotes, sumsUp, TEMPLATE_ROWS } from './notes-below.ts'
import { numberedHeads, placeBelowNumbered } from './numbered-heads.ts'
import { placeAsWished } from './outline-wish.ts'
import { placeInSection, sectionHeads } from './section-heads.ts'
import { headsPeople, lastInWords } from './tables-below.ts'
import { isLastTotal, isTotal } from './total-rows.ts'
import { whenAsked } from './when-asked.ts'

const NAMED_LINES = 5
export type Arrangement = { rows: ArrangedRow[]; notes: string[] }

/**
 * Sorts out what stands between and below the tasks of a sheet: headers that are repeated, totals, notes under the table,
 * names in a column a level, and lines that head a section. Whatever is taken for something says so.
 */
export function arrangeRows(
  table: Pick<SheetTable, 'header' | 'rows' | 'account'>,
  columns: ColumnSet,
  { looks = NO_LOOKS, outline = 'auto' }: { looks?: CellLooks; outline?: OutlineWish | undefined } = {},
): Arrangement {
  const notes: string[] = []
  const { line: headerLine = 0, cells: headers = [] } = table.header ?? {}
  // The head of the first group may stand above the header.
  const above = table.rows.filter(({ line }) => line < headerLine).length
  let kept: ArrangedRow[] = table.rows.map((row, index) => ({ ...row, position: index + 1 - above }))
  const setAside = (isOther: (row: ArrangedRow) => boolean, says: (lines: string) => string) => {
    const others = kept.filter(isOther)
    if (others.length === 0) return
    notes.push(says(listLines(others.map(({ line }) => line))))
    table.account.settleLines(others)
    kept = kept.filter((row) => !isOther(row))
  }
  setAside(
    (row) => repeatsColumns(row, headers, columns),
    (lines) => `Lines that repeat the header are not imported: ${lines}.`,
  )
  const groups = kept.filter((row) => headsGroupAgain(row, headers, columns))
  if (groups.length > 0)
    kept = kept.map((row) =>
      groups.includes(row) ? withName({ ...row, cells: [] }, nameOf(row, columns), columns) : row,
    )
  const parts = kept.filter(({ partOf }) => partOf !== undefined)
  setAside(headsInnerTable, (lines) =>
    parts.length === 0
      ? `Lines that head a table inside the table are not imported: ${lines}.`
      : `Lines below ${lines} are read as parts of the items above them: ${listLines(parts.map(({ line }) => line))}.`,
  )
  setAside(
    (row) => row === kept[0] && namesFields(row, columns),
    (lines) => `Lines with the names of fields are not imported: ${lines}.`,
  )
  const dated = whenAsked(() => datedPlaces(kept, columns))
  const lastWord = whenAsked(() => lastInWords(kept, columns))
  const isOtherTable = (row: ArrangedRow, index: number) =>
    headsOtherTable(row, columns) ||
    repeatsSomeHeaders(row, headers) ||
    headsUndated(row, index, columns, dated) ||
    TEMPLATE_ROWS.test(nameOf(row, columns)) ||
    ((headsPeople(row) || index > lastWord()) && (dated().at(-1) ?? 0) < index)
  // A title of its own may stand above it.
  const titlesOther = (row: ArrangedRow, index: number) => {
    const next = onlyCell(row) === null ? undefined : kept[index + 1]
    return next !== undefined && isOtherTable(next, index + 1)
  }
  const otherTable = kept.find(
    (row, index) =>
      index > 0 &&
      ((leavesGap(kept, index) && (isOtherTable(row, index) || titlesOther(row, index))) ||
        (headsNothingNamed(row, columns) && headsUndated(row, index, columns, dated))),
  )
  if (otherTable !== undefined)
    setAside(
      ({ line }) => line >= otherTable.line,
      (lines) => `Lines of another table below are not imported: ${lines}.`,
    )
  setAside(
    (row) => isUnfilled(row, columns),
    (lines) => `Lines with numbers and no name are not imported: ${lines}.`,
  )
  setAside(
    (row) =>
      row === kept[0] &&
      labelsChart(row, columns) &&
      !kept.some((other) => other !== row && labelsChart(other, columns)),
    (lines) => `Lines that label the columns below the header are not imported: ${lines}.`,
  )
  const isAwaited = awaitedRows(kept, columns)
  const first = kept[0]
  const last = kept.at(-1)
  setAside(
    (row) => row !== first && (isTotal(row, columns) || (row === last && isLastTotal(row, columns))) && !isAwaited(row),
    (lines) => `Lines of totals are not imported: ${lines}.`,
  )
  const lastTask = kept.findLastIndex((row) => !pointsElsewhere(row) && !listsStates(row))
  const below = new Set(kept.slice(lastTask + 1))
  setAside(
    (row) => lastTask >= 0 && below.has(row),
    (lines) => `Lines below the table are not imported: ${lines}.`,
  )
  const lastWork = kept.findLastIndex((row) => isWork(row, columns))
  const notesBegin =
    lastWork < 0
      ? -1
      : kept.findIndex(
          (row, index) =>
            index > lastWork &&
            ((leavesGap(kept, index) && readLikeNotes(kept.slice(index))) ||
              saysNotes(row, kept.slice(index)) ||
              sumsUp(row, nameOf(row, columns))),
        )
  if (notesBegin > 0) {
    const firstLine = kept[notesBegin]?.line ?? 0
    setAside(
      ({ line }) => line >= firstLine,
      (lines) => `Lines below the table are not imported: ${lines}.`,
    )
  }
  setAside(
    (row) => !isWork(row, columns) && invitesRows(columns.steppedCell(row, 'name').text || (onlyCell(row) ?? '')),
    (lines) => `Lines that tell where to insert rows are not imported: ${lines}.`,
  )
  const named = nameByIds(kept, columns)
  if (named > 0) notes.push(`Names of ${named} lines without one stand in the column ${columns.header('id')}.`)
  if (columns.levels.length > 1) return { rows: placeByLevels(kept, columns), notes }
  if (outline !== 'auto') {
    const wished = placeAsWished(kept, columns, { outline, looks })
    return { rows: wished.rows, notes: [...notes, ...wished.notes] }
  }
  const aside = headsAside(kept, columns)
  const sectionsAside =
    aside === null
      ? NO_HEADS
      : sectionHeads(aside, columns, isAwaited, new Set(aside.filter((row, index) => row !== kept[index])))
  if (aside !== null && sectionsAside.size > 0) {
    table.account.settleLines(aside.filter((row, index) => row !== kept[index]))
    kept = aside
  }
  const sections = sectionsAside.size > 0 ? sectionsAside : sectionHeads(kept, columns, isAwaited)
  const belowColons = sectionsAside.size === 0 ? placeBelowColons(kept, columns, sections.size > 0) : null
  if (belowColons !== null) {
    notes.push('Lines without a time whose names end in a colon are taken for the heads of the lines below them.')
    return { rows: belowColons, notes }
  }
  const coloured = sections.size === 0 ? colouredHeads(kept, columns, looks.fills) : null
  if (coloured !== null) {
    const first = kept.find((row) => coloured.has(row))
    notes.push(
      `${coloured.size} lines with a background of their own, such as ${first?.line}, are guessed to be heads of the lines below them.`,
    )
    return { rows: kept.map((row) => placeBelowColoured(row, coloured, columns)), notes }
  }
  const numbered = sections.size === 0 ? numberedHeads(kept, columns) : null
  if (numbered !== null) {
    const [first] = numbered
    notes.push(
      `${numbered.size} lines called by a number, such as ${first?.line}, are taken for the heads of the lines below them.`,
    )
    return { rows: placeBelowNumbered(kept, numbered, columns), notes }
  }
  const found = sections.size === 0 ? headsByLook(kept, columns, looks) : null
  if (found !== null && 'boldCount' in found)
    notes.push(
      `${found.boldCount} names are in bold, which is not taken for an outline, because their days are not around those below them; outline = bold reads it so.`,
    )
  else if (found !== null) {
    const [first] = found.heads
    notes.push(
      `${found.heads.size} lines ${found.look}, such as ${first?.line}, are guessed to be heads of the lines below them.`,
    )
    return { rows: placeBelowNumbered(kept, found.heads, columns), notes }
  }
  if (sections.size === 0) return { rows: kept, notes }
  const firstHead = kept.find((row) => sections.has(row))
  // What heads others may have its name in another column.
  table.account.settleLines([...sections].filter((row) => columns.cell(row, 'name').trim() === ''))
  notes.push(`Lines with a name only, such as ${firstHead?.line}, are taken for the heads of the lines below them.`)
  return { rows: kept.map((row) => placeInSection(row, sections, columns)), notes }
}

/** The first few lines and how many more there are. */
export function listLines(lines: readonly number[]): string {
  const named = lines.slice(0, NAMED_LINES).join(', ')
  return lines.length > NAMED_LINES ? `${named} and ${lines.length - NAMED_LINES} more` : named
}

/**
 * Whether another line waits for one by its name or its code: it is work then, whatever it is called. Cells are only looked through when
 * it is asked.
 */
function awaitedRows(rows: readonly SheetRow[], columns: ColumnSet): (row: SheetRow) => boolean {
  let names: ReadonlySet<string> | null = null
  return (row) => {
    names ??= awaitedNames(rows, columns)
    const name = columns.steppedCell(row, 'name').text.trim()
    return names.has(comparable(name)) || names.has(comparable(codeInFront(name)))
  }
}

function awaitedNames(rows: readonly SheetRow[], columns: ColumnSet): ReadonlySet<string> {
  const cells = rows.flatMap((row) => columns.cells(row, 'predecessors')).filter((cell) => /\p{L}/u.test(cell))
  const readings = cells.flatMap(parsePredecessors).flatMap((cell) => cell.readings)
  return new Set(readings.map(({ reference }) => comparable(reference)))
}

const NO_HEADS: ReadonlySet<ArrangedRow> = new Set()

/** Reports of planners put what heads a group into the column of ids, which steps to the right by level. */
function nameByIds(rows: ArrangedRow[], columns: ColumnSet): number {
  const at = columns.index('id')
  const idOf = (row: ArrangedRow) => (row.cells[at ?? 0] ?? '').trim()
  const isNamed = (row: ArrangedRow) => columns.steppedCell(row, 'name').text.trim() !== ''
  // One word is a head where the others have digits in their ids.
  const isWord = rows.every((row) => !isNamed(row) || idOf(row) === '' || /\d/.test(idOf(row)))
  const isHead = (row: ArrangedRow) =>
    !isNamed(row) && (/\p{L}.*\s\S/u.test(idOf(row)) || (isWord && /^\p{L}[\p{L}/&-]{2,}$/u.test(idOf(row))))
  const heads = new Set(at === undefined ? [] : rows.filter((row) => isHead(row) && isWork(row, columns)))
  if (at === undefined || heads.size === 0) return 0
  const isIndented = (row: ArrangedRow) => /^\s/.test(row.cells[at] ?? '') || /^[\s.]/.test(columns.cell(row, 'name'))
  // Where only heads are indented, what stands below one belongs to it.
  const areFlat = !rows.some((row) => isNamed(row) && isIndented(row))
  let below = ''
  for (const [index, row] of rows.entries()) {
    const id = row.cells[at] ?? ''
    const own = id.slice(0, id.length - id.trimStart().length)
    const indent = areFlat && !heads.has(row) ? below : own
    if (heads.has(row)) below = own + INDENT
    const placed = withName(row, indent + (heads.has(row) ? id.trim() : columns.cell(row, 'name')), columns)
    if (heads.has(row)) placed.cells[at] = ''
    rows[index] = placed
  }
  return heads.size
}

/** `plannedStart | plannedFinish`: below the header what a program calls its columns. */
function namesFields(row: ArrangedRow, columns: ColumnSet): boolean {
  const cells = DATED.map((field) => columns.cell(row, field).trim()).filter((cell) => cell !== '')
  return cells.length > 1 && new Set(cells).size > 1 && cells.every((cell) => FIELD_OF_PROGRAM.test(cell))
}
const FIELD_OF_PROGRAM = /^(?:[a-z]+(?:[A-Z][a-z]*|_[a-z]+)*|(?:Column|Spalte|Colonne|Columna|Coluna|Colonna)\d{0,3})$/
const DATED: readonly SheetField[] = ['start', 'finish', 'duration', 'percent_complete']

/** The places of rows with a day, the first first. */
function datedPlaces(rows: readonly ArrangedRow[], columns: ColumnSet): number[] {
  const isDated = (row: ArrangedRow) => daysOf(row, columns).some((cell) => dayInAnyOrder(cell) !== null)
  return rows.flatMap((row, index) => (isDated(row) ? [index] : []))
}

/** `Team | Role | Rate`, `Risk | Impact | Mitigation`: words where rows above have dates, and no row from there on has one. */
function headsUndated(row: ArrangedRow, index: number, columns: ColumnSet, dated: () => readonly number[]): boolean {
  const words = daysOf(row, columns).filter((cell) => cell !== '')
  const isHeader =
    words.length > 0 && words.every((cell) => /^\p{L}[\p{L} /&.()-]{1,30}$/u.test(cell) && !UNKNOWN.test(cell))
  return isHeader && dated().length > 1 && (dated().at(-1) ?? 0) < index
}

/** Words above columns and none for a task: a header right below the last task, without a gap. */
function headsNothingNamed(row: ArrangedRow, columns: ColumnSet): boolean {
  if (columns.steppedCell(row, 'name').text.trim() !== '') return false
  const cells = filledCells(row)
  return cells.length >= FEWEST_HEADS && cells.every((cell) => /\p{L}{2}/u.test(cell) && !/\d/.test(cell))
}
const FEWEST_HEADS = 3

const daysOf = (row: ArrangedRow, columns: ColumnSet) => OF_DAYS.map((field) => columns.cell(row, field).trim())
const OF_DAYS: readonly SheetField[] = ['start', 'finish']
/** What people write where a day is not known yet. */
const UNKNOWN = /^(?:tb[acd]|n\/?a|none|ongoing|on hold|open|asap|pending|later|done|unknown|date|continuous)$/i

/** `Holiday | Date`: words for columns where a plan has its days. */
function headsOtherTable(row: ArrangedRow, columns: ColumnSet): boolean {
  const cells = (['start', 'finish', 'duration'] as const)
    .map((field) => columns.cell(row, field).trim())
    .filter((cell) => cell !== '')
  const isHeader = (cell: string) => WORD_FOR_DAY.test(cell) || (!/\d/.test(cell) && exactHeader(cell) !== null)
  return cells.length > 0 && cells.every(isHeader)
}
/** `ID | Name | Phone`: some of the headers again beside others, and no number anywhere. */
function repeatsSomeHeaders({ cells }: SheetRow, headers: readonly string[]): boolean {
  const filled = cells.flatMap((cell, at) => (cell.trim() === '' ? [] : [{ text: cell.trim(), at }]))
  const same = filled.filter(({ text, at }) => text === headers[at]?.trim())
  return same.length > 1 && same.length < filled.length && filled.every(({ text }) => !/\d/.test(text))
}
const WORD_FOR_DAY = /^(?:date|datum|fecha|data|dato|дата|日付|日期|날짜|day|tag|jour)$/i

/** The header again above other days of a chart. */
function repeatsColumns({ cells }: SheetRow, headers: readonly string[], columns: ColumnSet): boolean {
  let same = 0
  for (const field of REPEATED) {
    const at = columns.index(field)
    const text = at === undefined ? '' : (cells[at] ?? '').trim()
    if (at === undefined || text === '') continue
    if (text !== headers[at]?.trim()) return false
    same += 1
  }
  return same > 1
}
const REPEATED: readonly SheetField[] = ['id', 'wbs', 'name', 'duration', 'start', 'finish', 'assignee', 'predecessors']

/** The header again with another word for the tasks: the name of the group that it heads. */
function headsGroupAgain(row: SheetRow, headers: readonly string[], columns: ColumnSet): boolean {
  return sameAsHeader(row, headers, columns.index('name')) > 2 && nameOf(row, columns) !== ''
}

const nameOf = (row: SheetRow, columns: ColumnSet) => columns.cell(row, 'name').trim()

/** A number, noughts and dashes without a name: what a template has in rows that nobody has filled. */
function isUnfilled(row: SheetRow, columns: ColumnSet): boolean {
  if (
    !/^\s*[-–—]*\s*$/.test(columns.steppedCell(row, 'name').text) ||
    columns.levels.some((at) => (row.cells[at] ?? '').trim() !== '')
  )
    return false
  if (/[1-9]/.test(columns.cell(row, 'duration'))) return false
  return row.cells.every((cell) => cell === '' || /^\s*(?:[-–—]|\d{1,4}(?:[.,]\d+)?\s?%?)?\s*$/.test(cell))
}

/** `Date:` in front of the days of a chart. */
function labelsChart(row: SheetRow, columns: ColumnSet): boolean {
  return /^\p{L}{3,12}\s?[:：]$/u.test(nameOf(row, columns)) && !isWork(row, columns)
}

function leavesGap(rows: readonly SheetRow[], index: number): boolean {
  return (rows[index]?.line ?? 0) - (rows[index - 1]?.line ?? 0) > 1
}

/** `Module 1: Runways` alone in a line above rows of `Module 1`: the group's name in full, by the short one. */
function longerNames(rows: readonly ArrangedRow[], columns: ColumnSet): ReadonlyMap<string, string> {
  const at = columns.levels[0] ?? 0
  const found = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    const name = onlyCell(row)
    const short = (rows[index + 1]?.cells[at] ?? '').trim()
    const isLonger = name !== null && name === (row.cells[at] ?? '').trim() && short !== '' && name.startsWith(short)
    if (isLonger && /^\s?[:.–—-]\s?\S/.test(name.slice(short.length))) found.set(short, name)
  }
  return found
}

/**
 * Each level that a row names afresh is a task above it; what it names last is the row itself. A group that is written beside all
 * of its tasks holds no others.
 */
function placeByLevels(rows: readonly ArrangedRow[], columns: ColumnSet): ArrangedRow[] {
  const open: (string | undefined)[] = []
  // A dash says that there is no part of this level.
  const textOf = (row: ArrangedRow | undefined, at: number) => (row?.cells[at] ?? '').trim().replace(/^[-–—]+$/, '')
  const isRepeated = columns.levels.map((at, level) => {
    const below = columns.levels.slice(level + 1)
    const isGroup = (row: ArrangedRow, index: number) =>
      textOf(row, at) !== '' &&
      textOf(row, at) === textOf(rows[index - 1], at) &&
      below.some((lower) => textOf(row, lower) !== '')
    return rows.some(isGroup)
  })
  const longer = longerNames(rows, columns)
  return rows.flatMap((row) => {
    const named = columns.levels.flatMap((at, level) => {
      const text = textOf(row, at)
      return text === '' ? [] : [{ level, text: level === 0 ? (longer.get(text) ?? text) : text }]
    })
    const hasParent = columns.cell(row, 'parent').trim() !== ''
    const last = named.at(-1)?.level ?? 0
    const left = columns.levels.findIndex((at, level) => level < last && isRepeated[level] && textOf(row, at) === '')
    if (left >= 0 && !hasParent) open.length = Math.min(open.length, left)
    const placed: ArrangedRow[] = []
    for (const [index, { level, text }] of named.entries()) {
      const isRow = index === named.length - 1
      if (!isRow && open[level] === text) continue
      open.length = Math.min(open.length, level)
      const depth = open.filter((other) => other !== undefined).length
      open[level] = text
      placed.push(
        withName(isRow ? row : { line: row.line, cells: [], position: 0 }, INDENT.repeat(depth) + text, columns),
      )
    }
    return placed.length === 0 ? [row] : placed
  })
}
