import type { RawTask } from '../../raw-project.ts'

type OpenTask = { level: number; wbs: string | null; children: number }

/** The planner itself takes no longer codes. */
const LONGEST_WBS = 255

/**
 * Gives the tasks without a WBS code of their own the code that the planner shows for them: the code above, and their
 * place among the tasks there (1, 1.1, 1.2, 2 …). The rows must be in the order of the screen.
 */
export function numberOutline(tasks: readonly RawTask[]): void {
  const open: OpenTask[] = [{ level: 0, wbs: '', children: 0 }]
  for (const task of tasks) {
    while (open.length > 1 && (open.at(-1)?.level ?? 0) >= task.outlineLevel) open.pop()
    const above = open.at(-1)
    if (above === undefined) return
    above.children += 1
    if (task.wbs === null && above.wbs !== null) {
      const wbs = above.wbs === '' ? String(above.children) : `${above.wbs}.${above.children}`
      task.wbs = wbs.length > LONGEST_WBS ? null : wbs
    }
    open.push({ level: task.outlineLevel, wbs: task.wbs, children: 0 })
  }
}
