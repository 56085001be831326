/** A line of the screen: a task, or null where the line is blank. */
type Line<Task> = { row: number; task: Task | null }

export type TaskOrder<Task> = {
  /** Tasks with the key that sorts them. */
  keyed: { key: bigint; task: Task }[]
  /** Lines that name their own number. */
  placed: Line<Task>[]
}

/**
 * Puts tasks into the order of the screen and numbers them. The numbers in the rows are stale in newer plans, so the
 * keys decide; only placed lines keep their number, and the other tasks flow around them.
 */
export function orderTasks<Task>({ keyed, placed }: TaskOrder<Task>, firstRow: number): { row: number; task: Task }[] {
  const sorted = [...keyed].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const waiting = [...placed].sort((a, b) => a.row - b.row)
  const lines: { row: number; task: Task }[] = []
  let row = firstRow
  let placedCount = 0
  const takePlaced = (isDue: (line: Line<Task>) => boolean) => {
    for (let line = waiting[placedCount]; line !== undefined && isDue(line); line = waiting[placedCount]) {
      if (line.task !== null) lines.push({ row, task: line.task })
      placedCount += 1
      row += 1
    }
  }
  for (const { task } of sorted) {
    takePlaced((line) => line.row <= row)
    lines.push({ row, task })
    row += 1
  }
  takePlaced(() => true)
  return lines
}
