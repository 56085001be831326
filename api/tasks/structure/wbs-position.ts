/** The first path that sorts behind a row and everything below it. */
export function pathAfter(path: readonly number[]): number[] {
  const last = path[path.length - 1] as number
  return [...path.slice(0, -1), last + 1]
}

/** Numeric order of label paths: 1.9 before 1.10, a parent before its children. */
export function comparePaths(a: readonly number[], b: readonly number[]): number {
  const shared = Math.min(a.length, b.length)
  for (let level = 0; level < shared; level++) {
    const difference = (a[level] as number) - (b[level] as number)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
