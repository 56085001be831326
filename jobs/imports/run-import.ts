import { LockMode } from '@mikro-orm/postgresql'
import type { JobHelpers } from 'graphile-worker'
import { systemProjectScope } from '../../api/access/project-scope.ts'
import { applyPlan } from '../../api/imports/apply-plan.ts'
import { endImport } from '../../api/imports/end-imports.ts'
import { refusalOfImport } from '../../api/imports/import.errors.ts'
import { checkImportDates } from '../../api/imports/import.jobs.ts'
import { ImportRequest } from '../../api/imports/import-request.entity.ts'
import { readOptions } from '../../api/imports/read-options.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { sqlOne } from '../../api/platform/db/sql.ts'
import { FieldErrors, Refusal } from '../../api/platform/errors.ts'
import { enqueue } from '../../api/platform/queue/define-job.ts'
import { ImportRefusal } from '../../importers/plan/import-refusal.ts'
import { doAccepted } from '../accepted-work.ts'
import { runNdjsonImport } from './run-ndjson-import.ts'

const PIECE_BYTES = 1024 * 1024

/**
 * Reads the stored upload and writes the plan in one transaction that also ends the request: a second run finds it
 * ended and does nothing. A file that cannot be read ends the request as dead with its reason; the project is as it was.
 */
export async function runImportBody(
  services: Services,
  payload: { requestId: string },
  helpers: JobHelpers,
): Promise<void> {
  const { requestId } = payload
  const claimed = await services.systemContext((ctx) => claim(ctx, requestId))
  if (!claimed) return
  await doAccepted(helpers, () => importClaimed(services, requestId, claimed, helpers.abortSignal), {
    reasonOf,
    end: ({ code, detail }) => services.systemContext((ctx) => endImport(ctx, requestId, code, detail)),
    unexpected: { code: 'importer_failed', detail: 'The import failed unexpectedly.' },
  })
}

async function importClaimed(
  services: Services,
  requestId: string,
  { content, filename, options, projectId }: NonNullable<Awaited<ReturnType<typeof claim>>>,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (content === null) return runNdjsonImport(services, { requestId, projectId }, signal)
  const answer = await services.imports.read(content, filename, options, { signal, givesBytes: true })
  if (!answer.ok) throw refusalOfImport(answer.refusal)
  await services.systemContext((ctx) => finish(ctx, requestId, answer.plan))
}

async function claim(ctx: Ctx, requestId: string) {
  const row = await sqlOne<{
    kind: string
    filename: string
    options: Record<string, unknown>
    content_bytes: number | null
    project_id: string
  }>(
    ctx,
    `update import_requests set status = 'dispatched', started_at = coalesce(started_at, now())
     where id = $1 and status in ('pending', 'dispatched') returning kind, filename, options,
       octet_length(content) as content_bytes, project_id`,
    [requestId],
  )
  if (!row || (row.content_bytes === null && row.kind !== 'ndjson')) return null
  const options = await readOptions(ctx, row.project_id, row.options, row.kind)
  const content = row.content_bytes === null ? null : await readContent(ctx, requestId, row.content_bytes)
  return { content, filename: row.filename, projectId: row.project_id, options }
}

/** Piece by piece, so that nobody holds a text of all of it. As base64, which is shorter than the driver's own form. */
async function readContent(ctx: Ctx, requestId: string, bytes: number): Promise<Buffer> {
  const content = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += PIECE_BYTES) {
    const row = await sqlOne<{ piece: string }>(
      ctx,
      `select encode(substring(content from $2 for $3), 'base64') as piece from import_requests where id = $1`,
      [requestId, at + 1, PIECE_BYTES],
    )
    content.write(row?.piece ?? '', at, 'base64')
  }
  return content
}

async function finish(ctx: Ctx, requestId: string, plan: Parameters<typeof applyPlan>[3]): Promise<void> {
  const request = await ctx.em.findOne(
    ImportRequest,
    { id: requestId, status: 'dispatched' },
    { exclude: ['content'], lockMode: LockMode.PESSIMISTIC_WRITE },
  )
  if (!request) return
  const scoped = await systemProjectScope(ctx, request.project_id)
  if (scoped.scope.isArchived)
    throw new Refusal(403, 'The project was archived before the import ran.', { code: 'project_archived' })
  const { summary, createdTasks, fileDates } = await applyPlan(ctx, scoped.scope, request as ImportRequest, plan)
  Object.assign(request, {
    status: 'done',
    summary,
    created_tasks: createdTasks,
    file_dates: fileDates,
    content: null,
    finished_at: ctx.services.clock.now(),
  })
  if (fileDates !== null) enqueue(ctx, checkImportDates, { requestId })
  await ctx.em.flush()
}

/** Refusals of the writing functions are the file's fault; anything else is ours and is tried again. */
function reasonOf(error: unknown): { code: string; detail: string } | null {
  if (error instanceof ImportRefusal) return { code: error.code, detail: error.detail }
  if (error instanceof Refusal) return { code: error.code ?? 'refused', detail: error.message }
  if (error instanceof FieldErrors) return { code: 'invalid', detail: JSON.stringify(error.fields).slice(0, 2_000) }
  return null
}
