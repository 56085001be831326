import { quoted } from '../plan/diagnostics.ts'

/** Groups of lines and columns that are named before the rest is counted. */
const NAMED_GROUPS = 8
/** What is known of a column. */
const [OF_TASKS, EVERYWHERE] = [1, 2]
const WORD = /\p{L}{2}/u

/** A row with its line number in the spreadsheet. */
type AccountedRow = { line: number; cells: readonly string[] }
/** Cells that nobody has read, and the first of them. */
type Unread = { from: number; to: number; count: number; sample: string; line: number }

/**
 * What becomes of every filled cell of a sheet. It is opened with the rows as they stand in the file; what is read says so, and so
 * does whatever is left out with a word. `notes` names all that is left, so that nothing is lost in silence, whichever rule forgets it.
 */
export class CellAccount {
  readonly #rows: readonly AccountedRow[]
  readonly #widths: Uint32Array
  /** What is known of each line. */
  readonly #lines: Uint8Array
  readonly #columns: Uint8Array
  /** Lines of which some cells are read alone, by places that a rule of its own knows. */
  readonly #moved = new Set<number>()
  readonly #cells = new Map<number, Set<number>>()

  readonly #left: (Unread | undefined)[] = []

  constructor(rows: readonly AccountedRow[]) {
    this.#rows = rows
    // What rules write stands behind these, and a cell is cleared by the rule that has read it.
    this.#lines = new Uint8Array((rows.at(-1)?.line ?? 0) + 1)
    this.#widths = new Uint32Array(rows.length)
    let widest = 0
    for (let index = 0; index < rows.length; index += 1) {
      const width = rows[index]?.cells.length ?? 0
      this.#widths[index] = width
      if (width > widest) widest = width
    }
    this.#columns = new Uint8Array(widest)
  }

  /** Lines all of whose cells are read, or that a note names. */
  settleLines(rows: Iterable<{ line: number }>): void {
    for (const { line } of rows) this.#lines[line] = EVERYWHERE
  }

  /** Columns that are read in some other way than as a field of the tasks, or that a note names. */
  settleColumns(places: Iterable<number>): void {
    for (const place of places) if (place < this.#columns.length) this.#columns[place] = EVERYWHERE
  }

  /** The columns that rows of tasks are read from. */
  readInTasks(places: Iterable<number | undefined>): void {
    for (const place of places)
      if (place !== undefined && place < this.#columns.length)
        this.#columns[place] = (this.#columns[place] ?? 0) | OF_TASKS
  }

  /** Cells of one line that are read beside its columns of tasks; `isMoved` where its row is none of those below the header any more. */
  readCells(line: number, places: Iterable<number>, isMoved = false): void {
    if (isMoved) this.#moved.add(line)
    const known = this.#cells.get(line) ?? new Set<number>()
    for (const place of places) known.add(place)
    this.#cells.set(line, known)
  }

  /** A cell below a header that is read, of which the rule that reads it can make nothing. */
  leave(at: number, { line, cells }: AccountedRow): void {
    const text = cells[at] ?? ''
    if (text.trim() !== '') tally(this.#left, at, text, line)
  }

  /** Names what is in no task and in no other note: lines without one, columns without a header, and what stands right of these. */
  notes(tasks: Iterable<{ line: number }>, headerCount: number): string[] {
    for (const { line } of tasks) if (this.#lines[line] === 0) this.#lines[line] = OF_TASKS
    const { lines, columns, behind } = this.#unread(headerCount)
    const words = columns.filter(({ sample }) => WORD.test(sample))
    const numbers = columns.filter(({ sample }) => !WORD.test(sample))
    const notes: string[] = []
    const say = (what: string, where: string, found: readonly Unread[]) => {
      if (found.length > 0) notes.push(`${what} are not imported; they stand in ${where} ${listed(found)}.`)
    }
    const left = joined(this.#left.filter((column) => column !== undefined))
    say('Cells that cannot be read as times or marks', 'columns', left)
    say('Words in columns without a header', 'columns', words)
    say('Numbers in columns without a header', 'columns', numbers)
    say('Cells right of the last header', 'lines', behind)
    if (lines.length > 0) notes.push(`Other lines are not imported: ${listed(lines)}.`)
    return notes
  }

  #unread(headerCount: number): { lines: Unread[]; columns: Unread[]; behind: Unread[] } {
    const [lines, behind]: [Unread[], Unread[]] = [[], []]
    const columns: (Unread | undefined)[] = []
    // Most columns are read, and few are looked at in every row.
    const open = Array.from(this.#columns.keys()).filter((at) => this.#columns[at] === 0)
    const elsewhere = Array.from(this.#columns.keys()).filter((at) => this.#columns[at] !== EVERYWHERE)
    for (let index = 0; index < this.#rows.length; index += 1) {
      const { line, cells } = this.#rows[index] as AccountedRow
      if (this.#lines[line] === EVERYWHERE) continue
      const known = this.#cells.get(line)
      const isTask = this.#lines[line] === OF_TASKS
      const width = Math.min(cells.length, this.#widths[index] ?? 0)
      for (const at of isTask && !this.#moved.has(line) ? open : elsewhere) {
        if (at >= width) break
        const text = cells[at] ?? ''
        if (text === '' || known?.has(at) || text.trim() === '') continue
        if (!isTask) add(lines, line, this.#rows[index - 1]?.line, text, line)
        else if (at >= headerCount) add(behind, line, this.#rows[index - 1]?.line, text, line)
        else tally(columns, at, text, line)
      }
    }
    return { lines, columns: joined(columns.filter((column) => column !== undefined)), behind }
  }
}

/** Counts a cell to its column. */
function tally(columns: (Unread | undefined)[], at: number, text: string, line: number): void {
  const found = columns[at]
  if (found === undefined) columns[at] = { from: at + 1, to: at + 1, count: 1, sample: text.trim(), line }
  else countIn(found, text, line)
}

/** One more cell; a word is the better example. */
function countIn(found: Unread, text: string, line: number): void {
  found.count += 1
  if (!WORD.test(found.sample) && WORD.test(text)) [found.sample, found.line] = [text.trim(), line]
}

/** Counts a cell to the lines before it where these follow each other in the sheet. */
function add(groups: Unread[], at: number, before: number | undefined, text: string, line: number): void {
  const last = groups.at(-1)
  if (last === undefined || (last.to !== at && last.to !== before))
    groups.push({ from: at, to: at, count: 1, sample: text.trim(), line })
  else {
    last.to = at
    countIn(last, text, line)
  }
}

/** Neighbouring columns of words, or of none, together. */
function joined(columns: readonly Unread[]): Unread[] {
  const groups: Unread[] = []
  for (const column of columns) {
    const last = groups.at(-1)
    if (last === undefined || last.to + 1 !== column.from || WORD.test(last.sample) !== WORD.test(column.sample))
      groups.push(column)
    else {
      last.to = column.to
      last.count += column.count
    }
  }
  return groups
}

function listed(groups: readonly Unread[]): string {
  const named = groups.slice(0, NAMED_GROUPS).map(({ from, to, count, sample, line }) => {
    const place = from === to ? `${from}` : `${from} to ${to}`
    const cells =
      count === 1 ? `${quoted(sample)} in line ${line}` : `${count} cells, such as ${quoted(sample)} in line ${line}`
    return `${place} (${cells})`
  })
  if (groups.length > NAMED_GROUPS) {
    const left = groups.slice(NAMED_GROUPS).reduce((sum, { count }) => sum + count, 0)
    named.push(`and ${groups.length - NAMED_GROUPS} more places (${left} cells)`)
  }
  return named.join(', ')
}
