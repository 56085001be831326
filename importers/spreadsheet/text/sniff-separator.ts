import { exactHeader } from '../columns/header-fields.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const
const SNIFFED_LINES = 20
const SNIFFED_CHARACTERS = 50_000
/** Columns that must be known before words below the first line say what parts them. */
const FEWEST_KNOWN = 2

export type Separator = (typeof SEPARATORS)[number]

/**
 * The separator that cuts the header into most columns while the lines below agree with it: a comma inside names must
 * not win over the semicolons between columns. Where a title stands above the header, it is the one between words that
 * are known as headers.
 */
export function sniffSeparator(text: string): Separator {
  const sample = text.slice(0, SNIFFED_CHARACTERS)
  const found = byFirstLine(sample)
  if (knownHeaders(sample, found) > 0) return found
  const known = SEPARATORS.map((separator) => knownHeaders(sample, separator))
  const most = Math.max(...known)
  return most < FEWEST_KNOWN ? found : (SEPARATORS[known.indexOf(most)] ?? found)
}

/** How many cells of one line are headers, of the line that has most of them. */
function knownHeaders(sample: string, separator: Separator): number {
  const lines = sample.split(/\r?\n/, SNIFFED_LINES)
  return Math.max(...lines.map((line) => line.split(separator).filter((cell) => exactHeader(cell) !== null).length))
}

function byFirstLine(sample: string): Separator {
  const lines = countByLine(sample)
  const [first, score] = bestOf(lines, (index) => lines[0]?.[index] ?? 0)
  // A title above the header may have none of what parts the columns, or a comma.
  if (score >= LEAST_SCORE) return first
  return bestOf(lines, (index) => lines.find((counts) => (counts[index] ?? 0) > 0)?.[index] ?? 0)[0]
}
const LEAST_SCORE = 0.5

function bestOf(lines: readonly number[][], headerCount: (index: number) => number): [Separator, number] {
  let best: [Separator, number] = [',', 0]
  for (const [index, separator] of SEPARATORS.entries()) {
    const header = headerCount(index)
    const agreeing = lines.filter((counts) => counts[index] === header).length
    const score = header * (agreeing / Math.max(1, lines.length))
    if (score > best[1]) best = [separator, score]
  }
  return best
}

/** For each line that is neither blank nor a comment, how often each separator stands outside quotes. */
function countByLine(text: string): number[][] {
  const lines: number[][] = []
  let counts = [0, 0, 0, 0]
  let isQuoted = false
  let first = ''
  for (let i = 0; i <= text.length && lines.length < SNIFFED_LINES; i += 1) {
    const character = text[i] ?? '\n'
    if (character === '"') isQuoted = !isQuoted
    const column = SEPARATORS.indexOf(character as Separator)
    if (column >= 0 && !isQuoted) counts[column] = (counts[column] ?? 0) + 1
    if (first === '' && character.trim() !== '') first = character
    if (character !== '\n' || isQuoted) continue
    if (first !== '' && first !== '#') lines.push(counts)
    counts = [0, 0, 0, 0]
    first = ''
  }
  return lines
}
