import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** Those of the names that live sprints of the project bear. */
export async function findTakenNames(db: Db, projectId: string, names: readonly string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('sprints')
    .select('name')
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where(sql<boolean>`name = any(${names}::text[])`)
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** Points of the newest closed sprints that count for velocity and have any, newest first. */
export async function findCompletedPoints(db: Db, projectId: string, limit: number): Promise<number[]> {
  const rows = await tables(db)
    .selectFrom('sprints')
    .select('completed_points')
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where('state', '=', 'COMPLETED')
    .where('exclude_from_velocity', '=', false)
    .where('completed_points', 'is not', null)
    .orderBy('closed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap((row) => row.completed_points ?? [])
}
