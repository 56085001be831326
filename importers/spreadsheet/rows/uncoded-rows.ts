import type { ParsedRow } from './read-row.ts'

/**
 * Rows without a code among others with codes: below the coded row above them where only heads have codes, where they are indented deeper
 * than it, or where it says nothing of when and they do; else beside it where the next code goes on in the same part. `parents` is
 * changed; returns how many rows found a place.
 */
export function placeUncoded(
  rows: readonly ParsedRow[],
  codes: readonly (readonly string[])[],
  parents: Int32Array,
): number {
  const next = nextCoded(codes)
  const areHeads = headsAreCoded(codes, next)
  let coded = -1
  let placed = 0
  for (const [index, row] of rows.entries()) {
    if ((codes[index] ?? []).length > 0) {
      coded = index
      continue
    }
    if (coded < 0) continue
    const above = rows[coded] as ParsedRow
    const isBelow =
      areHeads || row.depth > above.depth || (isTimed(row) && !isTimed(above) && !headsCodes(codes, coded, next))
    const goesOn = parents[next[index] ?? -1]
    const isBeside = goesOn !== undefined && goesOn >= 0 && goesOn === parents[coded]
    if (isBelow) parents[index] = parentByIndent(rows, index, coded)
    else if (isBeside) parents[index] = goesOn
    else continue
    placed += 1
  }
  return placed
}

/**
 * `1`, `2`, `3` in order in a column of codes or ids, and nothing in most rows: only heads are numbered. Null where rows are indented, or
 * the numbers are anything else.
 */
export function headsByNumber(rows: readonly ParsedRow[]): Int32Array | null {
  const numberOf = rows.some(({ wbs }) => wbs !== '') ? (row: ParsedRow) => row.wbs : (row: ParsedRow) => row.id
  const first = rows.find((row) => numberOf(row) !== '')
  if (first === undefined || !/^1\.?$/.test(numberOf(first))) return null
  if (rows.filter((row) => numberOf(row) !== '').length * ROWS_PER_HEAD > rows.length) return null
  const codes = rows.map((row) => (numberOf(row) === '' ? [] : [numberOf(row)]))
  const numbers = codes.flatMap(([code]) => (code === undefined ? [] : [Number(code.replace(/\.$/, ''))]))
  const inOrder = numbers.length >= FEWEST_HEADS && numbers.every((number, at) => number === (numbers[0] ?? 0) + at)
  if (
    !inOrder ||
    (numbers[0] ?? 2) > 1 ||
    !headsAreCoded(codes, nextCoded(codes)) ||
    rows.some(({ depth }) => depth > 0)
  )
    return null
  const parents = new Int32Array(rows.length).fill(-1)
  return placeUncoded(rows, codes, parents) > 0 ? parents : null
}
const FEWEST_HEADS = 2

/** The place of the first coded row behind each row, -1 where there is none. */
function nextCoded(codes: readonly (readonly string[])[]): Int32Array {
  const next = new Int32Array(codes.length).fill(-1)
  for (let index = codes.length - 2; index >= 0; index -= 1)
    next[index] = (codes[index + 1] ?? []).length > 0 ? index + 1 : (next[index + 1] ?? -1)
  return next
}

/** Whether codes are those of heads: most rows have none, and nearly each that heads no other code has such a row below it. */
function headsAreCoded(codes: readonly (readonly string[])[], next: Int32Array): boolean {
  const isCoded = codes.map((code) => code.length > 0)
  const coded = isCoded.filter((is) => is).length
  const leaves = codes.flatMap((code, index) => (code.length > 0 && !headsCodes(codes, index, next) ? [index] : []))
  const heading = leaves.filter((index) => isCoded[index + 1] === false)
  return codes.length >= ROWS_PER_HEAD * coded && heading.length >= MOSTLY * leaves.length
}
const MOSTLY = 0.8
const ROWS_PER_HEAD = 2.5

/** The nearest row between a coded one and this that stands further out, else the coded one. */
function parentByIndent(rows: readonly ParsedRow[], index: number, coded: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at > coded; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return coded
}

const isTimed = ({ startDay, finishDay, durationDays, deadlineDay }: ParsedRow) =>
  startDay !== null || finishDay !== null || durationDays !== null || deadlineDay !== null

/** Whether a coded row has coded rows of its own. */
function headsCodes(codes: readonly (readonly string[])[], index: number, next: Int32Array): boolean {
  const code = codes[index] ?? []
  const below = codes[next[index] ?? -1] ?? []
  return below.length > code.length && code.every((part, at) => part === below[at])
}
