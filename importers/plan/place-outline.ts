/**
 * Parents from outline levels in file order: the parent of a row is the nearest row above it with a smaller level. A
 * jump over several levels hangs the row under the row before it. Returns the index of each row's parent, -1 for none.
 */
export function placeOutline(levels: readonly number[]): Int32Array {
  const parents = new Int32Array(levels.length)
  const open: number[] = []
  for (let index = 0; index < levels.length; index += 1) {
    const level = levels[index] ?? 1
    while (open.length > 0 && (levels[open.at(-1) ?? 0] ?? 1) >= level) open.pop()
    parents[index] = open.at(-1) ?? -1
    open.push(index)
  }
  return parents
}
