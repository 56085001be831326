const SEPARATORS = [',', ';', '\t', '|'] as const
const SNIFFED_LINES = 20
const SNIFFED_CHARACTERS = 50_000

export type Separator = (typeof SEPARATORS)[number]

/**
 * The separator that cuts the header into most columns while the lines below agree with it: a comma inside names must
 * not win over the semicolons between columns.
 */
export function sniffSeparator(text: string): Separator {
  const lines = countByLine(text.slice(0, SNIFFED_CHARACTERS))
  let best: Separator = ','
  let bestScore = 0
  for (const [index, separator] of SEPARATORS.entries()) {
    const header = lines[0]?.[index] ?? 0
    const agreeing = lines.filter((counts) => counts[index] === header).length
    const score = header * (agreeing / Math.max(1, lines.length))
    if (score > bestScore) {
      best = separator
      bestScore = score
    }
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
