export type OrderedRow = { sortKey: bigint; row: number | null }

/**
 * Puts tasks into the order of the screen and numbers them. The numbers in the rows are stale in newer plans, so the
 * sort keys decide; only blank lines name their own number, and tasks flow around them.
 */
export function orderTasks<Task extends OrderedRow>(
  tasks: readonly Task[],
  blankRows: readonly number[],
  firstRow: number,
): Task[] {
  const ordered = [...tasks].sort((a, b) => (a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0))
  const blanks = [...blankRows].sort((a, b) => a - b)
  let row = firstRow
  let blanksPassed = 0
  for (const task of ordered) {
    while (blanksPassed < blanks.length && (blanks[blanksPassed] ?? 0) <= row) {
      blanksPassed += 1
      row += 1
    }
    task.row = row
    row += 1
  }
  return ordered
}
