import { type SqlBool, sql } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { datesOf, lockDates, putDates, type TaskDates } from '../access/task-dates.queries.ts'
import { type Db, type RowOf, tables } from '../database.ts'
import type { FieldVersions } from '../platform/concurrent-edits.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'
import { lockProject } from '../projects/project-lock.ts'
import { TASK_ROW, type TaskRow } from './task-row.ts'
import type { TaskColumn, TaskValues } from './task-values.ts'
import type { TaskShape } from './writing/task-draft.ts'

export interface StoredTask {
  readonly row: TaskRow
  readonly shape: TaskShape
}

/** Conditions on `tasks t`: a live row below it, and one that is no drawer subtask. */
export const HAS_CHILDREN = sql<boolean>`exists (select 1 from tasks c where c.parent_id = t.id and not c.is_deleted)`
export const HAS_STRUCTURAL_CHILD = sql<boolean>`exists (
  select 1 from tasks c where c.parent_id = t.id and not c.is_deleted and not c.is_subtask)`

interface ShapeColumns extends Pick<TaskDates, 'early_start' | 'scheduled_start' | 'early_finish'> {
  readonly has_children: boolean
  readonly has_structural_child: boolean
}

/** A live task of the project with its place in the tree. Call it under the project's lock. */
export async function findStoredTask(
  ctx: Ctx<unknown>,
  projectId: string,
  taskId: string,
): Promise<StoredTask | undefined> {
  const found = await sql<TaskRow & ShapeColumns>`select ${TASK_ROW}, s.early_start, s.scheduled_start, s.early_finish,
       ${HAS_CHILDREN} as has_children, ${HAS_STRUCTURAL_CHILD} as has_structural_child
     from tasks t left join lateral ${datesOf('t')} on true
     where t.id = ${taskId} and t.project_id = ${projectId} and not t.is_deleted`.execute(tables(ctx))
  const row = found.rows[0]
  if (!row) return undefined
  const shape: TaskShape = {
    hasChildren: row.has_children,
    isPhase: row.has_structural_child && !row.is_subtask,
    earlyStart: row.early_start,
    isSprintPending: row.sprint_pending,
    span: { scheduled_start: row.scheduled_start, early_finish: row.early_finish },
  }
  return { row, shape }
}

/** Stores the named columns of one row as a save of its own; returns the new version. */
export async function saveTaskColumns(
  ctx: Ctx<unknown>,
  projectId: string,
  taskId: string,
  columns: readonly TaskColumn[],
  values: TaskValues,
): Promise<number> {
  return saveTask(ctx, projectId, taskId, Object.fromEntries(columns.map((column) => [column, values[column]])))
}

/** Stores columns of one row as a save of its own, whichever form they come from; returns the new version. */
export async function saveTask(
  ctx: Ctx<unknown>,
  projectId: string,
  taskId: string,
  values: Partial<RowOf<'tasks'>>,
): Promise<number> {
  const saved = await tables(ctx)
    .updateTable('tasks')
    .set({ ...values, sync_seq: await lockProject(ctx, projectId), server_version: NEXT_VERSION })
    .where('id', '=', taskId)
    .returning('server_version')
    .executeTakeFirst()
  return saved?.server_version ?? 0
}

/** Every save of a row by itself moves its version. */
export const NEXT_VERSION = sql<number>`server_version + 1`

/** At which version each column of the row was changed last. */
export async function findFieldVersions(ctx: Ctx<unknown>, taskId: string): Promise<FieldVersions> {
  const row = await tables(ctx).selectFrom('tasks').select('field_versions').where('id', '=', taskId).executeTakeFirst()
  return row?.field_versions ?? {}
}

/** The versions at which rows stand, live or deleted. */
export function loadVersions(ctx: Ctx<unknown>, taskIds: readonly string[]) {
  return tables(ctx).selectFrom('tasks').select(['id', 'server_version']).where('id', '=', anyOf(taskIds)).execute()
}

/** Rows that left the schedulable set lose their dates at once; the next pass would drop them anyway. */
export async function dropSchedules(ctx: Ctx<unknown>, projectId: string, taskIds: readonly string[]): Promise<void> {
  if (taskIds.length === 0) return
  await lockDates(ctx, [projectId])
  await sql`with gone as (
      select t.number, s.* from tasks t left join lateral ${datesOf('t')} on false
      where t.project_id = ${projectId} and t.id = any(${taskIds}::uuid[]))
    ${putDates(projectId, 'gone')}`.execute(tables(ctx))
}

/** The task a path names in a project that the caller is a member of, with what decides who may do what. */
export function findTaskOfMember(ctx: Ctx, taskId: string, isDeleted: boolean) {
  return tables(ctx)
    .selectFrom('tasks as t')
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 't.project_id').on('p.is_deleted', '=', false))
    .innerJoin(projectMemberships(ctx, actorId(ctx)), 'm.project_id', 'p.id')
    .select(['t.id', 't.project_id', 't.assignee_id', 'p.program_id', 'p.code', 'p.is_archived', 'm.role'])
    .select(sql<boolean>`p.dates_stale_since is not null`.as('has_stale_dates'))
    .where('t.id', '=', taskId)
    .where('t.is_deleted', '=', isDeleted)
    .executeTakeFirst()
}

/** The live task of the project, with whom quick-assign names. */
export function findProjectTask(db: Db, { projectId }: ProjectScope, taskId: string) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'assignee_id'])
    .where('id', '=', taskId)
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}

/** Those of the tasks that live in the project. */
export async function findLiveTaskIds(ctx: Ctx<ProjectScope>, taskIds: readonly string[]): Promise<Set<string>> {
  const rows = await tables(ctx)
    .selectFrom('tasks')
    .select('id')
    .where('id', '=', anyOf(taskIds))
    .where('project_id', '=', ctx.scope.projectId)
    .where('is_deleted', '=', false)
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** Tasks whose name or notes contain the pattern, names first. */
export function findTasksWith(db: Db, projectId: string, pattern: string, limit: number) {
  const inName = sql<SqlBool>`name ilike ${pattern} escape '\\'`
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'name', 'status', 'number'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([inName, sql<SqlBool>`notes ilike ${pattern} escape '\\'`]))
    .orderBy(sql`not ${inName}`)
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** What webhooks tell of a task, whether it lives or not. */
export function loadWebhookTask(db: Db, taskId: string) {
  return toldTasks(db).where('id', '=', taskId).executeTakeFirstOrThrow()
}

/** The same of many tasks, by id. */
export async function loadWebhookTasks(db: Db, taskIds: readonly string[]) {
  const rows = await toldTasks(db).where('id', '=', anyOf(taskIds)).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

function toldTasks(db: Db) {
  return tables(db)
    .selectFrom('tasks')
    .select(['id', 'name', 'status', 'duration', 'assignee_id', 'planned_start', 'actual_start', 'actual_finish'])
}
