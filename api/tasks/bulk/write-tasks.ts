import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { staleWarnings } from '../../projects/status/stale-dates.ts'
import { tellWriter } from '../../projects/writer.ts'
import { loadTasksOfProject } from '../reading/task-page.ts'
import { rollUpPhases } from '../rollup/roll-up-phases.ts'
import { MAX_OWNERS } from '../rules/assign-owners.ts'
import { isManager } from '../task.policy.ts'
import { presentTask } from '../task.present.ts'
import { loadVersions } from '../task.queries.ts'
import type { SourceKind } from '../task-values.ts'
import { recordOperation } from '../undo/record-operation.ts'
import { announceBatch, takeTouched } from './announce-batch.ts'
import { type BulkBody, type BulkOperation, MAX_OWNERS_PER_REQUEST } from './bulk.schema.ts'
import { type AppliedRow, type Problem, RowProblem, rowProblemOf } from './bulk-result.ts'
import { lockForEdges, writeEdges } from './write-edges.ts'
import { isConflict, writeRows } from './write-rows.ts'

interface Outcome {
  readonly applied: AppliedRow[]
  readonly rejected: Problem[]
  readonly skipped: Problem[]
}

/**
 * Applies up to 500 row operations, then the links between rows. Each row stands for itself: what fails is told and
 * changes nothing, the rest is committed together and announced once.
 */
export async function writeTasks(ctx: Ctx<ProjectScope>, body: BulkBody): Promise<object> {
  checkWhole(body.operations)
  const { projectId } = ctx.scope
  await tellWriter(ctx, { reason: body.origin === 'paste' ? 'paste' : 'batch' })
  const graphProjectIds = await lockForEdges(ctx)
  await lockProject(ctx, projectId)
  const outcome = await writeAll(ctx, body.operations, body.origin === 'paste' ? 'paste' : 'hand')
  await rollUpPhases(ctx, projectId)
  const touched = takeTouched(ctx)
  const edges = await writeEdges(ctx, body.dependencies?.created ?? [], graphProjectIds)
  announce(ctx, outcome.applied, touched)
  const operationId = await recordCreated(ctx, outcome.applied)
  const warnings = await staleWarnings(ctx, projectId)
  return {
    applied: await presentApplied(ctx, outcome.applied),
    rejected: outcome.rejected,
    skipped: outcome.skipped,
    dependencies: edges,
    capabilities_denied: isManager(ctx) ? [] : ['dependencies'],
    operation_id: operationId,
    can_undo: isManager(ctx),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

/** What refuses the request as a whole: an id named twice, too many owners. */
function checkWhole(operations: readonly BulkOperation[]): void {
  const ids = operations.flatMap((operation) => operation.id?.toLowerCase() ?? [])
  refuseUnless(new Set(ids).size === ids.length, () => fieldError('operations', 'An id is named twice.'))
  const ownerCounts = operations.map((operation) => ownerCount(operation.data?.owners))
  refuseUnless(Math.max(...ownerCounts) <= MAX_OWNERS, () =>
    fieldError('operations', `At most ${MAX_OWNERS} owners may be sent for one task.`),
  )
  refuseUnless(ownerCounts.reduce((sum, count) => sum + count, 0) <= MAX_OWNERS_PER_REQUEST, () =>
    fieldError('operations', `At most ${MAX_OWNERS_PER_REQUEST} owners may be sent in one request.`),
  )
}

function ownerCount(owners: unknown): number {
  return Array.isArray(owners) ? owners.length : 0
}

async function writeAll(
  ctx: Ctx<ProjectScope>,
  operations: readonly BulkOperation[],
  sourceKind: SourceKind,
): Promise<Outcome> {
  const outcome: Outcome = { applied: [], rejected: [], skipped: [] }
  for (const [index, row] of (await writeRows(ctx, operations, sourceKind)).entries()) {
    if (row.written !== null) {
      outcome.applied.push({ index, ...row.written })
      continue
    }
    const { code, message, id, isSkip } = problemOf(row.failure, operations[index]?.id ?? null)
    const problems = isSkip ? outcome.skipped : outcome.rejected
    problems.push({ index, id: code === 'malformed_id' ? null : id, code, message })
  }
  return outcome
}

function problemOf(failure: unknown, id: string | null): RowProblem {
  if (isConflict(failure)) return new RowProblem('conflict', 'The row conflicts with another one.', id)
  return rowProblemOf(failure, id)
}

function announce(ctx: Ctx<ProjectScope>, applied: readonly AppliedRow[], touched: readonly string[]): void {
  const changed = applied.filter((row) => row.outcome !== 'unchanged')
  announceBatch(
    ctx,
    changed.map((row) => row.id),
    touched,
  )
}

/** The undo record of a batch that created rows. */
async function recordCreated(ctx: Ctx<ProjectScope>, applied: readonly AppliedRow[]): Promise<string | null> {
  const created = applied.filter((row) => row.outcome === 'created').map((row) => row.id)
  if (created.length === 0) return null
  const rows = await loadVersions(ctx, created)
  return recordOperation(ctx, ctx.scope.projectId, {
    kind: 'paste',
    snapshot: Object.fromEntries(rows.map((row) => [row.id, row.server_version])),
    subtreeId: null,
    summary: { created: created.length },
  })
}

async function presentApplied(ctx: Ctx<ProjectScope>, applied: readonly AppliedRow[]): Promise<object[]> {
  const page = await loadTasksOfProject(
    ctx,
    applied.filter((row) => row.outcome !== 'deleted').map((row) => row.id),
  )
  const tasks = new Map(page.rows.map((row) => [row.id, row]))
  return applied.map((entry) => {
    const row = tasks.get(entry.id)
    return row && !row.is_deleted ? { ...entry, task: presentTask(row, page) } : entry
  })
}
