import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** Tasks of a sprint that have a place in it. */
export function findRankedTasks(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'server_version', 'sprint_rank'])
    .where('sprint_id', '=', sprintId)
    .where('is_deleted', '=', false)
    .where('type', '<>', 'epic')
    .execute()
}

/** Ranks tasks from 1 on in the order of their ids; those that stand there already are left alone. */
export async function saveSprintRanks(db: Db, ids: readonly string[], syncSeq: number): Promise<number> {
  const saved = await sql`update tasks t set sprint_rank = placed.rank::int, sync_seq = ${syncSeq},
      server_version = server_version + 1
    from unnest(${ids}::uuid[]) with ordinality as placed(id, rank)
    where t.id = placed.id and t.sprint_rank is distinct from placed.rank::int returning 1`.execute(tables(db))
  return saved.rows.length
}
