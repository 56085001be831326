import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

interface Tombstone {
  projectId: string
  syncSeq: number
  deletedAt: Date
}

/** Projects whose tasks are linked with tasks of this one, by links that count. */
export async function linkedProjects(ctx: Pick<Ctx, 'em'>, projectId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select successor_project_id as id from dependencies
     where predecessor_project_id = $1 and successor_project_id <> $1 and not is_deleted and not is_pending
     union
     select predecessor_project_id from dependencies
     where successor_project_id = $1 and predecessor_project_id <> $1 and not is_deleted and not is_pending
     order by id`,
    [projectId],
  )
  return rows.map((row) => row.id)
}

/** Projects that links deleted with this one reach into. */
export async function formerNeighbours(ctx: Pick<Ctx, 'em'>, projectId: string): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    ctx,
    `select distinct unnest(array[d.predecessor_project_id, d.successor_project_id]) as id
     from dependencies d join projects p on p.id = $1 and d.deleted_at = p.deleted_at
     where d.is_deleted and $1::uuid in (d.predecessor_project_id, d.successor_project_id)
       and d.predecessor_project_id <> d.successor_project_id`,
    [projectId],
  )
  return rows.map((row) => row.id)
}

/** Deletes the live tasks and links of a project with it; the common time tells them from what was deleted before. */
export async function tombstoneChildren(ctx: Pick<Ctx, 'em'>, input: Tombstone): Promise<void> {
  const params = [input.projectId, input.syncSeq, input.deletedAt.toISOString()]
  const stamp = 'is_deleted = true, deleted_at = $3, server_version = server_version + 1, sync_seq = $2'
  await sql(
    ctx,
    `update dependencies set ${stamp}
     where not is_deleted and (predecessor_project_id = $1 or successor_project_id = $1)`,
    params,
  )
  await sql(ctx, `update tasks set ${stamp} where project_id = $1 and not is_deleted`, params)
}

/** Brings back what went with the project and lies in it: its tasks and the links between them that have no live twin. */
export async function restoreChildren(ctx: Pick<Ctx, 'em'>, input: Tombstone): Promise<void> {
  const params = [input.projectId, input.syncSeq, input.deletedAt.toISOString()]
  const revive = 'is_deleted = false, deleted_at = null, server_version = server_version + 1, sync_seq = $2'
  await sql(ctx, `update tasks set ${revive} where project_id = $1 and is_deleted and deleted_at = $3`, params)
  await sql(
    ctx,
    `update dependencies d set is_deleted = false, deleted_at = null,
       server_version = d.server_version + 1, sync_seq = $2
     from tasks predecessor, tasks successor
     where d.is_deleted and d.deleted_at = $3
       and d.predecessor_project_id = $1 and d.successor_project_id = $1
       and predecessor.id = d.predecessor_id and not predecessor.is_deleted
       and successor.id = d.successor_id and not successor.is_deleted
       and not exists (
         select 1 from dependencies twin
         where twin.predecessor_id = d.predecessor_id and twin.successor_id = d.successor_id
           and twin.dep_type = d.dep_type and not twin.is_deleted)`,
    params,
  )
}
