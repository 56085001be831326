import { type RawBuilder, sql } from 'kysely'
import { type Db, type RowOf, tables } from '../../database.ts'
import type { FieldChanges } from '../../history/history-row.entity.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'

export type ExportJobRow = RowOf<'export_jobs'>

/** What is packed: a project, a program, or everything. */
export type ExportPlace =
  | { readonly kind: 'project'; readonly projectId: string }
  | { readonly kind: 'program'; readonly programId: string }
  | { readonly kind: 'workspace' }

function columnsOf(place: ExportPlace) {
  return {
    project_id: place.kind === 'project' ? place.projectId : null,
    program_id: place.kind === 'program' ? place.programId : null,
  }
}

function ofPlace(place: ExportPlace): RawBuilder<boolean> {
  const { project_id, program_id } = columnsOf(place)
  return sql<boolean>`(project_id is not distinct from ${project_id}::uuid
    and program_id is not distinct from ${program_id}::uuid)`
}

/** A new job, or nothing where one of the place has not ended. */
export async function insertExportJob(
  ctx: Ctx<unknown>,
  place: ExportPlace,
  row: { readonly id: string; readonly expires_at: Date },
): Promise<boolean> {
  const inserted = await tables(ctx)
    .insertInto('export_jobs')
    .values({
      ...row,
      ...columnsOf(place),
      requested_by_id: actingAccount(ctx).id,
      created_at: ctx.services.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return inserted.length > 0
}

export function findOpenExport(ctx: Ctx<unknown>, place: ExportPlace): Promise<ExportJobRow | undefined> {
  return tables(ctx)
    .selectFrom('export_jobs')
    .selectAll()
    .where(ofPlace(place))
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst()
}

/** A job of this place and no other. */
export function findExport(ctx: Ctx<unknown>, place: ExportPlace, id: string): Promise<ExportJobRow | undefined> {
  return tables(ctx).selectFrom('export_jobs').selectAll().where('id', '=', id).where(ofPlace(place)).executeTakeFirst()
}

/** Those of the jobs whose file somebody may still ask for. */
export async function findKeptExports(db: Db, ids: readonly string[], now: Date): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('export_jobs')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Live projects of a program, or of none, with archived ones. */
export function listExportedProjects(db: Db, programId: string | null) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'code', 'name', 'is_archived'])
    .where('program_id', programId === null ? 'is' : '=', programId)
    .where('is_deleted', '=', false)
    .orderBy('code')
    .execute()
}

export function findExportedProject(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'code', 'name', 'is_archived'])
    .where('id', '=', projectId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}
export type ExportedProject = NonNullable<Awaited<ReturnType<typeof findExportedProject>>>

export function listExportedPrograms(db: Db) {
  return tables(db)
    .selectFrom('programs')
    .select(['id', 'code', 'name'])
    .where('is_deleted', '=', false)
    .orderBy('code')
    .execute()
}

export function findExportedProgram(db: Db, programId: string) {
  return tables(db)
    .selectFrom('programs')
    .select(['id', 'code', 'name'])
    .where('id', '=', programId)
    .where('is_deleted', '=', false)
    .executeTakeFirst()
}
export type ExportedProgram = NonNullable<Awaited<ReturnType<typeof findExportedProgram>>>

/** Who works here, without anything by which one signs in. */
export function listExportedMembers(db: Db) {
  return tables(db)
    .selectFrom('accounts as a')
    .leftJoin('workspace_members as w', 'w.account_id', 'a.id')
    .select(['a.id', 'a.username', 'a.email', 'a.first_name', 'a.last_name', 'a.is_active', 'w.role'])
    .orderBy('a.username')
    .execute()
}

export function listExportedTime(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('time_entries')
    .select(['id', 'task_id', 'account_id', 'minutes', 'entry_date', 'note', 'source', 'created_at'])
    .where('project_id', '=', projectId)
    .where('is_deleted', '=', false)
    .orderBy('entry_date')
    .orderBy('id')
    .execute()
}

/** The history behind a row, a page at a time, without changes of hidden columns. */
export function listExportedHistory(
  db: Db,
  projectId: string,
  page: { readonly after: number; readonly limit: number; readonly hidden: readonly string[] },
) {
  const shown = sql<FieldChanges | null>`changes - ${page.hidden as string[]}::text[]`
  return tables(db)
    .selectFrom('history_rows')
    .select(['id', 'object_type', 'object_id', 'change_type', 'at', 'actor_id', 'reason', shown.as('changes')])
    .where('project_id', '=', projectId)
    .where('id', '>', page.after)
    .where(sql<boolean>`(changes is null or ${shown} <> '{}')`)
    .orderBy('id')
    .limit(page.limit)
    .execute()
}

export function listExportedAttachments(db: Db, projectId: string) {
  return tables(db)
    .selectFrom('task_attachments as f')
    .innerJoin('tasks as t', 't.id', 'f.task_id')
    .select(['f.id', 'f.task_id', 'f.file_name', 'f.file_size', 'f.file_mime', 'f.external_url', 'f.external_title'])
    .select(['f.storage_key', 'f.uploaded_by_id', 'f.created_at'])
    .where('f.project_id', '=', projectId)
    .where('f.is_deleted', '=', false)
    .where('t.is_deleted', '=', false)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute()
}
