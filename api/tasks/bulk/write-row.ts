import type { z } from 'zod'
import type { ProjectScope } from '../../access/project-scope.ts'
import { findAssignedToCaller } from '../../people/assignments/assigned-resources.queries.ts'
import type { Ctx } from '../../platform/context.ts'
import { forbidden, refuseUnless } from '../../platform/errors.ts'
import { rowEditBase } from '../../platform/http/base-version.ts'
import { fieldErrorsOf } from '../../platform/http/field-errors.ts'
import { isUuid, newId } from '../../platform/ids.ts'
import { canEditTask, isManager } from '../task.policy.ts'
import { type CreateTaskInput, createTaskBody, patchTaskBody } from '../task.schema.ts'
import type { SourceKind } from '../task-values.ts'
import { createTask } from '../writing/create-task.ts'
import { deleteTask } from '../writing/delete-task.ts'
import { updateTask } from '../writing/update-task.ts'
import { type ExistingTask, findTask } from './bulk.queries.ts'
import type { BulkOperation } from './bulk.schema.ts'
import { type AppliedRow, RowProblem } from './bulk-result.ts'

export type Written = Omit<AppliedRow, 'index'>

/** Applies one operation of a batch or throws why not. */
export async function writeRow(
  ctx: Ctx<ProjectScope>,
  operation: BulkOperation,
  sourceKind: SourceKind,
): Promise<Written> {
  if (operation.op === 'create') return createRow(ctx, operation, sourceKind)
  const id = readId(operation)
  if (id === null) throw new RowProblem('invalid', 'id: This field is required.', null)
  const task = await findTask(ctx, id)
  const isKnown = task !== undefined && task.project_id === ctx.scope.projectId
  // A batch that deletes a phase may name its tasks too, in any order.
  if (isKnown && operation.op === 'delete' && task.is_deleted_here) return { id, op: 'delete', outcome: 'deleted' }
  if (!isKnown || task.is_deleted) throw new RowProblem('not_found', 'No such task in the project.', id)
  return operation.op === 'update' ? updateRow(ctx, task, operation.data ?? {}) : deleteRow(ctx, id)
}

/** An id that exists decides what a create becomes: another project's is unusable, a deleted one a no-op. */
async function createRow(ctx: Ctx<ProjectScope>, operation: BulkOperation, sourceKind: SourceKind): Promise<Written> {
  const id = readId(operation) ?? newId()
  const data = operation.data ?? {}
  const existing = await findTask(ctx, id)
  if (existing && existing.project_id !== ctx.scope.projectId) {
    throw new RowProblem('id_unavailable', 'This id cannot be used.', id)
  }
  if (existing?.is_deleted) throw new RowProblem('tombstoned', 'The task was deleted.', id, true)
  if (existing) return { ...(await updateRow(ctx, existing, data)), op: 'create' }
  await createTask(ctx, readNewTask(ctx, id, data), { id, sourceKind, isQuiet: true })
  return { id, op: 'create', outcome: 'created' }
}

/** What a create says of its row. */
export function readNewTask(ctx: Ctx<ProjectScope>, id: string, data: Record<string, unknown>): CreateTaskInput {
  if (typeof data.parent_id === 'string' && !isUuid(data.parent_id)) {
    throw new RowProblem('malformed_id', 'parent_id: Must be a UUID.', id)
  }
  return validated(createTaskBody, { ...writable(data), project: ctx.scope.projectId })
}

async function updateRow(ctx: Ctx<ProjectScope>, task: ExistingTask, data: Record<string, unknown>): Promise<Written> {
  refuseUnless(canEditTask(ctx, task), forbidden)
  const leavesMilestone = data.delivery_mode !== undefined && data.delivery_mode !== 'milestone'
  if (task.is_milestone && leavesMilestone && data.is_milestone === undefined) {
    throw new RowProblem('milestone_gate', 'A milestone keeps its delivery mode.', task.id, true)
  }
  const { parent_id: _parent, is_subtask: _subtask, ...fields } = writable(data)
  const saved = await updateTask(ctx, task.id, validated(patchTaskBody, fields), {
    isQuiet: true,
    base: rowEditBase(fields),
  })
  return { id: task.id, op: 'update', outcome: saved.isChanged ? 'updated' : 'unchanged' }
}

/** Deleting in a batch is for managers and for whoever a resource assigns to the task and to the work below it. */
async function deleteRow(ctx: Ctx<ProjectScope>, id: string): Promise<Written> {
  await deleteTask(ctx, id, {
    isQuiet: true,
    rule: async (rows) => {
      if (isManager(ctx)) return rows
      const ids = rows.map((row) => row.id)
      const mine = await findAssignedToCaller(ctx, ids)
      return rows.filter((row) => mine.has(row.id))
    },
  })
  return { id, op: 'delete', outcome: 'deleted' }
}

export function readId(operation: BulkOperation): string | null {
  const { id } = operation
  if (id === undefined || id === null) return null
  if (!isUuid(id)) throw new RowProblem('malformed_id', 'id: Must be a UUID.', null)
  return id.toLowerCase()
}

/** Keys that the address and the server decide. */
function writable(data: Record<string, unknown>): Record<string, unknown> {
  const { project: _project, wbs_path: _path, id: _id, ...fields } = data
  return fields
}

function validated<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw fieldErrorsOf(parsed.error, input)
}
