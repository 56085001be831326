import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'
import { findTaskOfMember } from '../tasks/task.queries.ts'
import { findRelation, type RelationRow } from './task-relation.queries.ts'

/** The project of the source, with what its edit rule asks. */
export interface SourceScope extends ProjectScope {
  readonly sourceId: string
  readonly assignee_id: string | null
}

/** Scope of a new relation: its source, which the caller must see. */
export async function sourceOfBody(ctx: Ctx, raw: RawInput): Promise<SourceScope> {
  const sourceId = (raw.body as { source?: unknown } | null | undefined)?.source
  refuseUnless(sourceId !== undefined, () => fieldError('source', 'This field is required.'))
  refuseUnless(typeof sourceId === 'string' && isUuid(sourceId), () => fieldError('source', 'Must be a valid UUID.'))
  const task = await findTaskOfMember(ctx, sourceId, false)
  const scope = task && (await findProjectScope(ctx, task.project_id))
  refuseUnless(task && scope, () => fieldError('source', 'Object does not exist.'))
  return { ...scope, sourceId: task.id, assignee_id: task.assignee_id }
}

export interface RelationScope extends ProjectScope {
  readonly relation: RelationRow
  readonly assignee_id: string | null
}

/**
 * A relation of which the caller sees one project. Who sees that of the target alone reads it and has no role that could
 * change it.
 */
export async function relationScope(ctx: Ctx, raw: RawInput): Promise<RelationScope> {
  const relation = await findRelation(ctx, raw.params.id ?? '')
  refuseUnless(relation, notFound)
  const own = await findProjectScope(ctx, relation.source_project_id)
  const scope = own ?? (await findProjectScope(ctx, relation.target_project_id))
  refuseUnless(scope, notFound)
  return { ...scope, role: own ? own.role : null, relation, assignee_id: relation.assignee_id }
}
