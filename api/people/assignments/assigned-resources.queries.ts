import { type RawBuilder, sql } from 'kysely'
import { type Db, tables } from '../../database.ts'
import { actorId, type Ctx } from '../../platform/context.ts'

/** An assignment as it is shown inside its task. */
export interface AssignedResource {
  readonly id: string
  readonly resource: string
  readonly resource_id: string
  readonly resource_name: string
  readonly units: string
}

/** Who works on each of the tasks, by name; deactivated resources included. `idList` is the text of a uuid array. */
export async function loadAssignmentsOfTasks(db: Db, idList: string): Promise<Map<string, AssignedResource[]>> {
  const rows = await tables(db)
    .selectFrom('task_resources as a')
    .innerJoin('resources as r', 'r.id', 'a.resource_id')
    .select(['a.task_id', 'a.id', 'a.resource_id', 'r.name as resource_name', 'a.units'])
    .where(sql<boolean>`a.task_id = any(${idList}::uuid[])`)
    .orderBy('r.name')
    .orderBy('a.id')
    .execute()
  const byTask = new Map<string, AssignedResource[]>()
  for (const { task_id, ...row } of rows) {
    const entry = { ...row, resource: row.resource_id }
    const known = byTask.get(task_id)
    if (known) known.push(entry)
    else byTask.set(task_id, [entry])
  }
  return byTask
}

/** Those of the tasks whose assignee has more than full time of assigned work open in the project. */
export async function findOverloadedAssignees(db: Db, idList: string): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    with asked as (
      select id, project_id, assignee_id from tasks where id = any(${idList}::uuid[]) and assignee_id is not null
    ), overloaded as (
      select pair.project_id, pair.assignee_id
      from (select distinct project_id, assignee_id from asked) pair
      join tasks t on t.assignee_id = pair.assignee_id and t.project_id = pair.project_id and not t.is_deleted
        and t.status in ('NOT_STARTED', 'IN_PROGRESS', 'REVIEW')
      join task_resources a on a.task_id = t.id
      group by pair.project_id, pair.assignee_id having sum(a.units) > 1
    )
    select asked.id from asked join overloaded using (project_id, assignee_id)`.execute(tables(db))
  return new Set(found.rows.map((row) => row.id))
}

/** Whether the account works on a task through a resource that carries its address. */
export function isAssigned(taskId: RawBuilder<unknown>, accountId: string | null): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from task_resources mine_a join resources mine_r on mine_r.id = mine_a.resource_id
    join accounts mine on lower(mine.email) = lower(mine_r.email) and mine_r.email <> ''
    where mine_a.task_id = ${taskId} and mine.id = ${accountId}::uuid)`
}

/** Those of the tasks that the caller works on. */
export async function findAssignedToCaller(ctx: Ctx<unknown>, taskIds: readonly string[]): Promise<Set<string>> {
  const isMine = isAssigned(sql.ref('u.id'), actorId(ctx))
  const found = await sql<{ id: string }>`
    select u.id from unnest(${taskIds}::uuid[]) as u(id) where ${isMine}`.execute(tables(ctx))
  return new Set(found.rows.map((row) => row.id))
}
