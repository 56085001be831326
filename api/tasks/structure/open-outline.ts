import type { ProjectScope } from '../../access/project-scope.ts'
import { lockEdgeProjects } from '../../dependencies/lock-edges.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { loadRelatives } from '../reading/task-relatives.ts'
import { markReshaped } from '../rollup/roll-up-phases.ts'
import { isManager } from '../task.policy.ts'
import { recordShape } from '../undo/record-shape.ts'
import { loadShapes } from '../undo/shape.queries.ts'
import { checkGraphAfterMove } from './check-graph.ts'
import { Outline, type OutlineRow } from './outline.ts'
import { parkNewPhases, unparkFormerPhases } from './park-phases.ts'
import type { Restructuring } from './restructuring.ts'
import { loadOutlineRows, storePlaces } from './structure.queries.ts'

export interface WbsPathEntry {
  readonly id: string
  readonly wbs_path: string
}

export interface Restructured {
  readonly updated: WbsPathEntry[]
  readonly warning: 'has_assignments' | null
  readonly operation_id: string | null
  readonly can_undo: boolean
}

/** The live tree of the scope's project, locked for a change of its shape. */
export interface OpenOutline {
  readonly outline: Outline
  /** Live rows that stand outside the tree. */
  readonly pathless: ReadonlySet<string>
  /** Projects whose links can lie on one cycle with this project's. */
  readonly graphProjectIds: readonly string[]
  readonly summariesBefore: ReadonlySet<string>
}

export async function openOutline(ctx: Ctx<ProjectScope>): Promise<OpenOutline> {
  const { projectId, programId } = ctx.scope
  const graphProjectIds = await lockEdgeProjects(ctx, { programId, projectIds: [projectId] })
  await lockProject(ctx, projectId)
  const live = await loadOutlineRows(ctx, projectId)
  const rows = live.filter((row): row is OutlineRow => row.wbs_order !== null)
  const pathless = new Set(live.filter((row) => row.wbs_order === null).map((row) => row.id))
  const summariesBefore = new Set(rows.flatMap((row) => row.parent_id ?? []))
  return { outline: new Outline(rows), pathless, graphProjectIds, summariesBefore }
}

/**
 * Stores what changed in the tree, lets phases come and go, refuses a shape whose links cannot be scheduled, and tells
 * once. The record for undoing it is part of the change.
 */
export async function closeOutline(
  ctx: Ctx<ProjectScope>,
  open: OpenOutline,
  facts: Restructuring,
): Promise<Restructured> {
  const { projectId } = ctx.scope
  const changes = open.outline.changes()
  const moved = changes.filter((change) => open.outline.find(change.id)?.parent_id !== change.parentId)
  const gained = present(moved.map((change) => change.parentId))
  const lost = present(moved.map((change) => open.outline.find(change.id)?.parent_id))
  const shapedIds = [
    ...new Set([...changes.map((change) => change.id), ...gained, ...lost, ...(facts.deletedIds ?? [])]),
  ]
  const before = await loadShapes(ctx, shapedIds)
  await storePlaces(ctx, projectId, changes, facts.touched)
  await parkNewPhases(ctx, projectId, gained)
  await unparkFormerPhases(ctx, projectId, lost)
  markReshaped(ctx, projectId, gained)
  await checkGraphAfterMove(
    ctx,
    open.graphProjectIds,
    moved.map((change) => ({ id: change.id, oldParentId: open.outline.find(change.id)?.parent_id ?? null })),
  )
  const operationId = changes.length === 0 ? null : await recordShape(ctx, facts, before)
  emit(ctx, facts.event, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
  const updated = changes.map(({ id, path }) => ({ id, wbs_path: path.join('.') }))
  const warning = await assignmentWarning(ctx, gained, open.summariesBefore)
  return { updated, warning, operation_id: operationId, can_undo: isManager(ctx) }
}

/** Somebody is assigned to a row that has become a summary just now. */
async function assignmentWarning(
  ctx: Ctx<unknown>,
  gained: readonly string[],
  summariesBefore: ReadonlySet<string>,
): Promise<'has_assignments' | null> {
  const newSummaries = gained.filter((id) => !summariesBefore.has(id))
  const relatives = await loadRelatives(ctx, newSummaries)
  return newSummaries.some((id) => relatives(id).assignments.length > 0) ? 'has_assignments' : null
}

function present(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.flatMap((id) => id ?? []))]
}
