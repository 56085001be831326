import { dayInAnyOrder } from '../cells/parse-date.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'
import { exactHeader } from './header-fields.ts'

const LEGEND =
  /^(?:(?:colou?rs? )?(?:key|legend)|colou?rs? (?:coding|codes?)|legende|farblegende|l[ée]gende|leyenda|legenda|легенда|凡例|图例|圖例|범례)\s*[:：]?$/iu
const MOST_CELLS = 2

/**
 * The key of a chart: what its colours mean, a line each below a word for it. Its samples are coloured like the bars and are none, so it
 * goes before these are read. Returns its lines.
 */
export function leaveOutLegend(table: SheetTable): readonly SheetRow[] {
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell !== '' && cell.trim() !== '')
  const samples = samplesBelowHeader(table, filled)
  if (samples.length > 0) {
    table.leaveOut(samples)
    return samples
  }
  const at = table.rows.findLastIndex((row, index) => {
    // Of nearly every row only its first text has to be looked at.
    const word = row.cells.find((cell) => cell !== '' && cell.trim() !== '') ?? ''
    if (!LEGEND.test(word.trim())) return false
    const others = filled(row).slice(1)
    // What the samples mean may stand beside the word.
    const isApart = /[:：]$/.test(word.trim()) || row.line - (table.rows[index - 1]?.line ?? 0) > 1
    return others.length === 0 || (isApart && others.every((text) => /\p{L}{2}/u.test(text)))
  })
  if (at < 1) return []
  const lines = table.rows.slice(at)
  const areShort = lines
    .slice(1)
    .every(
      (row) => filled(row).length <= MOST_CELLS && filled(row).every((cell) => dayInAnyOrder(cell.trim()) === null),
    )
  if (!areShort) return []
  table.leaveOut(lines)
  return lines
}

/** `Tasks` alone right below the times of a chart that has no header for its names, and below its legend. Returns its line. */
export function leaveOutHeaderBelow(table: SheetTable): readonly SheetRow[] {
  const [first] = table.rows
  if (!table.namesBesideChart || first === undefined || table.rows.length < FEWEST_ROWS) return []
  const filled = first.cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const header = filled.length === 1 ? exactHeader(filled[0] ?? '') : null
  if (header?.field !== 'name' || header.isGuess === true || header.isWeak === true) return []
  table.leaveOut([first])
  return [first]
}
const FEWEST_ROWS = 3

/** A legend on top, beside the times of the chart: `Legend` right above the header, and samples up to the first blank line below it. */
function samplesBelowHeader(
  { above, header, rows }: SheetTable,
  filled: (row: SheetRow) => readonly string[],
): readonly SheetRow[] {
  const word = above.at(-1)
  if (header === null || word === undefined || header.line - word.line !== 1) return []
  if (filled(word).length !== 1 || !LEGEND.test(filled(word)[0]?.trim() ?? '')) return []
  const end = rows.findIndex(({ line }, index) => line - header.line !== index + 1)
  const samples = rows.slice(0, Math.max(0, end))
  return samples.every((row) => filled(row).length <= MOST_CELLS) ? samples : []
}
