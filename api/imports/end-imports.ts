import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { lockLostWork } from '../platform/queue/job.queries.ts'
import { runImport } from './import.jobs.ts'

/** The last word on an import that failed: its reason stays, its bytes go. A request that has ended stays as it is. */
export async function endImport(ctx: Ctx<unknown>, requestId: string, code: string, detail: string): Promise<void> {
  await sql(
    ctx,
    `update import_requests set status = 'dead', error_code = $2, error_detail = $3, content = null, finished_at = $4
     where id = $1 and status in ('pending', 'dispatched')`,
    [requestId, code, detail, ctx.services.clock.now()],
  )
  await sql(ctx, 'delete from import_chunks where request_id = $1', [requestId])
}

/** Ends open imports that nothing works on any more. */
export async function endLostImports(ctx: Ctx<unknown>): Promise<string[]> {
  const lost = await lockLostWork(ctx, {
    table: 'import_requests',
    openStatuses: ['pending', 'dispatched'],
    jobKeyPrefix: runImport.jobKey?.({ requestId: '' }) ?? '',
  })
  for (const { id, is_used_up } of lost) {
    const detail = is_used_up
      ? 'The process that imported the file ended at every attempt.'
      : 'The work on this import was lost; upload the file again.'
    await endImport(ctx, id, is_used_up ? 'importer_failed' : 'import_lost', detail)
  }
  return lost.map(({ id }) => id)
}

/** Removes imports that ended before the kept time, and bytes that an ended import still holds. */
export async function purgeImports(ctx: Ctx<unknown>): Promise<void> {
  const days = ctx.services.config.importRetentionDays
  if (days !== null) {
    const before = new Date(ctx.services.clock.now().getTime() - days * 86_400_000)
    await sql(ctx, 'delete from import_requests where finished_at < $1', [before])
  }
  await sql(
    ctx,
    `update import_requests set content = null
     where content is not null and status not in ('pending', 'dispatched')`,
  )
  await sql(
    ctx,
    `delete from import_chunks c where not exists (
       select 1 from import_requests r where r.id = c.request_id and r.status in ('pending', 'dispatched'))`,
  )
}
