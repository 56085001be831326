import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'
import { arrayLiteral } from '../platform/db/column-bytes.ts'
import { anyOf } from '../platform/db/statements.ts'
import type { DepType, LagUnit } from './dependency.entity.ts'

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Columns of ids as bytes; null where there is no row. */
interface GraphBytes {
  readonly ids: Buffer | null
  readonly parents: Buffer | null
  readonly predecessors: Buffer | null
  readonly successors: Buffer | null
}

/** The live tasks and links of some projects in one row of bytes, one link left out. */
export async function loadGraphBytes(
  db: Db,
  projectIds: readonly string[],
  exceptId: string | null,
): Promise<GraphBytes> {
  const found = await sql<GraphBytes>`select * from
      (select string_agg(uuid_send(id), '') as ids,
         string_agg(uuid_send(coalesce(parent_id, ${NO_ID}::uuid)), '') as parents
       from tasks where project_id = any(${projectIds}::uuid[]) and not is_deleted) as t,
      (select string_agg(uuid_send(predecessor_id), '') as predecessors,
         string_agg(uuid_send(successor_id), '') as successors
       from dependencies where predecessor_project_id = any(${projectIds}::uuid[]) and not is_deleted
         and id is distinct from ${exceptId}::uuid) as d`.execute(tables(db))
  return found.rows[0] as GraphBytes
}

/** Whether any live link, pending ones included, crosses projects of the program. */
export async function hasCrossLinks(db: Db, programId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('dependencies as d')
    .innerJoin('projects as p', 'p.id', 'd.predecessor_project_id')
    .select('d.id')
    .where('p.program_id', '=', programId)
    .where('d.is_deleted', '=', false)
    .whereRef('d.predecessor_project_id', '<>', 'd.successor_project_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function liveProjectsOfProgram(db: Db, programId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('projects')
    .select('id')
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .execute()
  return rows.map((row) => row.id)
}

/** A link to be stored as one of many. */
export interface NewEdge {
  readonly id: string
  readonly predecessorId: string
  readonly successorId: string
  readonly successorProjectId: string
  readonly depType: DepType
  readonly lag: number
  readonly lagUnit: LagUnit
}

/** Whose links they are, and who agreed when to those that leave the project. */
export interface EdgePlace {
  readonly predecessorProjectId: string
  readonly syncSeq: number
  readonly acceptedById: string | null
  readonly acceptedAt: Date | null
}

/** Links as a set. One that exists already with its type is left as it is. Returns the ids written. */
export async function insertEdges(db: Db, place: EdgePlace, edges: readonly NewEdge[]): Promise<string[]> {
  const list = (of: (edge: NewEdge) => string | number) => arrayLiteral(edges.map((edge) => String(of(edge))))
  const written = await sql<{ id: string }>`
    insert into dependencies (id, predecessor_id, successor_id, predecessor_project_id, successor_project_id,
      dep_type, lag, lag_unit, sync_seq, accepted_by_id, accepted_at)
    select id, predecessor, successor, own, project, dep_type, lag, lag_unit, ${place.syncSeq}::bigint,
      case when project <> own then ${place.acceptedById}::uuid end,
      case when project <> own then ${place.acceptedAt}::timestamptz end
    from unnest(${list((edge) => edge.id)}::uuid[], ${list((edge) => edge.predecessorId)}::uuid[],
      ${list((edge) => edge.successorId)}::uuid[], ${list((edge) => edge.successorProjectId)}::uuid[],
      ${list((edge) => edge.depType)}::text[], ${list((edge) => edge.lag)}::int[],
      ${list((edge) => edge.lagUnit)}::text[]) as row(id, predecessor, successor, project, dep_type, lag, lag_unit),
      (select ${place.predecessorProjectId}::uuid as own) as place
    on conflict (predecessor_id, successor_id, dep_type) where not is_deleted do nothing
    returning id`.execute(tables(db))
  return written.rows.map((row) => row.id)
}

/**
 * Soft-deletes the live links of tasks at the instant given and returns the projects on both sides of those that cross.
 * The link belongs to the project of its predecessor, whose cursor it takes.
 */
export async function deleteEdges(db: Db, taskIds: readonly string[], deletedAt: string): Promise<string[]> {
  const tasks = anyOf(taskIds)
  const rows = await tables(db)
    .with('deleted', (db) =>
      db
        .updateTable('dependencies as d')
        .set((eb) => ({
          is_deleted: true,
          deleted_at: deletedAt,
          is_driving: false,
          server_version: eb('d.server_version', '+', 1),
          sync_seq: eb.fn.coalesce(
            eb
              .selectFrom('project_counters as c')
              .select('c.sync_seq')
              .whereRef('c.project_id', '=', 'd.predecessor_project_id'),
            'd.sync_seq',
          ),
        }))
        .where('d.is_deleted', '=', false)
        .where((eb) => eb.or([eb('d.predecessor_id', '=', tasks), eb('d.successor_id', '=', tasks)]))
        .returning(['d.predecessor_project_id', 'd.successor_project_id']),
    )
    .selectFrom('deleted')
    .select(sql<string>`unnest(array[predecessor_project_id, successor_project_id])`.as('project_id'))
    .distinct()
    .whereRef('predecessor_project_id', '<>', 'successor_project_id')
    .execute()
  return rows.map((row) => row.project_id)
}
