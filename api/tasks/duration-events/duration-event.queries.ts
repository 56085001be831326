import type { Insertable } from 'kysely'
import { personName } from '../../access/person-name.queries.ts'
import { type Db, type Tables, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { LARGE_LIST, pageRequest } from '../../platform/http/paging.ts'
import type { TaskScope } from '../task-scope.ts'

interface ListQuery {
  readonly page?: string | undefined
  readonly page_size?: string | undefined
  readonly ordering?: string | undefined
}

/** Duration changes of the task of the scope, newest first unless `ordering` turns it round. */
export function pageDurationEvents(ctx: Ctx<TaskScope>, query: ListQuery) {
  const direction = query.ordering === 'created_at' ? 'asc' : 'desc'
  const events = tables(ctx)
    .selectFrom('task_duration_events as e')
    .leftJoin('accounts as a', 'a.id', 'e.actor_id')
    .select(['e.id', 'e.task_id as task', 'e.actor_id as actor', personName('a').as('actor_name')])
    .select(['e.old_duration', 'e.new_duration', 'e.percent_complete_at_change', 'e.percent_complete_after'])
    .select(['e.policy_applied', 'e.source', 'e.sprint_id as sprint', 'e.created_at'])
    .where('e.task_id', '=', ctx.scope.taskId)
    .orderBy('e.created_at', direction)
    .orderBy('e.id', direction)
  return pageRows(events, pageRequest(query, LARGE_LIST))
}

export async function insertDurationEvent(db: Db, event: Insertable<Tables['task_duration_events']>): Promise<void> {
  await tables(db).insertInto('task_duration_events').values(event).execute()
}
