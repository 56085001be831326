import { dayInAnyOrder } from '../cells/parse-date.ts'

export type SplitRow = { line: number; cells: string[] }

/** Longer text is not gone through twice for what people write by hand. */
const LONGEST_TEXT = 1_000_000
const FEWEST_HEADERS = 3
const FEWEST_LONG_ROWS = 2
const MOSTLY_LONG = 0.3
const MOST_TOO_MANY = 3

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
  const merged: SplitRow[] = []
  for (const row of long) {
    let cells = whole.get(row) ?? row.cells
    if (cells.length < width || cells.length > width + MOST_TOO_MANY) return none
    if (cells.length > width) merged.push(row)
    while (cells.length > width) cells = mergeOne(cells, right, separator)
    if (!daysFit(cells, right)) return none
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

/** The two neighbours together after which most cells are like those of their columns. */
function mergeOne(cells: readonly string[], right: readonly (readonly string[])[], separator: string): string[] {
  let best: string[] = []
  let most = -1
  for (let at = 0; at + 1 < cells.length; at += 1) {
    const tried = [...cells.slice(0, at), `${cells[at]}${separator} ${cells[at + 1]}`, ...cells.slice(at + 2)]
    const score = tried.reduce((sum, cell, place) => sum + likeness(cell, right, place), 0)
    if (score > most) [best, most] = [tried, score]
  }
  return best
}

/** The share of the cells of a column that are days as this one is, or begin with the same word, or are as short. */
function likeness(cell: string, right: readonly (readonly string[])[], place: number): number {
  const alike = right.filter((cells) => {
    const other = cells[place] ?? ''
    return isDay(cell) === isDay(other) && isWord(cell) === isWord(other) && hasSameBeginning(cell, other)
  })
  const ofKind = right.filter(
    (cells) => isDay(cell) === isDay(cells[place] ?? '') && isWord(cell) === isWord(cells[place] ?? ''),
  )
  return (alike.length + ofKind.length) / right.length
}

const isDay = (cell: string) => dayInAnyOrder(cell.trim()) !== null
const isWord = (cell: string) => !/\s/.test(cell.trim())
const hasSameBeginning = (cell: string, other: string) => cell.trim().split(/\s/)[0] === other.trim().split(/\s/)[0]

/** Whether days stand where all other rows have one. */
function daysFit(cells: readonly string[], right: readonly (readonly string[])[]): boolean {
  return cells.every((cell, place) => isDay(cell) || !right.every((other) => isDay(other[place] ?? '')))
}
