import type { SheetTable } from '../sheet-table.ts'
import { decodeText } from './decode-text.ts'
import { sniffSeparator } from './sniff-separator.ts'
import { splitDelimited } from './split-delimited.ts'

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
  splitDelimited(text, separator, (line, cells) => {
    if (announced === undefined || line > 1) table.add(line, cells)
  })
  return warnings
}
