import { type Db, tables } from '../../database.ts'

export async function findSprintName(db: Db, id: string): Promise<string> {
  const row = await tables(db).selectFrom('sprints').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

export async function findTaskName(db: Db, id: string): Promise<string> {
  const row = await tables(db).selectFrom('tasks').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name ?? ''
}

/** The newest forecast of a milestone and the one before it. */
export function findLastForecasts(db: Db, milestoneId: string) {
  return tables(db)
    .selectFrom('milestone_forecasts')
    .select(['cpm_finish', 'p50', 'p80', 'confidence'])
    .where('milestone_id', '=', milestoneId)
    .orderBy('taken_at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}

export function findProposal(db: Db, id: string) {
  return tables(db)
    .selectFrom('signal_ceiling_proposals')
    .select(['signal', 'to_ceiling', 'status', 'proposed_by_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}
