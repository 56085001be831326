import type { SeedTask } from './seed-schema.ts'

/** A task at its place in the tree, parents before their children. */
export interface PlacedSeedTask {
  readonly task: SeedTask
  /** The nearest ancestor that the project holds. */
  readonly parent: string | null
  /** Labels of the WBS path, outermost first. */
  readonly wbsOrder: number[]
}

export interface SeedPlacement {
  readonly placed: readonly PlacedSeedTask[]
  /** Paths with letters, gaps in their line of parents or two spellings of one number are counted anew. */
  readonly isRenumbered: boolean
}

/** Lays the tasks of a project out as a tree in natural order of their paths. Numbers stay as they are where they can. */
export function placeSeedTasks(tasks: readonly SeedTask[]): SeedPlacement {
  const paths = new Set(tasks.map((task) => task.wbs_path))
  const keepsNumbers = tasks.every(({ wbs_path }) => isPlainPath(wbs_path, paths))
  const sorted = tasks.map((task) => ({ task, parts: task.wbs_path.split('.') })).sort(comparePaths)
  const childCount = new Map<string | null, number>()
  const orderOf = new Map<string, number[]>()
  const placed = sorted.map(({ task, parts }): PlacedSeedTask => {
    const parent = parentPath(task.wbs_path, paths)
    const label = (childCount.get(parent) ?? 0) + 1
    childCount.set(parent, label)
    const counted = [...(parent === null ? [] : (orderOf.get(parent) as number[])), label]
    const wbsOrder = keepsNumbers ? parts.map(Number) : counted
    orderOf.set(task.wbs_path, wbsOrder)
    return { task, parent, wbsOrder }
  })
  return { placed, isRenumbered: !keepsNumbers && placed.some((row) => row.wbsOrder.join('.') !== row.task.wbs_path) }
}

/** The path of the nearest ancestor that is in the project. */
export function parentPath(path: string, paths: ReadonlySet<string>): string | null {
  let dot = path.lastIndexOf('.')
  while (dot >= 0) {
    const parent = path.slice(0, dot)
    if (paths.has(parent)) return parent
    dot = parent.lastIndexOf('.')
  }
  return null
}

function isPlainPath(path: string, paths: ReadonlySet<string>): boolean {
  if (!/^[1-9]\d{0,8}(\.[1-9]\d{0,8})*$/.test(path)) return false
  const dot = path.lastIndexOf('.')
  return dot < 0 || paths.has(path.slice(0, dot))
}

interface Sortable {
  readonly parts: readonly string[]
}

/** Numbers by their value and before words; a parent before its children. */
function comparePaths(left: Sortable, right: Sortable): number {
  for (let at = 0; at < Math.min(left.parts.length, right.parts.length); at += 1) {
    const order = compareParts(left.parts[at] as string, right.parts[at] as string)
    if (order !== 0) return order
  }
  return left.parts.length - right.parts.length
}

function compareParts(left: string, right: string): number {
  if (left === right) return 0
  const [a, b] = [/^\d+$/.test(left), /^\d+$/.test(right)]
  if (a && b && Number(left) !== Number(right)) return Number(left) - Number(right)
  if (a !== b) return a ? -1 : 1
  return left < right ? -1 : 1
}
