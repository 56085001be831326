import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

interface Tombstone {
  projectId: string
  syncSeq: number
  deletedAt: Date
}

/** Projects whose tasks are linked with tasks of this one, by links that count, in id order. */
export async function linkedProjects(db: Db, projectId: string): Promise<string[]> {
  const counted = tables(db).selectFrom('dependencies').where('is_deleted', '=', false).where('is_pending', '=', false)
  const rows = await counted
    .select('successor_project_id as id')
    .where('predecessor_project_id', '=', projectId)
    .where('successor_project_id', '<>', projectId)
    .union(
      counted
        .select('predecessor_project_id as id')
        .where('successor_project_id', '=', projectId)
        .where('predecessor_project_id', '<>', projectId),
    )
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Projects that links deleted with this one reach into. */
export async function formerNeighbours(db: Db, projectId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('dependencies as d')
    .innerJoin('projects as p', 'p.deleted_at', 'd.deleted_at')
    .select(sql<string>`unnest(array[d.predecessor_project_id, d.successor_project_id])`.as('id'))
    .distinct()
    .where('p.id', '=', projectId)
    .where('d.is_deleted', '=', true)
    .where((eb) =>
      eb.or([eb('d.predecessor_project_id', '=', projectId), eb('d.successor_project_id', '=', projectId)]),
    )
    .whereRef('d.predecessor_project_id', '<>', 'd.successor_project_id')
    .execute()
  return rows.map((row) => row.id)
}

/** Deletes the live tasks and links of a project with it; the common time tells them from what was deleted before. */
export async function tombstoneChildren(db: Db, { projectId, syncSeq, deletedAt }: Tombstone): Promise<void> {
  const stamp = { is_deleted: true, deleted_at: deletedAt.toISOString(), sync_seq: syncSeq }
  await tables(db)
    .updateTable('dependencies')
    .set((eb) => ({ ...stamp, server_version: eb('server_version', '+', 1) }))
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([eb('predecessor_project_id', '=', projectId), eb('successor_project_id', '=', projectId)]))
    .execute()
  await tables(db)
    .updateTable('tasks')
    .set((eb) => ({ ...stamp, server_version: eb('server_version', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .execute()
}

/** Brings back what went with the project and lies in it: its tasks and the links between them that have no live twin. */
export async function restoreChildren(db: Db, { projectId, syncSeq, deletedAt }: Tombstone): Promise<void> {
  const revived = { is_deleted: false, deleted_at: null, sync_seq: syncSeq }
  await tables(db)
    .updateTable('tasks')
    .set((eb) => ({ ...revived, server_version: eb('server_version', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', true)
    .where('deleted_at', '=', deletedAt.toISOString())
    .execute()
  await tables(db)
    .updateTable('dependencies as d')
    .from(['tasks as predecessor', 'tasks as successor'])
    .set((eb) => ({ ...revived, server_version: eb('d.server_version', '+', 1) }))
    .where('d.is_deleted', '=', true)
    .where('d.deleted_at', '=', deletedAt.toISOString())
    .where('d.predecessor_project_id', '=', projectId)
    .where('d.successor_project_id', '=', projectId)
    .whereRef('predecessor.id', '=', 'd.predecessor_id')
    .where('predecessor.is_deleted', '=', false)
    .whereRef('successor.id', '=', 'd.successor_id')
    .where('successor.is_deleted', '=', false)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('dependencies as twin')
            .select('twin.id')
            .whereRef('twin.predecessor_id', '=', 'd.predecessor_id')
            .whereRef('twin.successor_id', '=', 'd.successor_id')
            .whereRef('twin.dep_type', '=', 'd.dep_type')
            .where('twin.is_deleted', '=', false),
        ),
      ),
    )
    .execute()
}
