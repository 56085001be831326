import { comparePaths } from './wbs-position.ts'

export interface OutlineRow {
  readonly id: string
  readonly parent_id: string | null
  readonly wbs_order: number[]
  readonly is_subtask: boolean
  readonly is_milestone: boolean
  readonly assignee_id: string | null
}

interface Node {
  readonly row: OutlineRow
  parentId: string | null
  /** Last label of the path: the place among the children of the parent. */
  label: number
}

export interface PathChange {
  readonly id: string
  readonly parentId: string | null
  readonly path: number[]
}

/**
 * The live tree of a project in memory. Operations move nodes and number levels; `changes` returns the rows whose place
 * differs from what is stored. Everything is linear in the rows of the project.
 */
export class Outline {
  readonly #nodes = new Map<string, Node>()
  readonly #children = new Map<string | null, string[]>()

  constructor(rows: readonly OutlineRow[]) {
    for (const row of rows) {
      this.#nodes.set(row.id, { row, parentId: row.parent_id, label: row.wbs_order.at(-1) as number })
    }
    const sorted = [...rows].sort((a, b) => comparePaths(a.wbs_order, b.wbs_order))
    for (const row of sorted) this.#list(this.parentOf(row.id)).push(row.id)
  }

  find(id: string): OutlineRow | undefined {
    return this.#nodes.get(id)?.row
  }

  /** The row at a stored path, its labels joined with dots. */
  findByPath(path: string): OutlineRow | undefined {
    for (const node of this.#nodes.values()) if (node.row.wbs_order.join('.') === path) return node.row
    return undefined
  }

  parentOf(id: string): string | null {
    return (this.#nodes.get(id) as Node).parentId
  }

  /** Direct children in outline order. */
  childrenOf(parentId: string | null): readonly string[] {
    return this.#children.get(parentId) ?? []
  }

  hasStructuralChild(id: string): boolean {
    return this.childrenOf(id).some((child) => !this.find(child)?.is_subtask)
  }

  /** Whether `id` lies below `ancestorId`. */
  isBelow(id: string, ancestorId: string): boolean {
    for (let at = this.parentOf(id); at !== null; at = this.parentOf(at)) if (at === ancestorId) return true
    return false
  }

  /** Everything below a row (null: all rows) in outline order. */
  descendantsOf(id: string | null): string[] {
    const found: string[] = []
    const pending = [...this.childrenOf(id)].reverse()
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      found.push(next)
      pending.push(...[...this.childrenOf(next)].reverse())
    }
    return found
  }

  /** Puts a node among the children of a parent; `index` absent: behind the last, under the next free label. */
  move(id: string, parentId: string | null, index?: number): void {
    const node = this.#nodes.get(id) as Node
    const old = this.#list(node.parentId)
    old.splice(old.indexOf(id), 1)
    const level = this.#list(parentId)
    node.parentId = parentId
    node.label = this.#highestLabel(level) + 1
    level.splice(index ?? level.length, 0, id)
  }

  /** A new row in the tree at an index of a level; its path follows from `number`. */
  insert(row: OutlineRow, parentId: string | null, index: number): void {
    this.#nodes.set(row.id, { row, parentId, label: 0 })
    this.#list(parentId).splice(index, 0, row.id)
  }

  /** Takes a row out of the tree; what stands below it must be gone or move. */
  remove(id: string): void {
    const level = this.#list(this.parentOf(id))
    level.splice(level.indexOf(id), 1)
    this.#nodes.delete(id)
  }

  /** Labels a level 1 to n in its order. */
  number(parentId: string | null, order: readonly string[] = this.childrenOf(parentId)): void {
    this.#children.set(parentId, [...order])
    order.forEach((id, index) => {
      ;(this.#nodes.get(id) as Node).label = index + 1
    })
  }

  pathOf(id: string): number[] {
    const node = this.#nodes.get(id) as Node
    return node.parentId === null ? [node.label] : [...this.pathOf(node.parentId), node.label]
  }

  /** Rows whose path or parent differs from the stored one, in outline order. */
  changes(): PathChange[] {
    const changes: PathChange[] = []
    const visit = (parentId: string | null, above: readonly number[]): void => {
      for (const id of this.childrenOf(parentId)) {
        const { row, label } = this.#nodes.get(id) as Node
        const path = [...above, label]
        if (row.parent_id !== parentId || comparePaths(path, row.wbs_order) !== 0) changes.push({ id, parentId, path })
        visit(id, path)
      }
    }
    visit(null, [])
    return changes
  }

  #list(parentId: string | null): string[] {
    const known = this.#children.get(parentId)
    if (known) return known
    const made: string[] = []
    this.#children.set(parentId, made)
    return made
  }

  #highestLabel(level: readonly string[]): number {
    return level.reduce((highest, id) => Math.max(highest, this.#nodes.get(id)?.label ?? 0), 0)
  }
}
