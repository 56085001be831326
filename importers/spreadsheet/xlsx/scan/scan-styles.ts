import type { CellFills } from '../../columns/filled-columns.ts'
import { columnLetters } from '../column-letters.ts'

/** A cell as programs write it: where it stands, then its style, in one tag. */
const CELL = /<c r="([A-Z]{1,3})([1-9]\d{0,6})"(?: s="(\d{1,6})")?[ />]/g
const ANY_CELL = /<(?:\w+:)?c[\s/>]/g

/**
 * What the styles of the cells in one column say, by their lines; styles that say nothing have null in `looks`. Null where a cell is written
 * otherwise than most programs do: then the sheet is to be parsed.
 */
export function scanStyles(part: Uint8Array, looks: readonly (string | null)[], column: number): CellFills | null {
  const found = new Map<number, Map<number, string>>()
  if (looks.every((look) => look === null)) return found
  const letters = columnLetters(column)
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
  let count = 0
  for (const [, at, line, style = '0'] of text.matchAll(CELL)) {
    count += 1
    const look = at === letters ? looks[Number(style)] : null
    if (look != null) found.set(Number(line), new Map([[column, look]]))
  }
  let all = 0
  while (ANY_CELL.exec(text) !== null) all += 1
  return all === count ? found : null
}
