// Which tasks an uncertainty is meant for, by what people know of them, and which of them hang together.

import type { UncertaintyGroup } from './uncertainty.ts'

/** What is known of a task beside its columns. */
export interface TaskFacts {
  /** Its outline codes: its place in the tree, and the code of its file where that differs. */
  readonly wbs: readonly string[]
  readonly labels: readonly string[]
  readonly percentComplete: number
}

/** Everything that is not named is meant. */
export interface TaskScope {
  /** A code stands for all below it. */
  readonly wbs?: string | undefined
  readonly label?: string | undefined
  /** At least so much is done. */
  readonly percentFrom?: number | undefined
  /** Less than so much is done. */
  readonly percentBelow?: number | undefined
}

export type GroupKind = 'all' | 'wbs' | 'label'

/** The tasks that a scope means. */
export function tasksIn(facts: readonly TaskFacts[], scope: TaskScope): number[] {
  const label = scope.label?.toLowerCase()
  return facts.flatMap(({ wbs, labels, percentComplete }, task) => {
    const isPlaced = scope.wbs === undefined || wbs.some((code) => isAtOrBelow(code, scope.wbs as string))
    const isLabelled = label === undefined || labels.some((each) => each.toLowerCase() === label)
    const isWithin =
      percentComplete >= (scope.percentFrom ?? 0) && percentComplete < (scope.percentBelow ?? Number.POSITIVE_INFINITY)
    return isPlaced && isLabelled && isWithin ? [task] : []
  })
}

/** Groups by phase of the first level, by label, or all tasks in one. A task with several labels is in the group of its first. */
export function groupTasks(facts: readonly TaskFacts[], kind: GroupKind): UncertaintyGroup[] {
  const groups = new Map<string, number[]>()
  for (const [task, { wbs, labels }] of facts.entries()) {
    const id = kind === 'all' ? 'all tasks' : kind === 'wbs' ? wbs[0]?.split('.')[0] : labels[0]
    if (id === undefined || id === '') continue
    const group = groups.get(id)
    if (group === undefined) groups.set(id, [task])
    else group.push(task)
  }
  return [...groups].map(([id, tasks]) => ({ id, tasks }))
}

/** Codes by place in the tree, of tasks in the order of the file. */
export function outlineCodes(parents: readonly (string | null | undefined)[], ids: readonly string[]): string[] {
  const children = new Map<string, number>()
  const codeOf = new Map<string, string>()
  const indexOf = new Map(ids.map((id, index) => [id, index]))
  const numbers = ids.map((_, index) => {
    const parent = parents[index] ?? ''
    const number = (children.get(parent) ?? 0) + 1
    children.set(parent, number)
    return number
  })
  const codeAt = (index: number): string => {
    // Parents may stand below their children, but never in a circle: that is refused before.
    const path: number[] = []
    for (let at: number | undefined = index; at !== undefined && path.length <= ids.length; ) {
      path.unshift(numbers[at] as number)
      const parent: string | null | undefined = parents[at]
      at = parent == null ? undefined : indexOf.get(parent)
    }
    return path.join('.')
  }
  return ids.map((id, index) => {
    const parent = parents[index]
    const above = parent == null ? undefined : codeOf.get(parent)
    const code = parent != null && above !== undefined ? `${above}.${numbers[index]}` : codeAt(index)
    codeOf.set(id, code)
    return code
  })
}

function isAtOrBelow(code: string, wanted: string): boolean {
  return code === wanted || code.startsWith(`${wanted}.`)
}
