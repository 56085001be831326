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
  const at = table.rows.findLastIndex((row) => {
    const [word = '', ...others] = filled(row)
    return others.length === 0 && LEGEND.test(word.trim())
  })
  if (at < 1) return []
  const lines = table.rows.slice(at)
  const areShort = lines.every(
    (row) => filled(row).length <= MOST_CELLS && filled(row).every((cell) => !/\d{4}/.test(cell)),
  )
  if (!areShort) return []
  table.leaveOut(lines)
  return lines
}
