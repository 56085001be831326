import { quoted } from '../../plan/diagnostics.ts'
import { unitNamed } from '../cells/duration-units.ts'
import { putCell, type SheetTable } from '../sheet-table.ts'
import { filledTexts } from './column-texts.ts'
import { exactHeader, type SheetField } from './header-fields.ts'

const UNIT =
  /^(?:time |duration )?(?:units?|uom)$|^(?:zeit)?einheit$|^unité$|^unidade?$|^unità$|^eenheid$|^单位$|^単位$|^單位$|^단위$|^единица|^ед\. ?изм/iu
const LASTING: readonly SheetField[] = ['duration', 'optimistic', 'most_likely', 'pessimistic']

/** `Duration | Unit` with `3 | weeks`: the unit of each row, where all of them are units of time, goes behind its bare numbers. */
export function unitsOfRows(table: SheetTable): string[] {
  const headers = table.header?.cells ?? []
  const at = headers.findIndex((header) => UNIT.test(header.trim()))
  const units = filledTexts(table.rows, at)
  if (at < 0 || units.length === 0 || !units.every((unit) => unitNamed(unit) !== null)) return []
  const places = headers.flatMap((header, index) => {
    const field = exactHeader(header)?.field
    return field !== undefined && LASTING.includes(field) ? [index] : []
  })
  if (places.length === 0) return []
  for (const { cells } of table.rows) {
    const unit = (cells[at] ?? '').trim()
    for (const place of places) {
      const cell = (cells[place] ?? '').trim()
      if (unit !== '' && /^\d+(?:[.,]\d+)?$/.test(cell)) putCell(cells, place, `${cell} ${unit}`)
    }
  }
  table.readInto(at)
  return [`Column ${quoted((headers[at] ?? '').trim())} holds the unit of each row.`]
}
