/** A name without its indentation, and its depth: two blanks, one tab or one dot are one level each. */
export function measureIndent(cell: string): { depth: number; name: string } {
  let blanks = 0
  let levels = 0
  let at = 0
  for (; at < cell.length; at += 1) {
    const character = cell[at]
    if (character === ' ' || character === '\u00a0') blanks += 1
    else if (character === '\t' || character === '.') levels += 1
    else break
  }
  return { depth: levels + Math.floor(blanks / 2), name: cell.slice(at).trim() }
}
