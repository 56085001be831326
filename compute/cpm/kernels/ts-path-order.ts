/** As `SortMarked` says. */
export function sortByStart(
  tasks: Int32Array,
  startDay: Int32Array,
  isMarked: Uint8Array,
  leftOut: Int32Array,
): Int32Array {
  const without = new Set(leftOut)
  const marked = tasks.filter((task) => isMarked[task] === 1 && !without.has(task))
  // Places in the list are below 2^21 and starts far below 2^31, so that a key is exact.
  const keys = Float64Array.from(marked, (task, at) => startDay[task] * marked.length + at).sort()
  return marked.map((_, at) => marked[keys[at] - Math.floor(keys[at] / marked.length) * marked.length])
}
