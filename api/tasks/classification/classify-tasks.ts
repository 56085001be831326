import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { tellWriter } from '../../projects/writer.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { tasksBulkMutated } from '../task.events.ts'
import { canEditTask, isManager } from '../task.policy.ts'
import { recordOperation } from '../undo/record-operation.ts'
import type { CascadeSnapshot } from '../undo/snapshots.ts'
import { checkProjectGraph } from './check-project-graph.ts'
import { loadClassifiedRows, type SubtreeRow, saveClassifications } from './classification.queries.ts'
import type { ClassificationBody } from './classification.schema.ts'
import {
  type AxisCount,
  type ClassificationPlan,
  type ClassificationRequest,
  type ClassifiedRow,
  type PlannedRow,
  planClassification,
} from './plan-classification.ts'

const MAX_SUBTREE = 2000

/** Sets governance and delivery mode of a subtree; all of its rows or, when one may not be edited, none. */
export async function classifyTasks(ctx: Ctx<ProjectScope>, body: ClassificationBody): Promise<object> {
  const request = readRequest(body)
  await tellWriter(ctx, { reason: 'classification' })
  await lockProject(ctx, ctx.scope.projectId)
  const rows = await loadClassifiedRows(ctx, request.subtreeId, body.cascade)
  refuseUnless(rows.length > 0, notFound)
  checkRows(ctx, rows)
  const plan = planClassification(rows, request)
  const operationId = plan.changed.length === 0 ? null : await apply(ctx, request, plan)
  return reply(request, rows.length, plan, { operationId, canUndo: isManager(ctx) })
}

function readRequest(body: ClassificationBody): ClassificationRequest {
  const governance = body.governance_class ?? null
  const deliveryMode = body.delivery_mode ?? null
  refuseUnless(governance !== null || deliveryMode !== null, () =>
    fieldError('non_field_errors', 'Name governance_class, delivery_mode or both.'),
  )
  refuseUnless(deliveryMode !== 'milestone', () => fieldError('delivery_mode', 'A classification makes no milestones.'))
  return {
    subtreeId: body.subtree,
    governance,
    deliveryMode,
    preservesOverrides: body.preserve_governance_overrides,
    skipsMilestones: body.skip_milestones,
  }
}

function checkRows(ctx: Ctx<ProjectScope>, rows: readonly SubtreeRow[]): void {
  const refusedCount = rows.filter((row) => !canEditTask(ctx, row)).length
  refuseUnless(refusedCount === 0, () => forbidden(`You may not edit ${refusedCount} of the ${rows.length} tasks.`))
  refuseUnless(
    rows.length <= MAX_SUBTREE,
    () =>
      new Refusal(400, `The subtree has ${rows.length} tasks; ${MAX_SUBTREE} is the most.`, {
        code: 'subtree_too_large',
        extra: { matched: String(rows.length), max: String(MAX_SUBTREE) },
      }),
  )
}

/** Writes the planned rows and their ledger row; returns the latter's id. */
async function apply(
  ctx: Ctx<ProjectScope>,
  request: ClassificationRequest,
  plan: ClassificationPlan,
): Promise<string> {
  const { projectId } = ctx.scope
  await checkProjectGraph(ctx)
  const versions = await saveClassifications(
    ctx,
    plan.changed.map(({ row, ...next }) => ({ ...next, id: row.id })),
  )
  const snapshot = Object.fromEntries(plan.changed.map((next) => [next.row.id, snapshotOf(next, versions)]))
  emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: plan.changed.map((next) => next.row.id) } })
  requestRecompute(ctx, projectId)
  return recordOperation(ctx, projectId, {
    kind: 'cascade',
    snapshot,
    subtreeId: request.subtreeId,
    summary: { rows_written: plan.changed.length },
  })
}

function snapshotOf(next: PlannedRow, versions: ReadonlyMap<string, number>): CascadeSnapshot[string] {
  const classified = (row: Omit<ClassifiedRow, 'id' | 'parent_id' | 'is_milestone'>) => ({
    governance_class: row.governance_class,
    parent_governance_inherited: row.parent_governance_inherited,
    delivery_mode: row.delivery_mode,
  })
  return { before: classified(next.row), after: classified(next), version: versions.get(next.row.id) ?? 0 }
}

function reply(
  request: ClassificationRequest,
  matched: number,
  plan: ClassificationPlan,
  ledger: { operationId: string | null; canUndo: boolean },
): object {
  const axis = (requested: string, count: AxisCount, isGovernance: boolean) => ({
    requested,
    applied: count.applied,
    unchanged: count.unchanged,
    overrides_kept: isGovernance ? count.overridesKept : null,
    has_inherit_bit: isGovernance,
  })
  return {
    subtree: request.subtreeId,
    matched,
    rows_written: plan.changed.length,
    ...(request.governance === null ? {} : { governance: axis(request.governance, plan.governance, true) }),
    ...(request.deliveryMode === null ? {} : { delivery_mode: axis(request.deliveryMode, plan.deliveryMode, false) }),
    skipped: plan.skipped,
    operation_id: ledger.operationId,
    can_undo: ledger.canUndo,
  }
}
