/** Of names that are known, the one that was most likely meant; null where none is near. */
export function closestName(wrong: string, known: Iterable<string>): string | null {
  const most = Math.max(1, Math.floor(wrong.length / 4))
  let closest: string | null = null
  let least = most + 1
  for (const name of known) {
    if (Math.abs(name.length - wrong.length) >= least) continue
    const edits = editsBetween(wrong.toLowerCase(), name.toLowerCase())
    if (edits < least) [closest, least] = [name, edits]
  }
  return closest
}

/** Letters added, left out, exchanged, or swapped with their neighbour. */
export function editsBetween(from: string, to: string): number {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let row = 1; row <= from.length; row++) {
    const line = [row]
    for (let at = 1; at <= to.length; at++) {
      const isSame = from[row - 1] === to[at - 1]
      let least = Math.min(above[at]! + 1, line[at - 1]! + 1, above[at - 1]! + (isSame ? 0 : 1))
      const isSwapped = row > 1 && at > 1 && from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1]
      if (isSwapped) least = Math.min(least, before[at - 2]! + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[to.length]!
}
