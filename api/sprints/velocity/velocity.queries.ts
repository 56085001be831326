import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** The newest closed sprints of a project, newest first, those that velocity leaves out among them. */
export function listClosedSprints(db: Db, projectId: string, limit: number) {
  return tables(db)
    .selectFrom('sprints')
    .select(['id', 'name', 'start_date', 'finish_date', 'exclude_from_velocity', 'closed_at'])
    .select(['committed_points', 'committed_task_count', 'completed_points', 'completed_task_count'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where('state', '=', 'COMPLETED')
    .orderBy('closed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type ClosedSprint = Awaited<ReturnType<typeof listClosedSprints>>[number]

/** The newest closed sprints that count, less one of them. */
export function listPaceSprints(db: Db, projectId: string, limit: number, exceptId: string | null) {
  return tables(db)
    .selectFrom('sprints')
    .select(['start_date', 'finish_date', 'completed_points'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where('state', '=', 'COMPLETED')
    .where('exclude_from_velocity', '=', false)
    .where('completed_points', 'is not', null)
    .$if(exceptId !== null, (rows) => rows.where('id', '<>', exceptId ?? ''))
    .orderBy('closed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Calendar days from the start to the finish of the sprint that starts last; undefined without any. */
export async function findSprintDays(db: Db, projectId: string): Promise<number | undefined> {
  const found = await tables(db)
    .selectFrom('sprints')
    .select(sql<number>`finish_date - start_date`.as('days'))
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .orderBy('start_date', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.days
}
