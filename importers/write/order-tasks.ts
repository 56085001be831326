import type { PlanTask } from '../plan/imported-plan.ts'

export type OrderedTask = { task: PlanTask; level: number; outlineNumber: string; isSummary: boolean }

/**
 * Tasks in the order of an outline, each summary followed by what is inside it. Siblings keep their order. A parent that
 * is missing or runs in a circle counts as none, so that no task is lost.
 */
export function orderTasks(tasks: readonly PlanTask[]): OrderedTask[] {
  const ids = new Set(tasks.map((task) => task.id))
  const children = new Map<string | null, PlanTask[]>()
  for (const task of tasks) {
    const parent = task.parent !== null && ids.has(task.parent) && task.parent !== task.id ? task.parent : null
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [task])
    else siblings.push(task)
  }
  const ordered: OrderedTask[] = []
  const placed = new Set<string>()
  const open: OrderedTask[] = []
  const push = (siblings: readonly PlanTask[], level: number, prefix: string, firstNumber: number) => {
    for (let index = siblings.length - 1; index >= 0; index -= 1) {
      const task = siblings[index]
      if (task === undefined) continue
      const isSummary = children.has(task.id)
      open.push({ task, level, outlineNumber: `${prefix}${index + firstNumber}`, isSummary })
    }
  }
  const walk = () => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (placed.has(next.task.id)) continue
      placed.add(next.task.id)
      ordered.push(next)
      push(children.get(next.task.id) ?? [], next.level + 1, `${next.outlineNumber}.`, 1)
    }
  }
  const top = children.get(null) ?? []
  push(top, 1, '', 1)
  walk()
  // What is left hangs in a circle of parents; each is opened at the top.
  let number = top.length + 1
  for (const task of tasks) {
    if (placed.has(task.id)) continue
    push([task], 1, '', number)
    number += 1
    walk()
  }
  return ordered
}
