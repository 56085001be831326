interface Placeable {
  /** Its name within the list, not the id of a row. */
  readonly id: string
  readonly parent: string | null
}

/** A task of a list with the labels of its WBS path, outermost first. */
export interface PlacedTask<T extends Placeable> {
  readonly task: T
  readonly wbsOrder: number[]
}

/**
 * Numbers the tree that a list of tasks describes, from `firstLabel` at the top, and returns it in outline order, parents
 * before children. The order within a level is the list's; who names a parent that is not in it stands at the top.
 */
export function numberTree<T extends Placeable>(tasks: readonly T[], firstLabel: number): PlacedTask<T>[] {
  const known = new Set(tasks.map((task) => task.id))
  const children = Map.groupBy(tasks, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const placed: PlacedTask<T>[] = []
  const pending = (children.get(null) ?? []).map((task, index) => ({ task, wbsOrder: [firstLabel + index] })).reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    placed.push(next)
    const below = children.get(next.task.id) ?? []
    for (let index = below.length - 1; index >= 0; index--)
      pending.push({ task: below[index] as T, wbsOrder: [...next.wbsOrder, index + 1] })
  }
  return placed
}
