import { quoted } from '../../plan/diagnostics.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { isPeriod } from './chart-headers.ts'

const FEWEST_TIMES = 3
const FEWEST_ROWS = 4
const MOST_ROWS = 0.7
const WORD = /\p{L}{3}|[\u3040-\u9fff\uac00-\ud7af]{2}/u

/**
 * `Holiday` in every row of a week: a word that most rows have below the same time, and hardly any below another one, says what that time
 * is and nothing of the tasks. It is taken away, with rows that hold nothing else.
 */
export function leaveOutWordsOfTimes(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  const near = [headers, ...table.above.slice(-1).map(({ cells }) => cells)]
  const places = headers.flatMap((_, at) => (near.some((cells) => isPeriod(cells[at] ?? '')) ? [at] : []))
  if (places.length < FEWEST_TIMES || table.rows.length < FEWEST_ROWS) return []
  const found = new Map(places.map((at) => [at, wordOfMost(table.rows, at)]))
  const words = new Set([...found.values()].filter((word) => word !== null))
  const said: string[] = []
  for (const word of words) {
    const own = new Set(places.filter((at) => found.get(at) === word))
    const isElsewhere = ({ cells }: SheetRow) => places.some((at) => !own.has(at) && textAt(cells, at) === word)
    // Who works in all rows of a week may work in another one.
    if (own.size > places.length / 2 || table.rows.some(isElsewhere)) continue
    for (const { cells } of table.rows) for (const at of own) if (textAt(cells, at) === word) cells[at] = ''
    said.push(
      `${quoted(word)} stands below ${quoted(near.map((cells) => textAt(cells, [...own][0] ?? 0)).find((text) => text !== '') ?? '')} in most rows; it is read as what that time is, and as no mark.`,
    )
  }
  if (said.length > 0) table.leaveOut(table.rows.filter(({ cells }) => cells.every((cell) => cell.trim() === '')))
  return said
}

const textAt = (cells: readonly string[], at: number) => (cells[at] ?? '').trim()

function wordOfMost(rows: readonly SheetRow[], at: number): string | null {
  const texts = rows.map(({ cells }) => textAt(cells, at))
  const word = texts.find((text) => text !== '') ?? ''
  const isOne = texts.filter((text) => text === word).length >= MOST_ROWS * rows.length
  return isOne && WORD.test(word) ? word : null
}
