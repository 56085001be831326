import type { ParsedRow } from './read-row.ts'

/**
 * Rows without a code among others with codes: below the coded row above them where they are indented deeper than it, or where it says
 * nothing of when and they do; else beside it where the next code goes on in the same part. `parents` is changed; returns how many rows
 * found a place.
 */
export function placeUncoded(
  rows: readonly ParsedRow[],
  codes: readonly (readonly string[])[],
  parents: Int32Array,
): number {
  const next = nextCoded(codes)
  let coded = -1
  let placed = 0
  for (const [index, row] of rows.entries()) {
    if ((codes[index] ?? []).length > 0) {
      coded = index
      continue
    }
    if (coded < 0 || row.wbs !== '') continue
    const above = rows[coded] as ParsedRow
    const isBelow = row.depth > above.depth || (isTimed(row) && !isTimed(above) && !headsCodes(codes, coded))
    const goesOn = parents[next[index] ?? -1]
    const isBeside = goesOn !== undefined && goesOn >= 0 && goesOn === parents[coded]
    if (isBelow) parents[index] = parentByIndent(rows, index, coded)
    else if (isBeside) parents[index] = goesOn
    else continue
    placed += 1
  }
  return placed
}

/** The place of the first coded row behind each row, -1 where there is none. */
function nextCoded(codes: readonly (readonly string[])[]): Int32Array {
  const next = new Int32Array(codes.length).fill(-1)
  for (let index = codes.length - 2; index >= 0; index -= 1)
    next[index] = (codes[index + 1] ?? []).length > 0 ? index + 1 : (next[index + 1] ?? -1)
  return next
}

/** The nearest row between a coded one and this that stands further out, else the coded one. */
function parentByIndent(rows: readonly ParsedRow[], index: number, coded: number): number {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at > coded; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return coded
}

const isTimed = ({ startDay, finishDay, durationDays, deadlineDay }: ParsedRow) =>
  startDay !== null || finishDay !== null || durationDays !== null || deadlineDay !== null

/** Whether a coded row has coded rows of its own. */
function headsCodes(codes: readonly (readonly string[])[], index: number): boolean {
  const code = codes[index] ?? []
  const next = codes.slice(index + 1).find((other) => other.length > 0) ?? []
  return next.length > code.length && code.every((part, at) => part === next[at])
}
