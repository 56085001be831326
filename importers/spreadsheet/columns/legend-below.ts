import { dayInAnyOrder } from '../cells/parse-date.ts'
import type { SheetRow, SheetTable } from '../sheet-table.ts'

const LEGEND =
  /^(?:(?:colou?rs? )?(?:key|legend)|colou?rs? (?:coding|codes?)|legende|farblegende|l[ée]gende|leyenda|legenda|легенда|凡例|图例|圖例|범례)\s*[:：]?$/iu
const MOST_CELLS = 2

/**
 * The key of a chart: what its colours mean, a line each below a word for it. Its samples are coloured like the bars and are none, so it
 * goes before these are read. Returns its lines.
 */
export function leaveOutLegend(table: SheetTable): readonly SheetRow[] {
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell !== '' && cell.trim() !== '')
  const at = table.rows.findLastIndex((row, index) => {
    const [word = '', ...others] = filled(row)
    if (!LEGEND.test(word.trim())) return false
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
