import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { forbidden, refuseUnless } from '../../platform/errors.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { reserveItemNumbers } from '../../projects/project-lock.ts'
import { classificationDefaults, loadProjectFacts } from '../project-facts.ts'
import { tasksRestructured } from '../task.events.ts'
import { canEditTask } from '../task.policy.ts'
import { TASK_DEFAULTS, type TaskValues } from '../task-values.ts'
import { insertTaskRows } from '../writing/new-task.queries.ts'
import { closeOutline, type OpenOutline, openOutline, type Restructured } from './open-outline.ts'
import type { Outline, OutlineRow } from './outline.ts'
import {
  cannotGroupSubtasks,
  invalidName,
  invalidTaskIds,
  selectionTooLarge,
  taskWithoutWbsPath,
  unknownTask,
} from './structure.errors.ts'
import { loadGovernance } from './structure.queries.ts'

const MAX_SELECTION = 500
const DEFAULT_NAME = 'New phase'

export interface LeftAlone {
  readonly id: string
  readonly reason: 'ancestor_selected' | 'different_parent'
  readonly ancestor_id?: string
}

export interface Grouped extends Restructured {
  readonly container: { id: string; name: string; wbs_path: string; structure_role: string; parent_id: string | null }
  readonly grouped_ids: string[]
  readonly left_alone: LeftAlone[]
}

/**
 * Wraps the selected rows into a new phase where the first of them stood. Rows below another selected row, and rows
 * outside the level most of the selection stands on, are left alone and told.
 */
export async function groupTasks(
  ctx: Ctx<ProjectScope>,
  input: { task_ids?: unknown; name?: unknown },
): Promise<Grouped> {
  const taskIds = readTaskIds(input.task_ids)
  const name = readName(input.name)
  const open = await openOutline(ctx)
  const selected = findSelected(open, taskIds)
  const leftAlone: LeftAlone[] = []
  const kept = keepOneLevel(open.outline, selected, leftAlone)
  refuseUnless(
    kept.every((id) => canEditTask(ctx, open.outline.find(id) as OutlineRow)),
    forbidden,
  )
  const container = await wrap(ctx, open.outline, kept, name)
  const closed = await closeOutline(ctx, open, {
    name: 'group',
    touched: kept,
    event: tasksRestructured,
    createdIds: [container.id],
  })
  return { container, grouped_ids: kept, left_alone: leftAlone, ...closed }
}

function readTaskIds(value: unknown): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string' && isUuid(id))
  refuseUnless(isList, invalidTaskIds)
  const ids = [...new Set((value as string[]).map((id) => id.toLowerCase()))]
  refuseUnless(ids.length <= MAX_SELECTION, () => selectionTooLarge(ids.length, MAX_SELECTION))
  return ids
}

function readName(value: unknown): string {
  if (value === undefined || value === null) return DEFAULT_NAME
  const name = typeof value === 'string' ? value.trim() : undefined
  refuseUnless(name !== undefined && name.length <= 512, invalidName)
  return name === '' ? DEFAULT_NAME : name
}

function findSelected(open: OpenOutline, taskIds: readonly string[]): string[] {
  const unknown = taskIds.filter((id) => !open.outline.find(id) && !open.pathless.has(id))
  refuseUnless(unknown.length === 0, () => unknownTask(unknown))
  refuseUnless(!taskIds.some((id) => open.pathless.has(id)), taskWithoutWbsPath)
  refuseUnless(!taskIds.some((id) => open.outline.find(id)?.is_subtask), cannotGroupSubtasks)
  return [...taskIds]
}

/** The rows of the level that holds most of the selection, in outline order; a tie goes to the row named first. */
function keepOneLevel(outline: Outline, selected: readonly string[], leftAlone: LeftAlone[]): string[] {
  const chosen = new Set(selected)
  const tops = selected.filter((id) => {
    const ancestorId = nearestSelected(outline, id, chosen)
    if (ancestorId !== null) leftAlone.push({ id, reason: 'ancestor_selected', ancestor_id: ancestorId })
    return ancestorId === null
  })
  const counts = new Map<string | null, number>()
  for (const id of tops) counts.set(outline.parentOf(id), (counts.get(outline.parentOf(id)) ?? 0) + 1)
  const [parentId] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))
  const kept = new Set<string>()
  for (const id of tops) {
    if (outline.parentOf(id) === parentId) kept.add(id)
    else leftAlone.push({ id, reason: 'different_parent' })
  }
  return outline.childrenOf(parentId).filter((id) => kept.has(id))
}

function nearestSelected(outline: Outline, id: string, chosen: ReadonlySet<string>): string | null {
  for (let at = outline.parentOf(id); at !== null; at = outline.parentOf(at)) if (chosen.has(at)) return at
  return null
}

async function wrap(ctx: Ctx<ProjectScope>, outline: Outline, kept: readonly string[], name: string) {
  const { projectId } = ctx.scope
  const first = kept[0] as string
  const parentId = outline.parentOf(first)
  const id = newId()
  const row = {
    id,
    parent_id: parentId,
    wbs_order: [] as number[],
    is_subtask: false,
    is_milestone: false,
    assignee_id: null,
  }
  outline.insert(row, parentId, outline.childrenOf(parentId).indexOf(first))
  for (const child of kept) outline.move(child, id)
  outline.number(id)
  outline.number(parentId)
  row.wbs_order = outline.pathOf(id)
  const number = await reserveItemNumbers(ctx, projectId, 1)
  const values = await containerValues(ctx, name, row)
  await insertTaskRows(ctx, projectId, [{ id, number, values }])
  return { id, name, wbs_path: row.wbs_order.join('.'), structure_role: 'container', parent_id: parentId }
}

async function containerValues(ctx: Ctx<ProjectScope>, name: string, row: OutlineRow): Promise<TaskValues> {
  const now = ctx.services.clock.now().toISOString()
  const parents = row.parent_id === null ? [] : [row.parent_id]
  const inherited = (await loadGovernance(ctx, parents)).get(row.parent_id ?? '') ?? null
  return {
    ...TASK_DEFAULTS,
    ...classificationDefaults(await loadProjectFacts(ctx, ctx.scope.projectId), inherited),
    parent_governance_inherited: true,
    name,
    parent_id: row.parent_id,
    wbs_order: row.wbs_order,
    structure_role: 'container',
    own_status: TASK_DEFAULTS.status,
    own_estimate: TASK_DEFAULTS.duration,
    status_changed_at: now,
    edited_at: actorId(ctx) === null ? null : now,
  }
}
