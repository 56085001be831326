import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { anyOf } from '../../platform/db/statements.ts'
import { type ChangedRow, ownChanges } from '../../platform/events/own-changes.queries.ts'

/** A task that the open transaction wrote, as it stands now. */
export interface WrittenTask {
  readonly id: string
  readonly project_id: string
  readonly project_name: string
  readonly lifecycle: string
  readonly name: string
  readonly assignee_id: string | null
  readonly sprint_id: string | null
  readonly sprint_name: string | null
  readonly sprint_state: string | null
  readonly is_blocked: boolean
  readonly blocked_reason: string
  readonly blocker_type: string
  readonly blocking_task_id: string | null
}

export type Save = ChangedRow & WrittenTask

/**
 * Saves of the open transaction that somebody may have to be told of: of tasks of which one of the columns was changed, and of
 * new ones that somebody is to do or that came into a sprint. Of the thousands that an import makes none is looked at
 * where no task of the project is either. `offset 0` keeps the planner at a probe for each save: it takes a third of the
 * history for ours and would hash every task of the service for that.
 */
export async function findSaves(db: Db, projectId: string, columns: readonly string[]): Promise<Save[]> {
  const found = await sql<Save>`
    select own.object_type, own.object_id, own.change_type, own.changes, t.id, t.project_id, p.name as project_name,
      p.lifecycle, t.name, t.assignee_id, t.sprint_id, s.name as sprint_name, s.state as sprint_state,
      t.blocked_since is not null as is_blocked, t.blocked_reason, t.blocker_type, t.blocking_task_id
    from (select * from (${ownChanges(projectId, ['task'])}) as made
        where made.changes ?| ${columns}::text[] or made.change_type = '+' and exists (
          select 1 from tasks a where a.project_id = ${projectId} and not a.is_deleted
            and (a.assignee_id is not null or a.sprint_id is not null))) as own
      cross join lateral (select * from tasks where id = own.object_id and not is_deleted offset 0) t
      cross join lateral (select name, lifecycle from projects where id = t.project_id offset 0) p
      left join lateral (select name, state from sprints where id = t.sprint_id offset 0) s on true
    where own.changes ?| ${columns}::text[]
      or own.change_type = '+' and (t.assignee_id is not null or t.sprint_id is not null)
    order by own.id`.execute(tables(db))
  return found.rows
}

export function findSprints(db: Db, ids: readonly string[]) {
  return tables(db).selectFrom('sprints').select(['id', 'name', 'state']).where('id', '=', anyOf(ids)).execute()
}

/** Who has work in the sprints, by sprint. */
export async function findSprintPeople(db: Db, sprintIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tables(db)
    .selectFrom('tasks')
    .select(['sprint_id', 'assignee_id'])
    .distinct()
    .where('sprint_id', '=', anyOf(sprintIds))
    .where('assignee_id', 'is not', null)
    .where('is_deleted', '=', false)
    .execute()
  return grouped(rows.map(({ sprint_id, assignee_id }) => [sprint_id as string, assignee_id as string]))
}

/** Accounts of the people who are put to the tasks, by task: a resource is the person of its address. */
export async function findWorkers(db: Db, taskIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tables(db)
    .selectFrom('task_resources as w')
    .innerJoin('resources as r', 'r.id', 'w.resource_id')
    .innerJoin('accounts as a', (join) => join.on(sql<boolean>`r.email <> '' and lower(a.email) = lower(r.email)`))
    .select(['w.task_id', 'a.id'])
    .where('w.task_id', '=', anyOf(taskIds))
    .where('r.is_deleted', '=', false)
    .execute()
  return grouped(rows.map(({ task_id, id }) => [task_id, id]))
}

function grouped(pairs: readonly (readonly [string, string])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}
