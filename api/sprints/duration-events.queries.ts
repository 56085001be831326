import { personName } from '../access/person-name.queries.ts'
import { type Db, tables } from '../database.ts'

/** Changes of durations that were made in a sprint while it was active, newest first. */
export function listSprintDurationEvents(db: Db, sprintId: string) {
  return tables(db)
    .selectFrom('task_duration_events as e')
    .leftJoin('tasks as t', 't.id', 'e.task_id')
    .leftJoin('accounts as a', 'a.id', 'e.actor_id')
    .select(['e.id', 'e.task_id', 't.name as task_name', 'e.old_duration', 'e.new_duration', 'e.actor_id'])
    .select(['e.percent_complete_at_change', 'e.percent_complete_after', 'e.policy_applied', 'e.created_at'])
    .select(personName('a').as('actor_name'))
    .where('e.sprint_id', '=', sprintId)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
    .execute()
}
