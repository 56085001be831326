import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import type { GovernanceClass } from '../task-values.ts'
import { findParent, nextLabel } from './structure.queries.ts'

export interface Placement {
  readonly parentId: string | null
  readonly isSubtask: boolean
  readonly wbsOrder: number[]
  /** What a row that declares nothing takes over from its parent; null at the top. */
  readonly governance: GovernanceClass | null
}

/** What the tree is asked for the place of a new row. */
export interface Tree {
  findParent(id: string): Promise<Awaited<ReturnType<typeof findParent>>>
  /** The label after the last one at a level; of the top for an empty path. */
  nextLabel(parentPath: readonly number[]): Promise<number>
}

export function storedTree(ctx: Ctx<unknown>, projectId: string): Tree {
  return {
    findParent: (id) => findParent(ctx, projectId, id),
    nextLabel: (parentPath) => nextLabel(ctx, projectId, parentPath),
  }
}

/** Where a new row goes: last child of its parent, or last at the top. Guards what a parent may be. */
export async function placeTask(
  tree: Tree,
  { parentId, isSubtask }: { parentId: string | null; isSubtask: boolean },
): Promise<Placement> {
  if (parentId === null) {
    refuseUnless(!isSubtask, () => fieldError('is_subtask', 'A subtask needs a parent_id.'))
    return { parentId: null, isSubtask: false, wbsOrder: [await tree.nextLabel([])], governance: null }
  }
  const parent = await tree.findParent(parentId)
  refuseUnless(parent, () => fieldError('parent_id', 'Object does not exist.'))
  const path = parent.wbs_order
  refuseUnless(path !== null, () => fieldError('parent_id', 'The parent stands outside the tree.'))
  refuseUnless(!parent.is_milestone, () => fieldError('parent_id', 'A milestone cannot have children.'))
  refuseUnless(!parent.is_subtask, () => fieldError('parent_id', 'Nothing can be created under a subtask.'))
  refuseUnless(!(isSubtask && parent.has_structural_child), () => fieldError('parent_id', 'A phase takes no subtasks.'))
  const wbsOrder = [...path, await tree.nextLabel(path)]
  return { parentId, isSubtask, wbsOrder, governance: parent.governance_class as GovernanceClass }
}
