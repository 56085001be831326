import { type Insertable, sql } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, type RowOf, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { pageRows } from '../platform/db/page-rows.ts'
import { asJson } from '../platform/db/statements.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage, PageRequest } from '../platform/http/paging.ts'
import type { DateCheckState } from './date-check.ts'
import type { ImportKind } from './import-kinds.ts'

type Request = RowOf<'import_requests'>

const COLUMNS = [
  'id',
  'kind',
  'status',
  'filename',
  'options',
  'requested_at',
  'summary',
  'progress_done',
  'error_code',
  'error_detail',
] as const
/** An import as it is shown; never the stored bytes, nor what else may be large. */
export type ImportRow = Pick<Request, (typeof COLUMNS)[number]>

/** A failed or undone import does not count against another of its name: its file may be sent again. */
const COUNTING: Request['status'][] = ['pending', 'dispatched', 'done']

/** Imports of the project, newest first. */
export function pageImports({ em, scope }: Ctx<ProjectScope>, request: PageRequest) {
  const ofProject = tables({ em })
    .selectFrom('import_requests as r')
    .leftJoin('accounts as a', 'a.id', 'r.requested_by_id')
    .select(['r.id', 'r.filename', 'r.status', 'r.kind', 'r.creates_project', 'r.requested_at', 'r.requested_by_id'])
    .select('a.username')
    .select(sql<number | null>`(r.summary->>'tasks_created')::int`.as('tasks_created'))
    .select(sql<string[] | null>`r.summary->'warnings'`.as('warnings'))
    .where('r.project_id', '=', scope.projectId)
    .orderBy('r.requested_at', 'desc')
    .orderBy('r.id', 'desc')
  return pageRows(ofProject, request)
}

export type ImportListEntry = Awaited<ReturnType<typeof pageImports>> extends OffsetPage<infer Row> ? Row : never

/** One import of the project (of one kind, where it is named), or the uniform 404. */
export async function loadImport(
  { em, scope }: Ctx<ProjectScope>,
  requestId: string,
  kind?: ImportKind,
): Promise<ImportRow> {
  const row = await tables({ em })
    .selectFrom('import_requests')
    .select(COLUMNS)
    .where('id', '=', requestId)
    .where('project_id', '=', scope.projectId)
    .$if(kind !== undefined, (found) => found.where('kind', '=', kind as ImportKind))
    .executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

/** Written tasks with their version; null when the import also changed tasks that were there. */
export async function loadCreatedTasks(db: Db, requestId: string): Promise<Record<string, number> | null> {
  const row = await tables(db)
    .selectFrom('import_requests')
    .select('created_tasks')
    .where('id', '=', requestId)
    .executeTakeFirst()
  return row?.created_tasks ?? null
}

/** The import of a kind that was sent under the key into the project. */
export function findSameImport(db: Db, same: { dedupeKey: string; kind: ImportKind; projectId: string }) {
  return tables(db)
    .selectFrom('import_requests')
    .select(['id', 'project_id'])
    .where('dedupe_key', '=', same.dedupeKey)
    .where('project_id', '=', same.projectId)
    .where('kind', '=', same.kind)
    .where('status', 'in', COUNTING)
    .limit(1)
    .executeTakeFirst()
}

/** The import by which the account made a project under the key, as long as the project lives. */
export function findSameProjectImport(db: Db, same: { dedupeKey: string; accountId: string | null }) {
  return tables(db)
    .selectFrom('import_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select(['r.id', 'r.project_id'])
    .where('r.dedupe_key', '=', same.dedupeKey)
    .where('r.requested_by_id', '=', same.accountId)
    .where('r.creates_project', '=', true)
    .where('p.is_deleted', '=', false)
    .where('r.status', 'in', COUNTING)
    .limit(1)
    .executeTakeFirst()
}

export async function insertImport(
  db: Db,
  values: Omit<Insertable<Tables['import_requests']>, 'options'> & { readonly options: Request['options'] },
): Promise<void> {
  await tables(db)
    .insertInto('import_requests')
    .values({ ...values, options: asJson(values.options) })
    .execute()
}

/** A piece of an upload that is read line by line. */
export async function insertChunk(db: Db, chunk: Insertable<Tables['import_chunks']>): Promise<void> {
  await tables(db).insertInto('import_chunks').values(chunk).execute()
}

export async function findChunk(db: Db, requestId: string, position: number): Promise<Uint8Array | undefined> {
  const chunk = await tables(db)
    .selectFrom('import_chunks')
    .select('content')
    .where('request_id', '=', requestId)
    .where('position', '=', position)
    .executeTakeFirst()
  return chunk?.content
}

export async function deleteChunks(db: Db, requestId: string): Promise<void> {
  await tables(db).deleteFrom('import_chunks').where('request_id', '=', requestId).execute()
}

const PIECE_BYTES = 1024 * 1024

/**
 * The packed file as it is stored, null where it lies in pieces. Read bit by bit, so that nobody holds a text of all of
 * it, and as base64, which is shorter than the driver's own form.
 */
export async function loadContent(db: Db, requestId: string): Promise<Buffer | null> {
  const request = tables(db).selectFrom('import_requests').where('id', '=', requestId)
  const { size } = await request.select(sql<number | null>`octet_length(content)`.as('size')).executeTakeFirstOrThrow()
  if (size === null) return null
  const content = Buffer.alloc(size)
  for (let at = 0; at < size; at += PIECE_BYTES) {
    const { piece } = await request
      .select(sql<string>`encode(substring(content from ${at + 1} for ${PIECE_BYTES}), 'base64')`.as('piece'))
      .executeTakeFirstOrThrow()
    content.write(piece, at, 'base64')
  }
  return content
}

export async function updateProgress(db: Db, requestId: string, rowsDone: number): Promise<void> {
  await tables(db).updateTable('import_requests').set({ progress_done: rowsDone }).where('id', '=', requestId).execute()
}

export async function markUndone(db: Db, requestId: string): Promise<void> {
  await tables(db).updateTable('import_requests').set({ status: 'undone' }).where('id', '=', requestId).execute()
}

/** What the file of an import says of its dates, while they wait to be compared and its project lives. */
export function findFileDates(db: Db, requestId: string) {
  return tables(db)
    .selectFrom('import_requests as r')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .select(['r.project_id', 'r.file_dates'])
    .where('r.id', '=', requestId)
    .where('r.file_dates', 'is not', null)
    .where('p.is_deleted', '=', false)
    .$narrowType<{ file_dates: NonNullable<Request['file_dates']> }>()
    .executeTakeFirst()
}

/** Writes into the summary what came of the comparison; the file's dates go. */
export async function updateDateCheck(db: Db, requestId: string, check: DateCheckState): Promise<void> {
  await tables(db)
    .updateTable('import_requests')
    .set({ file_dates: null, summary: sql`summary || jsonb_build_object('date_check', ${asJson(check)})` })
    .where('id', '=', requestId)
    .where('file_dates', 'is not', null)
    .execute()
}
