import { presentTaskCard } from '../dependencies/dependency.present.ts'
import { findCardDates, findLinkEnds } from '../dependencies/link-end.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { findSeenProjects, type RelationRow } from './task-relation.queries.ts'

/** Relations with a card of each task whose project the caller sees. */
export async function presentRelations(ctx: Ctx<unknown>, rows: readonly RelationRow[]): Promise<object[]> {
  if (rows.length === 0) return []
  const taskIds = [...new Set(rows.flatMap((row) => [row.source_id, row.target_id]))]
  const projectIds = [...new Set(rows.flatMap((row) => [row.source_project_id, row.target_project_id]))]
  const ends = await findLinkEnds(ctx, taskIds)
  const dates = await findCardDates(ctx, taskIds)
  const seen = await findSeenProjects(ctx, projectIds)
  const card = (taskId: string, projectId: string) =>
    seen.has(projectId) ? presentTaskCard(ends.get(taskId), dates.get(taskId)) : null
  return rows.map((row) => ({
    id: row.id,
    source: row.source_id,
    target: row.target_id,
    relation_type: row.relation_type,
    note: row.note,
    created_by: row.created_by_id,
    created_at: instantText(row.created_at),
    source_card: card(row.source_id, row.source_project_id),
    target_card: card(row.target_id, row.target_project_id),
  }))
}

export async function presentRelation(ctx: Ctx<unknown>, row: RelationRow): Promise<object> {
  return (await presentRelations(ctx, [row]))[0] as object
}
