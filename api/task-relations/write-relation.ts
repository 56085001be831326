import { findLinkEnds } from '../dependencies/link-end.queries.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { FieldErrors, fieldError, notFound, refuseUnless } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { announceRelation, relationCreated, relationDeleted, relationUpdated } from './task-relation.events.ts'
import {
  deleteRelationRow,
  findRelation,
  findSeenProjects,
  insertRelation,
  isRelated,
  type RelationRow,
  saveNote,
} from './task-relation.queries.ts'
import type { RelationInput } from './task-relation.schema.ts'
import type { RelationScope, SourceScope } from './task-relation.scope.ts'

/** Puts down how one task stands to another: of the same project, or of two of one program that the caller sees. */
export async function createRelation(ctx: Ctx<SourceScope>, input: RelationInput): Promise<RelationRow> {
  const { projectId, programId, sourceId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  refuseUnless(input.target !== sourceId, () => fieldError('non_field_errors', 'A task is not related to itself.'))
  const target = (await findLinkEnds(ctx, [input.target])).get(input.target)
  const isSeen = target && (await findSeenProjects(ctx, [target.project_id])).size > 0
  refuseUnless(isSeen, () => fieldError('target', 'Object does not exist.'))
  const isNear = target.project_id === projectId || (programId !== null && target.program_id === programId)
  refuseUnless(isNear, () => new FieldErrors({ detail: ['cross_program_relation'] }))
  const ends = {
    source_id: sourceId,
    target_id: target.id,
    relation_type: input.relation_type ?? 'relates_to',
  } as const
  refuseUnless(!(await isRelated(ctx, ends)), () => new FieldErrors({ detail: ['duplicate_relation'] }))
  const id = newId()
  const created_by_id = actorId(ctx)
  const note = input.note ?? ''
  await insertRelation(ctx, { id, project_id: projectId, sync_seq: syncSeq, ...ends, note, created_by_id })
  announceRelation(ctx, relationCreated, id, [projectId, target.project_id])
  return loadRelation(ctx, id)
}

/** The note may change; what a relation is between stays. */
export async function updateRelation(ctx: Ctx<RelationScope>, input: Partial<RelationInput>): Promise<RelationRow> {
  const { relation } = ctx.scope
  const fixed = { source: relation.source_id, target: relation.target_id, relation_type: relation.relation_type }
  for (const [field, value] of Object.entries(fixed)) {
    const sent = input[field as keyof typeof fixed]
    refuseUnless(sent === undefined || sent === value, () =>
      fieldError(field, 'This cannot change; make another relation.'),
    )
  }
  const syncSeq = await lockProject(ctx, relation.source_project_id)
  if (input.note === undefined || input.note === relation.note) return loadRelation(ctx, relation.id)
  await saveNote(ctx, relation.id, input.note, syncSeq)
  announceRelation(ctx, relationUpdated, relation.id, projectsOf(relation))
  return loadRelation(ctx, relation.id)
}

export async function deleteRelation(ctx: Ctx<RelationScope>): Promise<void> {
  const { relation } = ctx.scope
  const syncSeq = await lockProject(ctx, relation.source_project_id)
  await loadRelation(ctx, relation.id)
  await deleteRelationRow(ctx, relation.id, syncSeq, ctx.services.clock.now())
  announceRelation(ctx, relationDeleted, relation.id, projectsOf(relation))
}

const projectsOf = (relation: RelationRow) => [relation.source_project_id, relation.target_project_id]

async function loadRelation(ctx: Ctx<unknown>, id: string): Promise<RelationRow> {
  const row = await findRelation(ctx, id)
  refuseUnless(row, notFound)
  return row
}
