import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type RowOf, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { Classification } from '../undo/snapshots.ts'

type Columns = 'id' | 'parent_id' | 'is_milestone' | 'assignee_id' | 'server_version'
/** A row that a classification may change. */
export type SubtreeRow = Readonly<Pick<RowOf<'tasks'>, Columns>> & Classification

/** The named row, and everything below it when the classification cascades. */
export async function loadClassifiedRows(
  ctx: Ctx<ProjectScope>,
  subtreeId: string,
  cascades: boolean,
): Promise<SubtreeRow[]> {
  const found = await sql<SubtreeRow>`with recursive subtree as (
       select id from tasks where id = ${subtreeId} and project_id = ${ctx.scope.projectId} and not is_deleted
       union all
       select c.id from subtree s join tasks c on c.parent_id = s.id and not c.is_deleted where ${cascades}::boolean
     )
     select t.id, t.parent_id, t.is_milestone, t.governance_class, t.parent_governance_inherited, t.delivery_mode,
       t.assignee_id, t.server_version
     from subtree s join tasks t on t.id = s.id order by t.wbs_order nulls last, t.id`.execute(tables(ctx))
  return found.rows
}

/** Stores how rows are classified, as edits of whoever acts; returns their new versions. */
export async function saveClassifications(
  ctx: Ctx<ProjectScope>,
  rows: readonly (Classification & { readonly id: string })[],
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map((row) => row.id)
  const governance = rows.map((row) => row.governance_class)
  const modes = rows.map((row) => row.delivery_mode)
  const inherited = rows.map((row) => row.parent_governance_inherited)
  const editedAt = actorId(ctx) === null ? null : ctx.services.clock.now().toISOString()
  const saved = await sql<{ id: string; server_version: number }>`
    update tasks t set governance_class = n.governance_class, delivery_mode = n.delivery_mode,
      parent_governance_inherited = n.inherited, edited_at = coalesce(${editedAt}::timestamptz, t.edited_at),
      server_version = t.server_version + 1, sync_seq = ${await lockProject(ctx, ctx.scope.projectId)}
    from unnest(${ids}::uuid[], ${governance}::text[], ${modes}::text[], ${inherited}::boolean[])
      as n(id, governance_class, delivery_mode, inherited)
    where t.id = n.id returning t.id, t.server_version`.execute(tables(ctx))
  return new Map(saved.rows.map((row) => [row.id, row.server_version]))
}
