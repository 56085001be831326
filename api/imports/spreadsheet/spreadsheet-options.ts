import { z } from 'zod'
import { OUTLINES, type OutlineWish } from '../../../importers/spreadsheet/outlines.ts'
import { fieldError } from '../../platform/errors.ts'

const DATE_ORDERS = ['auto', 'mdy', 'dmy', 'iso'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

export interface SpreadsheetOptions extends Record<string, unknown> {
  readonly column_map?: Readonly<Record<string, string>>
  readonly date_order?: DateOrder
  readonly header_row?: number
  readonly sheet?: string
  readonly last_row?: number
  readonly outline?: OutlineWish
}

export const spreadsheetForm = {
  column_map: z
    .string()
    .optional()
    .describe(
      'JSON object of header to field, for columns that the preview reads wrongly: `{"Aufwand": "duration"}`; `@C` is the third column',
    ),
  date_order: z.enum(DATE_ORDERS).optional().describe('of dates such as 03/04/2026; auto looks at the whole column'),
  header_row: z.string().optional().describe('the line of the header as a spreadsheet shows it; the first is 1'),
  last_row: z.string().optional().describe('the last line of the plan; what stands below it is not read'),
  outline: z
    .enum(OUTLINES)
    .optional()
    .describe(
      'what tells which rows head others: nothing, indented names, outline codes, bold names or those with a background; found by what the sheet holds when absent',
    ),
  sheet: z
    .string()
    .optional()
    .describe(
      'the name of the sheet of a workbook that holds the plan, hidden or not; found by what it holds when absent',
    ),
}

/** Form fields of a spreadsheet upload. A malformed `column_map` is a field error rather than silently ignored. */
export function spreadsheetOptions(fields: Readonly<Record<string, string>>): SpreadsheetOptions {
  const { column_map: columnMap, date_order: askedOrder, header_row: headerRow, last_row: lastRow, sheet } = fields
  const dateOrder = DATE_ORDERS.find((order) => order === askedOrder)
  if (askedOrder !== undefined && dateOrder === undefined)
    throw fieldError('date_order', `Use one of ${DATE_ORDERS.join(', ')}.`)
  const outline = OUTLINES.find((one) => one === fields.outline)
  if (fields.outline !== undefined && fields.outline !== '' && outline === undefined)
    throw fieldError('outline', `Use one of ${OUTLINES.join(', ')}.`)
  return {
    ...(columnMap === undefined || columnMap === '' ? {} : { column_map: parseColumnMap(columnMap) }),
    ...(dateOrder === undefined ? {} : { date_order: dateOrder }),
    ...(headerRow === undefined || headerRow === '' ? {} : { header_row: parseLine('header_row', headerRow) }),
    ...(lastRow === undefined || lastRow === '' ? {} : { last_row: parseLine('last_row', lastRow) }),
    ...(outline === undefined || outline === 'auto' ? {} : { outline }),
    ...(sheet === undefined || sheet.trim() === '' ? {} : { sheet }),
  }
}

/** A line as a spreadsheet shows it. */
function parseLine(field: string, text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text.trim())) throw fieldError(field, 'Use the number of a line; the first is 1.')
  return Number(text)
}

function parseColumnMap(text: string): Record<string, string> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw fieldError('column_map', 'Must be a JSON object of header to field.')
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw fieldError('column_map', 'Must be a JSON object of header to field.')
  const map: Record<string, string> = Object.create(null)
  for (const [header, field] of Object.entries(value)) {
    if (typeof field !== 'string') throw fieldError('column_map', `The field of "${header}" must be text.`)
    map[header] = field
  }
  return map
}
