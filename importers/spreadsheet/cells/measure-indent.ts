/** Signs that people put before names instead of blanks, parted from the name by one: `-- Draw`, `» Draw`, `└ Draw`. */
const MARKS = /^([-–—>»•*→↳└]{1,9})[ \t\u00a0]+(?=\S)/u

/** `.env anlegen`, `.gitignore`, `.NET`: what is called so begins with its dot. */
const CALLED_WITH_DOT = /^\.(?:[a-z]{2,4}(?![A-Za-z])|NET(?![A-Za-z])|(?:git|docker|eslint|htaccess)[a-z]*)/

/**
 * A name without its indentation, and its depth: two blanks, one tab, one dot or one sign before the name are one level each.
 */
export function measureIndent(cell: string): { depth: number; name: string; isMarked: boolean } {
  let blanks = 0
  let levels = 0
  let at = 0
  for (; at < cell.length; at += 1) {
    const character = cell[at]
    if (character === ' ' || character === '\u00a0') blanks += 1
    else if (character === '\t' || (character === '.' && !isOfName(cell, at))) levels += 1
    else break
  }
  const name = cell.slice(at).trim()
  const marks = MARKS.exec(name)
  const depth = levels + Math.floor(blanks / 2) + (marks?.[1]?.length ?? 0)
  return { depth, name: name.slice(marks?.[0].length ?? 0), isMarked: marks !== null }
}

function isOfName(cell: string, at: number): boolean {
  return cell[at - 1] !== '.' && CALLED_WITH_DOT.test(cell.slice(at, at + SAMPLED_CHARACTERS))
}
const SAMPLED_CHARACTERS = 12
