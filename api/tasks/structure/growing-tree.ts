import type { TaskValues } from '../task-values.ts'
import type { Placement, Tree } from './place-task.ts'

type Parent = Awaited<ReturnType<Tree['findParent']>>

/** The stored tree with rows that are still to be stored; each level and parent is asked of the database once. */
export class GrowingTree implements Tree {
  readonly #stored: Tree
  readonly #parents = new Map<string, Parent>()
  /** The next label of each level that was asked for, by the path of its parent. */
  readonly #labels = new Map<string, number>()

  constructor(stored: Tree) {
    this.#stored = stored
  }

  async findParent(id: string): Promise<Parent> {
    if (!this.#parents.has(id)) this.#parents.set(id, await this.#stored.findParent(id))
    return this.#parents.get(id)
  }

  async nextLabel(parentPath: readonly number[]): Promise<number> {
    const level = parentPath.join('.')
    const known = this.#labels.get(level) ?? (await this.#stored.nextLabel(parentPath))
    this.#labels.set(level, known)
    return known
  }

  /** Takes a new row in, in the place that this tree gave it. */
  grow(id: string, { parentId, isSubtask, wbsOrder }: Placement, values: TaskValues): void {
    const label = wbsOrder[wbsOrder.length - 1] as number
    this.#labels.set(wbsOrder.slice(0, -1).join('.'), label + 1)
    // Nothing stands below it yet.
    this.#labels.set(wbsOrder.join('.'), 1)
    const { is_milestone, governance_class } = values
    const own = { is_subtask: isSubtask, is_milestone, wbs_order: wbsOrder, governance_class }
    this.#parents.set(id, { ...own, has_structural_child: false })
    const parent = parentId === null ? undefined : this.#parents.get(parentId)
    if (parent !== undefined && !isSubtask)
      this.#parents.set(parentId as string, { ...parent, has_structural_child: true })
  }
}
