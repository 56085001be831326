import { type RawBuilder, sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { lockProject } from '../../projects/project-lock.ts'
import type { SubtreeRow } from '../structure/structure.queries.ts'

type TaskColumns = RowOf<'tasks'>

export type DeletedRow = Readonly<Pick<TaskColumns, 'id' | 'parent_id' | 'is_subtask' | 'wbs_order'>> & {
  readonly deleted_at: string
}

export interface LiveParent {
  readonly id: string
  readonly wbs_order: number[]
}

export async function findDeletedRow(db: Db, projectId: string, taskId: string): Promise<DeletedRow | undefined> {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'parent_id', 'is_subtask', 'wbs_order', 'deleted_at'])
    .where('id', '=', taskId)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', true)
    .$narrowType<{ deleted_at: string }>()
    .executeTakeFirst()
}

/** A deleted row and everything below it that went with it. */
const goneTogether = (taskId: string): RawBuilder<unknown> => sql`
  select t.id, t.is_subtask, t.assignee_id, t.deleted_at from tasks t where t.id = ${taskId} and t.is_deleted
  union all
  select c.id, c.is_subtask, c.assignee_id, c.deleted_at
  from gone g join tasks c on c.parent_id = g.id and c.is_deleted and c.deleted_at = g.deleted_at`

export async function loadGoneTogether(db: Db, taskId: string): Promise<SubtreeRow[]> {
  const found = await sql<SubtreeRow>`with recursive gone as (${goneTogether(taskId)})
    select id, is_subtask, assignee_id from gone`.execute(tables(db))
  return found.rows
}

/** Projects that deleted links of a task, or of what went with it, reach into. */
export async function linkedProjects(db: Db, taskId: string): Promise<string[]> {
  const found = await sql<{ project_id: string }>`with recursive gone as (${goneTogether(taskId)})
     select distinct unnest(array[d.predecessor_project_id, d.successor_project_id]) as project_id
     from gone g join dependencies d on d.is_deleted and g.id in (d.predecessor_id, d.successor_id)`.execute(tables(db))
  return found.rows.map((row) => row.project_id)
}

/** The nearest row above a deleted one that lives and may have children. */
export async function nearestLiveParent(
  db: Db,
  projectId: string,
  parentId: string | null,
): Promise<LiveParent | undefined> {
  const found = await sql<LiveParent>`with recursive above as (
       select t.*, 1 as distance from tasks t where t.id = ${parentId} and t.project_id = ${projectId}
       union all
       select t.*, a.distance + 1 from above a join tasks t on t.id = a.parent_id
     )
     select a.id, a.wbs_order from above a
     where not a.is_deleted and not a.is_milestone and not a.is_subtask and a.wbs_order is not null
     order by a.distance limit 1`.execute(tables(db))
  return found.rows[0]
}

export async function isPathFree(db: Db, projectId: string, path: readonly number[]): Promise<boolean> {
  const taken = await tables(db)
    .selectFrom('tasks')
    .select('id')
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where(sql<boolean>`wbs_order = ${path}::int[]`)
    .executeTakeFirst()
  return taken === undefined
}

/** Brings a deleted row back to a place with everything that went with it, each below its own parent. */
export async function reviveSubtree(
  ctx: Ctx<unknown>,
  projectId: string,
  place: { taskId: string; parentId: string | null; isSubtask: boolean; wbsOrder: readonly number[] | null },
): Promise<void> {
  await sql`with recursive back as (
       select t.id, ${place.parentId}::uuid as parent_id, ${place.isSubtask}::boolean as is_subtask,
         ${place.wbsOrder}::int[] as path, t.deleted_at
       from tasks t where t.id = ${place.taskId}
       union all
       select c.id, c.parent_id, c.is_subtask,
         case when c.wbs_order is not null then b.path || c.wbs_order[cardinality(c.wbs_order):] end, c.deleted_at
       from back b join tasks c on c.parent_id = b.id and c.is_deleted and c.deleted_at = b.deleted_at
     )
     update tasks t set is_deleted = false, deleted_at = null, parent_id = back.parent_id, is_subtask = back.is_subtask,
       wbs_order = back.path, server_version = t.server_version + 1, sync_seq = ${await lockProject(ctx, projectId)}
     from back where t.id = back.id`.execute(tables(ctx))
}

/** A deleted task, and how many rows went with it from below. */
export type TrashRow = Readonly<Pick<TaskColumns, 'id' | 'name' | 'type' | 'status' | 'assignee_id'>> & {
  readonly wbs_path: string | null
  readonly deleted_at: string
  readonly subtree_count: number
}

/** Tasks of a project deleted since an instant, newest first. A row is left out when it went together with the one above it. */
export async function loadTrash(db: Db, projectId: string, since: string | null, limit: number): Promise<TrashRow[]> {
  const found = await sql<TrashRow>`
    with recursive deleted as (
      select t.* from tasks t where t.project_id = ${projectId} and t.is_deleted and t.deleted_at is not null
        and (${since}::timestamptz is null or t.deleted_at >= ${since}::timestamptz)
    ), shown as (
      select d.* from deleted d where not exists (
        select 1 from deleted p where p.id = d.parent_id and p.deleted_at = d.deleted_at)
      order by d.deleted_at desc, d.id limit ${limit}
    ), below as (
      select s.id as root, s.id, s.deleted_at from shown s
      union all
      select b.root, c.id, c.deleted_at from below b join deleted c on c.parent_id = b.id and c.deleted_at = b.deleted_at
    )
    select s.id, s.name, array_to_string(s.wbs_order, '.') as wbs_path, s.type, s.status, s.deleted_at, s.assignee_id,
      (select count(*)::int - 1 from below b where b.root = s.id) as subtree_count
    from shown s order by s.deleted_at desc, s.id`.execute(tables(db))
  return found.rows
}
