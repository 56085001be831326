/** Larger ones are backgrounds and no bars. */
const MOST_MERGED = 2000

/** Cells that are merged: lines from 1, columns from 0. */
export type CellRange = { top: number; bottom: number; left: number; right: number }

/**
 * Fills the cells of a merge that have no colour of their own as the first of them is, as long as there are not too many; tells how
 * many there were.
 */
export function fillMerged(
  fills: Map<number, Map<number, string>>,
  { top, bottom, left, right }: CellRange,
  most: number,
): number {
  const count = (bottom - top + 1) * (right - left + 1)
  const colour = fills.get(top)?.get(left)
  if (colour === undefined || !(count > 1 && count <= Math.min(MOST_MERGED, most))) return 0
  for (let line = top; line <= bottom; line += 1) {
    const cells = fills.get(line) ?? new Map<number, string>()
    for (let column = left; column <= right; column += 1) if (!cells.has(column)) cells.set(column, colour)
    fills.set(line, cells)
  }
  return count
}
