import { type RawBuilder, sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { lockProject } from '../../projects/project-lock.ts'

type Ends = 'id' | 'predecessor_id' | 'successor_id' | 'predecessor_project_id' | 'successor_project_id'
/** A deleted link, with the time its other end was deleted if it was. */
export type DeletedEdge = Readonly<Pick<RowOf<'dependencies'>, Ends>> & { readonly other_deleted_at: string | null }

/** Links that were deleted with some tasks. */
export function deletedWithTasks(db: Db, taskIds: readonly string[], deletedAt: string): Promise<DeletedEdge[]> {
  return deletedEdges(
    db,
    sql`d.deleted_at = ${deletedAt}
    and (d.predecessor_id = any(${taskIds}::uuid[]) or d.successor_id = any(${taskIds}::uuid[]))`,
  )
}

/** Links into other projects that were deleted with a project. */
export function deletedWithProject(db: Db, projectId: string, deletedAt: string): Promise<DeletedEdge[]> {
  return deletedEdges(
    db,
    sql`d.deleted_at = ${deletedAt} and d.predecessor_project_id <> d.successor_project_id
    and ${projectId}::uuid in (d.predecessor_project_id, d.successor_project_id)`,
  )
}

export function deletedNamed(db: Db, edgeIds: readonly string[]): Promise<DeletedEdge[]> {
  return deletedEdges(db, sql`d.id = any(${edgeIds}::uuid[])`)
}

/** Deleted links without a live twin. */
async function deletedEdges(db: Db, condition: RawBuilder<unknown>): Promise<DeletedEdge[]> {
  const found = await sql<DeletedEdge>`
    select d.id, d.predecessor_id, d.successor_id, d.predecessor_project_id, d.successor_project_id,
      coalesce(p.deleted_at, s.deleted_at) as other_deleted_at
    from dependencies d join tasks p on p.id = d.predecessor_id join tasks s on s.id = d.successor_id
    where d.is_deleted and not exists (select 1 from dependencies twin where not twin.is_deleted
      and twin.dep_type = d.dep_type and twin.predecessor_id = d.predecessor_id and twin.successor_id = d.successor_id)
      and ${condition} order by d.id`.execute(tables(db))
  return found.rows
}

/** Lets links count as deleted with their other end, so that they come back with it. */
export async function dateWithOtherEnd(db: Db, edges: readonly DeletedEdge[]): Promise<void> {
  const ids = edges.map((edge) => edge.id)
  const times = edges.map((edge) => edge.other_deleted_at)
  await sql`update dependencies d set deleted_at = u.deleted_at
    from unnest(${ids}::uuid[], ${times}::timestamptz[]) as u(id, deleted_at) where d.id = u.id`.execute(tables(db))
}

/** Brings deleted links back. */
export async function reviveLinks(ctx: Ctx<unknown>, projectId: string, ids: readonly string[]): Promise<void> {
  await tables(ctx)
    .updateTable('dependencies')
    .set({
      is_deleted: false,
      deleted_at: null,
      server_version: sql<number>`server_version + 1`,
      sync_seq: await lockProject(ctx, projectId),
    })
    .where('id', '=', anyOf(ids))
    .execute()
}
