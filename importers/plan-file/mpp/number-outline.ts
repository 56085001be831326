import type { RawTask } from '../raw-project.ts'

/**
 * Outline numbers (1, 1.1, 1.2, 2 …) as WBS codes, for plans in which no task has a code of its own: the planner shows
 * these numbers there. The rows must be in the order of the screen.
 */
export function numberOutline(tasks: readonly RawTask[]): void {
  if (tasks.some((task) => task.wbs !== null)) return
  const open: { level: number; code: string; children: number }[] = [{ level: 0, code: '', children: 0 }]
  for (const task of tasks) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= task.outlineLevel) open.pop()
    const parent = open.at(-1)
    if (parent === undefined) return
    parent.children += 1
    task.wbs = parent.code === '' ? String(parent.children) : `${parent.code}.${parent.children}`
    open.push({ level: task.outlineLevel, code: task.wbs, children: 0 })
  }
}
