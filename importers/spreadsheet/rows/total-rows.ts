import type { ColumnSet } from '../columns/column-set.ts'
import type { SheetField } from '../columns/header-fields.ts'
import type { SheetRow } from '../sheet-table.ts'
import { filledCells } from './arranged-row.ts'

const TOTALS = new Set(
  `total|totals|grand total|subtotal|sub total|sub-total|overall total|project total|total duration|total days|total hours|total días|total dias|total horas|total jours|total heures|gesamtdauer|total giorni|total ore|sum|summe|gesamt|gesamtsumme
|zwischensumme|total général|sous-total|total general|suma|soma|totale|totale generale|somma|totaal|subtotaal|razem|łącznie|celkem|součet|totalt|summa|i alt|sum i alt|toplam|genel toplam|итого|всего|cəmi|yhteensä|összesen|mindösszesen|kokku|kopā|iš viso|viso|ukupno|sveukupno|skupaj|spolu|celkom|общо|всичко|укупно|сума|разом|усього|всього|підсумок|σύνολο|γενικό σύνολο|μερικό σύνολο|total general|jumlah|jumlah total|total keseluruhan|tổng|tổng cộng|cộng|รวม|รวมทั้งหมด|รวมทั้งสิ้น|المجموع|الإجمالي|الاجمالي|إجمالي|סה"כ|סך הכל|סה״כ|جمع|جمع کل|مجموع|कुल|कुल योग|योग|подытог|итог|общий итог|合計|小計|総計|合计|总计|小计|總計|합계|총계|소계`
    .replaceAll('\n', '')
    .split('|'),
)
/** `Sub-total A`, `Total phase 2`: totals of what stands above, where the line has neither a number nor dates. */
const PART_TOTAL =
  /^(?:sub-? ?totals?|zwischensumme|sous-totaux?|subtotaal|suma parcial|小計|小计|소계)(?!\p{L})|^(?:total|gesamt|summe|totaal|totale|suma|razem)\s+(?:(?:for|of|phase|section|part|stage|lot|los|abschnitt|etapa|fase|étape)(?!\p{L}).{0,60}|\p{L}|\p{L}?\d[\d.]{0,6})$/iu
const OF_TASKS: readonly SheetField[] = ['predecessors', 'assignee', 'parent']
const OF_PARTS: readonly SheetField[] = ['id', 'start', 'finish']

/** A line called Total that holds nothing a task would: no dates' order, nobody, nothing before it. */
export function isTotal(row: SheetRow, columns: ColumnSet): boolean {
  const name = columns.steppedCell(row, 'name').text.trim()
  const called = name === '' ? (filledCells(row, 1)[0] ?? '') : name
  const isWhole = TOTALS.has(called.toLowerCase().replace(/\s*[:：]$/, ''))
  if (!isWhole && !PART_TOTAL.test(called)) return false
  const isBlank = (field: SheetField) => columns.cells(row, field).every((cell) => cell.trim() === '')
  // The word alone is one outside the column of names.
  const isAlone = filledCells(row, 2).length === 1 && (!isWhole || name !== '')
  return !isAlone && ([...OF_TASKS, ...(isWhole ? [] : OF_PARTS)] as const).every(isBlank)
}

/** `Total MVP` below rows that have dates, without any. */
export function isLastTotal(row: SheetRow, columns: ColumnSet): boolean {
  const isBlank = (field: SheetField) => columns.cells(row, field).every((cell) => cell.trim() === '')
  const called = columns.steppedCell(row, 'name').text.trim() || (filledCells(row, 1)[0] ?? '')
  return (
    columns.has('start') &&
    (TOTALS.has(called.toLowerCase().replace(/\s*[:：]$/, '')) ||
      /^(?:grand |sub-?)?totals?\b.{0,40}$/i.test(called)) &&
    [...OF_TASKS, 'start' as const, 'finish' as const].every(isBlank)
  )
}
