import { dayInAnyOrder } from '../cells/parse-date.ts'

export type SplitRow = { line: number; cells: string[] }

/** Longer text is not gone through twice for what people write by hand. */
const LONGEST_TEXT = 1_000_000
const FEWEST_HEADERS = 3
const FEWEST_LONG_ROWS = 2
const MOSTLY_LONG = 0.3
const MOST_TOO_MANY = 3
/** Rows that others are compared with. */
const SAMPLED_ROWS = 50

/** Whether a text may have commas inside cells that nobody has quoted. */
export function mayLackQuotes(text: string, separator: string): boolean {
  return separator.trim() !== '' && text.length <= LONGEST_TEXT && !text.includes('"') && text.includes(`${separator} `)
}

/**
 * `1,Ask Ann, Ben and Cy,2027-03-01` below three headers: where no header and no row of the right length has a blank behind a separator, a
 * blank there says that it is none. A row that still has a cell too many has two of them put together, so that its days stand
 * below days and its cells begin like those above and below. Returns the lines of both; nothing changes where some row does not come out right.
 */
export function joinUnquoted(rows: readonly SplitRow[], separator: string): { glued: number[]; merged: number[] } {
  const none = { glued: [], merged: [] }
  const [header, ...others] = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const width = header?.cells.length ?? 0
  if (header === undefined || width < FEWEST_HEADERS || header.cells.some(goesOn)) return none
  const long = others.filter(({ cells }) => cells.length > width)
  if (long.length < FEWEST_LONG_ROWS || long.length < MOSTLY_LONG * others.length) return none
  if (others.some(({ cells }) => cells.length < width || (cells.length === width && cells.some(goesOn)))) return none

  const whole = new Map(long.map((row) => [row, glue(row.cells, separator)]))
  const glued = long.filter((row) => (whole.get(row)?.length ?? 0) < row.cells.length)
  const right = others.map((row) => whole.get(row) ?? row.cells).filter((cells) => cells.length === width)
  if (glued.length < FEWEST_LONG_ROWS || right.length < FEWEST_LONG_ROWS) return none
  const known = right.slice(0, SAMPLED_ROWS).map((cells) => cells.map(kindOf))
  const merged: SplitRow[] = []
  for (const row of long) {
    let cells = whole.get(row) ?? row.cells
    if (cells.length < width || cells.length > width + MOST_TOO_MANY) return none
    if (cells.length > width) merged.push(row)
    while (cells.length > width) cells = mergeOne(cells, known, separator)
    if (!daysFit(cells, known)) return none
    whole.set(row, cells)
  }
  for (const [row, cells] of whole) row.cells = cells
  return { glued: glued.map(({ line }) => line), merged: merged.map(({ line }) => line) }
}

const goesOn = (cell: string) => /^\s+\S/.test(cell)

function glue(cells: readonly string[], separator: string): string[] {
  const whole: string[] = []
  for (const cell of cells)
    if (goesOn(cell) && whole.length > 0) whole.push(`${whole.pop()}${separator}${cell}`)
    else whole.push(cell)
  return whole
}

/** What a cell is like. */
type Kind = { isDay: boolean; isWord: boolean; first: string }

const kindOf = (cell: string): Kind => {
  const text = cell.trim()
  return { isDay: dayInAnyOrder(text) !== null, isWord: !/\s/.test(text), first: text.split(/\s/)[0] ?? '' }
}

/** The two neighbours together after which most cells are like those of their columns; `known` has some rows that are right. */
function mergeOne(cells: readonly string[], known: readonly (readonly Kind[])[], separator: string): string[] {
  const kinds = cells.map(kindOf)
  let [best, most] = [0, -1]
  for (let at = 0; at + 1 < cells.length; at += 1) {
    const merged = kindOf(together(cells, at, separator))
    let score = 0
    for (let place = 0; place + 1 < cells.length; place += 1) {
      const kind = place === at ? merged : kinds[place < at ? place : place + 1]
      if (kind !== undefined) score += likeness(kind, known, place)
    }
    if (score > most) [best, most] = [at, score]
  }
  return [...cells.slice(0, best), together(cells, best, separator), ...cells.slice(best + 2)]
}

const together = (cells: readonly string[], at: number, separator: string) =>
  `${cells[at] ?? ''}${separator} ${cells[at + 1] ?? ''}`

/** How many cells of a column are days as this one is, or as short; those that begin with the same word count twice. */
function likeness({ isDay, isWord, first }: Kind, known: readonly (readonly Kind[])[], place: number): number {
  let score = 0
  for (const row of known) {
    const other = row[place]
    if (other === undefined || other.isDay !== isDay || other.isWord !== isWord) continue
    score += other.first === first ? 2 : 1
  }
  return score
}

/** Whether days stand where all other rows have one. */
function daysFit(cells: readonly string[], known: readonly (readonly Kind[])[]): boolean {
  return cells.every((cell, place) => !known.every((row) => row[place]?.isDay === true) || kindOf(cell).isDay)
}
