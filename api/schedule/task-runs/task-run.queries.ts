import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { anyOf, asJson } from '../../platform/db/statements.ts'
import { notFound } from '../../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../../platform/http/paging.ts'
import type { BackgroundSimulation } from './task-run.schema.ts'

export type TaskRunRow = RowOf<'task_runs'>

const OPEN = ['pending', 'running']

function runsOfProject(ctx: Ctx<ProjectScope>) {
  return tables(ctx).selectFrom('task_runs').selectAll().where('project_id', '=', ctx.scope.projectId)
}

/** A run of the project. */
export async function loadTaskRun(ctx: Ctx<ProjectScope>, id: string): Promise<TaskRunRow> {
  const row = await runsOfProject(ctx).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A run of the project that nobody else changes until the commit. */
export async function lockTaskRun(ctx: Ctx<ProjectScope>, id: string): Promise<TaskRunRow> {
  const row = await runsOfProject(ctx).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Newest first. */
export function pageTaskRuns(ctx: Ctx<ProjectScope>, request: PageRequest): Promise<OffsetPage<TaskRunRow>> {
  return pageRows(runsOfProject(ctx).orderBy('created_at', 'desc').orderBy('id', 'desc'), request)
}

export interface NewTaskRun {
  readonly id: string
  readonly task_name: string
  readonly initiated_by_id: string | null
  readonly options: BackgroundSimulation
  readonly created_at: Date
}

/** Nothing where a run of the name is open in the project. */
export function insertTaskRun(ctx: Ctx<ProjectScope>, run: NewTaskRun): Promise<TaskRunRow | undefined> {
  return tables(ctx)
    .insertInto('task_runs')
    .values({ ...run, project_id: ctx.scope.projectId, options: asJson(run.options) })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'task_name']).where(sql<boolean>`status in ('pending', 'running')`).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Takes up an open run; one whose process ended was running already, and is worked on again. */
export function claimTaskRun(db: Db, id: string, at: Date): Promise<TaskRunRow | undefined> {
  return tables(db)
    .updateTable('task_runs')
    .set((eb) => ({
      status: 'running',
      started_at: eb.fn.coalesce('started_at', sql<string>`${at}::timestamptz`),
      progress_pct: 0,
    }))
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .returningAll()
    .executeTakeFirst()
}

/** Notes how far a run is, and returns whether somebody asked it to end; nothing where it runs no more. */
export function saveProgress(db: Db, id: string, percent: number) {
  return tables(db)
    .updateTable('task_runs')
    .set({ progress_pct: percent })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('is_cancel_asked')
    .executeTakeFirst()
}

/** Holds a run under way until the commit. */
export function lockRunUnderWay(db: Db, id: string) {
  return tables(db)
    .selectFrom('task_runs')
    .select('is_cancel_asked')
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
}

export async function askToCancel(db: Db, id: string): Promise<void> {
  await tables(db).updateTable('task_runs').set({ is_cancel_asked: true }).where('id', '=', id).execute()
}

export interface SavedEnd {
  readonly status: string
  readonly result_summary: Record<string, unknown> | null
  readonly error_detail: string
  readonly completed_at: Date
}

/** Ends an open run for good. Nothing where it has ended already. */
export function saveEnd(db: Db, id: string, end: SavedEnd) {
  return tables(db)
    .updateTable('task_runs')
    .set({ ...end, result_summary: end.result_summary && asJson(end.result_summary) })
    .$if(end.status === 'success', (query) => query.set({ progress_pct: 100 }))
    .where('id', '=', id)
    .where('status', 'in', OPEN)
    .returning('project_id')
    .executeTakeFirst()
}

/** Those of the runs that somebody asked to end. */
export async function findCancelAsked(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const found = await tables(db)
    .selectFrom('task_runs')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('is_cancel_asked', '=', true)
    .execute()
  return new Set(found.map((run) => run.id))
}

export async function deleteEndedRuns(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('task_runs').where('completed_at', '<', before.toISOString()).execute()
}
