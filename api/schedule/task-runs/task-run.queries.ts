import { sql } from 'kysely'
import type { ProjectScope } from '../../access/project-scope.ts'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { pageRows } from '../../platform/db/page-rows.ts'
import { asJson } from '../../platform/db/statements.ts'
import { notFound } from '../../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../../platform/http/paging.ts'
import type { BackgroundSimulation } from './task-run.schema.ts'

export type TaskRunRow = RowOf<'task_runs'>

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

export async function askToCancel(db: Db, id: string): Promise<void> {
  await tables(db).updateTable('task_runs').set({ is_cancel_asked: true }).where('id', '=', id).execute()
}

export async function isCancelAsked(db: Db, id: string): Promise<boolean> {
  const run = await tables(db).selectFrom('task_runs').select('is_cancel_asked').where('id', '=', id).executeTakeFirst()
  return run?.is_cancel_asked ?? false
}
