import { type Insertable, sql } from 'kysely'
import { personOf } from '../access/person-name.queries.ts'
import type { ProjectScope } from '../access/project-scope.ts'
import { type Db, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { containsWords, orderTerms, pageRows } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { LARGE_LIST, type OffsetPage, pageRequest } from '../platform/http/paging.ts'
import type { ProjectTaskScope } from '../tasks/project-task-scope.ts'
import type { ListAttachmentsQuery } from './attachment.schema.ts'

export type NewAttachment = Insertable<Tables['task_attachments']>

const ORDERINGS = { created_at: 'f.created_at', file_name: 'f.file_name' }
const SEARCHED = ['f.file_name', 'f.external_title', 'f.external_url']
const PURGED_AT_ONCE = 1_000

function liveAttachments(ctx: Ctx<ProjectTaskScope>) {
  return tables(ctx)
    .selectFrom('task_attachments as f')
    .leftJoin('accounts as a', 'a.id', 'f.uploaded_by_id')
    .select(['f.id', 'f.storage_key', 'f.file_name', 'f.file_size', 'f.file_mime', 'f.external_url'])
    .select(['f.external_title', 'f.is_pinned', 'f.created_at', 'f.uploaded_by_id', personOf('a').as('uploaded_by')])
    .where('f.task_id', '=', ctx.scope.taskId)
    .where('f.project_id', '=', ctx.scope.projectId)
    .where('f.is_deleted', '=', false)
}

export type AttachmentRow = Awaited<ReturnType<typeof loadAttachment>>

/** The attachments of the task: pinned ones before the others, and the newest first. */
export function pageAttachments(
  ctx: Ctx<ProjectTaskScope>,
  query: ListAttachmentsQuery,
): Promise<OffsetPage<AttachmentRow>> {
  const order = orderTerms(query.ordering, ORDERINGS) ?? [sql`f.is_pinned desc`, sql`f.created_at desc`]
  const found = liveAttachments(ctx).where(containsWords(query.search, SEARCHED))
  return pageRows(found.orderBy(sql`${sql.join(order)}, f.id desc`), pageRequest(query, LARGE_LIST))
}

export async function loadAttachment(ctx: Ctx<ProjectTaskScope>, id: string) {
  const row = await liveAttachments(ctx).where('f.id', '=', id).executeTakeFirst()
  refuseUnless(row, notFound)
  return row
}

export async function countAttachments(ctx: Ctx<ProjectTaskScope>): Promise<number> {
  const found = await tables(ctx)
    .selectFrom('task_attachments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('task_id', '=', ctx.scope.taskId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow()
  return found.count
}

/** What is attached to a task, as it would be to another one. */
export function findAttachmentsOf(db: Db, taskId: string) {
  return tables(db)
    .selectFrom('task_attachments')
    .select(['storage_key', 'file_name', 'file_size', 'file_mime', 'external_url', 'external_title', 'is_pinned'])
    .select('uploaded_by_id')
    .where('task_id', '=', taskId)
    .where('is_deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function insertAttachment(db: Db, row: NewAttachment): Promise<void> {
  await tables(db).insertInto('task_attachments').values(row).execute()
}

export async function markAttachmentDeleted(
  ctx: Ctx<ProjectTaskScope>,
  id: string,
  deletion: { readonly sync_seq: number; readonly deleted_at: Date; readonly deleted_by_id: string },
): Promise<void> {
  await tables(ctx)
    .updateTable('task_attachments')
    .set((eb) => ({ ...deletion, is_deleted: true, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Whether the project takes files, and of which types: its own word counts, else its program's, else the workspace's. */
export function loadFilePolicy(db: Db, { projectId }: ProjectScope) {
  return tables(db)
    .selectFrom('projects as p')
    .leftJoin('programs as g', 'g.id', 'p.program_id')
    .innerJoin('workspace as w', (join) => join.on('w.id', '=', 1))
    .select([
      sql<boolean>`coalesce(p.attachments_enabled, g.attachments_enabled, w.attachments_enabled)`.as('is_enabled'),
      sql<string[]>`coalesce(p.allowed_attachment_types, g.allowed_attachment_types, w.allowed_attachment_types)`.as(
        'types',
      ),
    ])
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow()
}

/** Removes rows that were deleted before the time for good, some at once; returns how many. */
export async function purgeAttachments(db: Db, before: Date): Promise<number> {
  const removed = await tables(db)
    .deleteFrom('task_attachments')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('task_attachments')
        .select('id')
        .where('is_deleted', '=', true)
        .where('deleted_at', '<=', before.toISOString())
        .limit(PURGED_AT_ONCE),
    )
    .executeTakeFirst()
  return Number(removed.numDeletedRows)
}

/** Those of the keys that a row speaks of, deleted or not. */
export async function findKnownKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tables(db)
    .selectFrom('task_attachments')
    .select('storage_key')
    .where(sql<boolean>`storage_key = any(${keys}::text[])`)
    .execute()
  return new Set(rows.flatMap((row) => row.storage_key ?? []))
}
