import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { FieldErrors, fieldError, forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { badRequest, childOfMilestone } from '../task.errors.ts'
import { tasksReordered, tasksRestructured } from '../task.events.ts'
import { canEditTask, isManager } from '../task.policy.ts'
import { closeOutline, type OpenOutline, openOutline, type Restructured } from './open-outline.ts'
import type { Outline, OutlineRow } from './outline.ts'

/** Puts the rows of one level into the order given; the caller names all of them. */
export async function reorderTasks(
  ctx: Ctx<ProjectScope>,
  input: { parent_path?: string | undefined; ordered_ids: string[] },
): Promise<Omit<Restructured, 'warning'>> {
  const open = await openOutline(ctx)
  const parentPath = input.parent_path ?? ''
  const parent = parentPath === '' ? null : open.outline.findByPath(parentPath)
  refuseUnless(parent !== undefined, () => fieldError('parent_path', 'No task stands at this path.'))
  const siblings = open.outline.childrenOf(parent?.id ?? null)
  checkNamesAll(siblings, input.ordered_ids)
  for (const id of siblings) checkMayEdit(ctx, open.outline.find(id) as OutlineRow)
  open.outline.number(parent?.id ?? null, input.ordered_ids)
  const facts = { name: 'reorder', touched: input.ordered_ids, event: tasksReordered }
  const { warning: _none, ...closed } = await closeOutline(ctx, open, facts)
  return closed
}

function checkNamesAll(siblings: readonly string[], orderedIds: readonly string[]): void {
  const known = new Set(siblings)
  const unknown = orderedIds.filter((id) => !known.has(id))
  const missing = siblings.filter((id) => !orderedIds.includes(id))
  const messages = [
    ...(unknown.length > 0 ? [`Not at this level: ${unknown.join(', ')}`] : []),
    ...(missing.length > 0 ? [`Missing: ${missing.join(', ')}`] : []),
    ...(new Set(orderedIds).size < orderedIds.length ? ['An id is named twice.'] : []),
  ]
  if (messages.length > 0) throw new FieldErrors({ ordered_ids: messages })
}

/** Makes a task the last child of the sibling before it. */
export async function indentTask(ctx: Ctx<ProjectScope>, taskId: string): Promise<Restructured> {
  const open = await openOutline(ctx)
  const row = loadRow(ctx, open, taskId)
  const oldParent = open.outline.parentOf(taskId)
  const level = open.outline.childrenOf(oldParent)
  const previousId = level[level.indexOf(taskId) - 1]
  refuseUnless(previousId !== undefined, () => badRequest('The first task of a level has no sibling to go under.'))
  checkParent(open.outline, open.outline.find(previousId) as OutlineRow, [row])
  open.outline.move(taskId, previousId)
  open.outline.number(oldParent)
  return closeOutline(ctx, open, { name: 'indent', touched: [taskId], event: tasksRestructured })
}

/** Makes a task the next sibling of its parent; the siblings behind it become its children. */
export async function outdentTask(ctx: Ctx<ProjectScope>, taskId: string): Promise<Restructured> {
  const open = await openOutline(ctx)
  const { outline } = open
  const row = loadRow(ctx, open, taskId)
  const parentId = outline.parentOf(taskId)
  refuseUnless(parentId !== null, () => badRequest('The task stands at the top level already.'))
  const level = outline.childrenOf(parentId)
  const following = level.slice(level.indexOf(taskId) + 1)
  const grandparentId = outline.parentOf(parentId)
  checkParent(outline, grandparentId === null ? null : (outline.find(grandparentId) as OutlineRow), [row])
  if (following.length > 0)
    checkParent(
      outline,
      row,
      following.map((id) => outline.find(id) as OutlineRow),
    )
  outline.move(taskId, grandparentId, outline.childrenOf(grandparentId).indexOf(parentId) + 1)
  for (const id of following) outline.move(id, taskId)
  outline.number(grandparentId)
  outline.number(parentId)
  return closeOutline(ctx, open, { name: 'outdent', touched: [taskId], event: tasksRestructured })
}

/** Makes a task the last child of another one, or the last of the top level. */
export async function reparentTask(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  newParentId: string | null,
): Promise<Restructured> {
  const open = await openOutline(ctx)
  const { outline } = open
  const row = loadRow(ctx, open, taskId)
  refuseUnless(newParentId !== taskId, () => badRequest('A task cannot be its own parent.'))
  const oldParentId = outline.parentOf(taskId)
  const parent = newParentId === null ? null : findRow(open, newParentId)
  if (parent !== null) {
    checkMayEdit(ctx, parent)
    refuseUnless(!parent.is_milestone, childOfMilestone)
    refuseUnless(!outline.isBelow(parent.id, taskId), () => badRequest('A task cannot move below itself.'))
  }
  if (oldParentId === newParentId) return { updated: [], warning: null, operation_id: null, can_undo: isManager(ctx) }
  checkParent(outline, parent, [row])
  outline.move(taskId, newParentId)
  outline.number(oldParentId)
  return closeOutline(ctx, open, { name: 'reparent', touched: [taskId], event: tasksRestructured })
}

/** The named row: 404 when it does not live in the project, 400 when it stands outside the tree. */
function findRow(open: OpenOutline, taskId: string): OutlineRow {
  const row = open.outline.find(taskId)
  if (row) return row
  throw open.pathless.has(taskId) ? badRequest('The task stands outside the tree.') : notFound()
}

function loadRow(ctx: Ctx<ProjectScope>, open: OpenOutline, taskId: string): OutlineRow {
  const row = findRow(open, taskId)
  checkMayEdit(ctx, row)
  return row
}

function checkMayEdit(ctx: Ctx<ProjectScope>, row: OutlineRow): void {
  refuseUnless(canEditTask(ctx, row), forbidden)
}

/** Whether rows may become children of `parent` (null: the top level). */
function checkParent(outline: Outline, parent: OutlineRow | null, rows: readonly OutlineRow[]): void {
  const subtasks = rows.filter((row) => row.is_subtask)
  if (parent === null) {
    refuseUnless(subtasks.length === 0, () => badRequest('A subtask cannot stand at the top level.'))
    return
  }
  refuseUnless(!parent.is_milestone, childOfMilestone)
  refuseUnless(!parent.is_subtask, () => badRequest('A subtask takes no children.'))
  const isPhase = outline.hasStructuralChild(parent.id) || subtasks.length < rows.length
  refuseUnless(subtasks.length === 0 || !isPhase, () => badRequest('A phase takes no subtasks.'))
}
