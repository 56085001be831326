import { listLines } from '../rows/arrange-rows.ts'
import type { SheetTable } from '../sheet-table.ts'
import { decodeText } from './decode-text.ts'
import { sniffSeparator } from './sniff-separator.ts'
import { splitDelimited } from './split-delimited.ts'
import { joinUnquoted, mayLackQuotes, type SplitRow } from './unquoted-separators.ts'

const SEPARATOR_NAMES: Record<string, string> = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' }

/** Fills the table from CSV, TSV or any text with one separator. Returns what the reader of the result should know. */
export function readDelimited(bytes: Uint8Array, fileName: string, table: SheetTable): string[] {
  const { text, encoding, isGuessed } = decodeText(bytes)
  const warnings: string[] = []
  if (isGuessed) warnings.push(`The file is not UTF-8; it was read as ${encoding}. Check accented letters.`)
  // Spreadsheet programs announce their separator in a first line of its own.
  const announced = /^sep=([^\r\n])\r?\n/i.exec(text)?.[1]
  const separator = announced ?? sniffSeparator(text)
  const isExpected = separator === ',' || announced !== undefined || (separator === '\t' && /\.tsv$/i.test(fileName))
  if (!isExpected) warnings.push(`Columns are separated by ${SEPARATOR_NAMES[separator]}, not by commas.`)
  const add = (line: number, cells: string[]) => {
    if (announced === undefined || line > 1) table.add(line, cells)
  }
  if (!mayLackQuotes(text, separator)) {
    splitDelimited(text, separator, add)
    return warnings
  }
  const rows: SplitRow[] = []
  splitDelimited(text, separator, (line, cells) => {
    rows.push({ line, cells })
  })
  const { glued, merged } = joinUnquoted(announced === undefined ? rows : rows.slice(1), separator)
  for (const { line, cells } of rows) add(line, cells)
  if (glued.length > 0)
    warnings.push(
      `Cells are not quoted, and a separator with a blank behind it is taken for a part of its cell: lines ${listLines(glued)}.`,
    )
  if (merged.length > 0)
    warnings.push(
      `Lines with a cell more than there are headers have two of them put together, which is a guess: ${listLines(merged)}.`,
    )
  return warnings
}
