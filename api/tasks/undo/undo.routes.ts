import { z } from 'zod'
import { instantText } from '../../platform/db/sql.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { isManager } from '../task.policy.ts'
import type { EditSnapshot } from './edits/edit-snapshot.ts'
import { undoEdit } from './edits/undo-edit.ts'
import type { OperationRow } from './operation.queries.ts'
import { operationScope } from './operation-scope.ts'
import { type UndoneOperation, undoCascade, undoPaste } from './undo-operation.ts'
import { undoStructure } from './undo-structure.ts'

const tag = 'tasks'

const ledgerFields = {
  id: z.guid(),
  project: z.guid(),
  applied_by: z.guid().nullable(),
  status: z.enum(['active', 'undone']),
  result_summary: z.looseObject({}),
  created_at: z.string(),
  undone_at: z.string().nullable(),
}

const editReply = z
  .object({
    ...ledgerFields,
    object_type: z.enum(['task', 'dependency']),
    object_id: z.guid(),
    action: z.enum(['edit', 'delete']),
    undo: z.object({ reverted: z.int(), kept: z.int() }),
  })
  .meta({ id: 'EditUndone' })

const pasteReply = z
  .object({
    ...ledgerFields,
    created_task_versions: z.record(z.string(), z.int()),
    undo: z.object({ deleted: z.int(), kept: z.int() }),
  })
  .meta({ id: 'PasteUndone' })

const cascadeReply = z
  .object({
    ...ledgerFields,
    subtree_id: z.guid(),
    task_snapshots: z.record(z.string(), z.looseObject({})),
    undo: z.object({ reverted: z.int(), kept: z.int() }),
  })
  .meta({ id: 'CascadeUndone' })

const structuralReply = z
  .object({
    ...ledgerFields,
    undo: z.object({
      restored: z.int(),
      created_removed: z.int(),
      deleted_restored: z.int(),
      dependencies_restored: z.int(),
      dependencies_skipped: z.int(),
    }),
  })
  .meta({ id: 'StructureUndone' })

export const undoRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/paste-many-operations/{id}/undo/',
    tag,
    summary: 'Undo a batch that created tasks',
    scope: operationScope('paste'),
    allow: isManager,
    reply: pasteReply,
    run: (ctx) => undoPaste(ctx),
    present: presentUndone,
  }),
  route({
    method: 'POST',
    path: '/cascade-classification-operations/{id}/undo/',
    tag,
    summary: 'Undo a classification',
    scope: operationScope('cascade'),
    allow: isManager,
    reply: cascadeReply,
    run: (ctx) => undoCascade(ctx),
    present: presentUndone,
  }),
  route({
    method: 'POST',
    path: '/structural-operations/{id}/undo/',
    tag,
    summary: 'Undo the newest change of the tree',
    // Members below the managers are refused with a code of its own.
    scope: operationScope('structural'),
    reply: structuralReply,
    run: (ctx) => undoStructure(ctx),
    present: presentUndone,
  }),
  route({
    method: 'POST',
    path: '/edit-operations/{id}/undo/',
    tag,
    summary: 'Undo an edit or a deletion of one task or link that was made with `undoable`',
    scope: operationScope('edit'),
    allow: isManager,
    reply: editReply,
    otherReplies: { 409: { description: 'The record is of another version of the service.' } },
    run: (ctx) => undoEdit(ctx),
    present: presentUndone,
  }),
]

function presentUndone({ operation, undo }: UndoneOperation): object {
  return {
    id: operation.id,
    project: operation.project_id,
    applied_by: operation.applied_by_id,
    status: operation.status,
    ...presentSnapshot(operation),
    result_summary: operation.result_summary,
    created_at: instantText(operation.created_at),
    undone_at: instantText(operation.undone_at),
    undo,
  }
}

function presentSnapshot(operation: OperationRow): object {
  if (operation.kind === 'paste') return { created_task_versions: operation.snapshot }
  if (operation.kind === 'edit') {
    const { object_type, object_id, action } = operation.snapshot as EditSnapshot
    return { object_type, object_id, action }
  }
  if (operation.kind === 'cascade') return { subtree_id: operation.subtree_id, task_snapshots: operation.snapshot }
  return {}
}
