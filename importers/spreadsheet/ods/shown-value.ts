import type { XmlAttributes } from '../../xml/parse-xml.ts'
import { unitNamed } from '../cells/duration-units.ts'

const HOURS_PER_DAY = 24
const TIME = /^-?P(?:(\d{1,6})D)?T(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,7})(?:[.,]\d{1,12})?S)?$/
/** What stands in a cell whose formula has no result. */
const ERROR = /^(?:#(?:REF|N\/A|NAME\?|DIV\/0|VALUE|NUM|NULL)[!?]?|Err:\d{3})/i

/** What a cell shows, from the value that it holds and from its text, in the words in which a workbook's cells are read. */
export function shownValue(attributes: XmlAttributes, text: string): string {
  if (attributes['calcext:value-type'] === 'error' || ERROR.test(text)) return ''
  const value = attributes['office:value'] ?? ''
  switch (attributes['office:value-type']) {
    case 'float':
    case 'currency':
      return numberShown(value, text)
    case 'percentage':
      return Number.isFinite(Number(value)) && value !== '' ? `${Number((Number(value) * 100).toFixed(6))}%` : ''
    case 'date':
      return dateShown(attributes['office:date-value'] ?? '')
    case 'time':
      return timeShown(attributes['office:time-value'] ?? '', text)
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE'
    default:
      return text === '' ? (attributes['office:string-value'] ?? '') : text
  }
}

/**
 * A number as it stands, with the unit that its format shows. Programs take `2,6` for a number where people meant two
 * references: it stays as it is shown.
 */
function numberShown(value: string, text: string): string {
  const number = Number(value)
  if (value === '' || !Number.isFinite(number)) return ''
  const shown = text.trim()
  if (/^\d{1,6},\d{1,2}$/.test(shown) && Number(shown.replace(',', '.')) === number) return shown
  const unit = /^[-\d.,'’\s\u00a0\u202f]+?\s*(\p{L}[\p{L}.]{0,20})$/u.exec(shown.slice(0, 60))?.[1]
  return unit !== undefined && unitNamed(unit) !== null ? `${number} ${unit}` : String(number)
}

/** The day of a moment; day nought of the programs is none that anybody meant. */
function dateShown(value: string): string {
  return /^\d{4}-\d{2}-\d{2}/.test(value) && value > '1900' ? value.slice(0, 10) : ''
}

/** Hours past a day are a length, as a workbook's `[h]` is; a time of day stays as it is shown. */
function timeShown(value: string, text: string): string {
  const [, days, hours, minutes] = TIME.exec(value) ?? []
  const total = Number(days ?? 0) * HOURS_PER_DAY + Number(hours ?? 0) + Number(minutes ?? 0) / 60
  return total >= HOURS_PER_DAY ? `${Number(total.toFixed(4))} hours` : text
}
