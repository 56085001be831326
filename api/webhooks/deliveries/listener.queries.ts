import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'

/** Active webhooks that hear of the events of projects: their own, and those of the program. */
function listeners(db: Db, projectIds: readonly string[]) {
  return tables(db)
    .selectFrom('projects as p')
    .innerJoin('webhooks as w', (join) => join.on(sql<boolean>`w.project_id = p.id or w.program_id = p.program_id`))
    .where('p.id', '=', anyOf(projectIds))
    .where('w.is_active', '=', true)
}

/** Of an event as it is stored, whether one of them hears of it. */
export const HEARD_OUTSIDE = sql<boolean>`(webhook_name is not null and exists (
  select 1 from webhooks w where w.is_active and webhook_name = any(w.events) and (w.project_id = channel
    or w.program_id = (select p.program_id from projects p where p.id = channel))))`

/** Those webhooks locked for new deliveries, in one order for everybody. */
export function lockListeners(db: Db, projectIds: readonly string[]) {
  return listeners(db, projectIds)
    .select(['w.id', 'p.id as project_id', 'w.events', 'w.format', 'w.last_sequence'])
    .orderBy('w.id')
    .forNoKeyUpdate('w')
    .execute()
}
