import { systemProjectScope } from '../../api/access/project-scope.ts'
import { mergeTasks } from '../../api/imports/ndjson/merge-tasks.ts'
import type { Ctx, Services } from '../../api/platform/context.ts'
import { sql, sqlOne } from '../../api/platform/db/sql.ts'
import { Refusal } from '../../api/platform/errors.ts'
import { lockProjectForImport } from '../../api/projects/project-lock.ts'

/**
 * Merges the lines and ends the request in one transaction. The project's lock is taken before the request is looked at,
 * so a second run waits for the first and finds it ended. Progress is written beside it, for people to see meanwhile.
 */
export async function runNdjsonImport(
  services: Services,
  { requestId, projectId }: { requestId: string; projectId: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  const onProgress = (rowsDone: number) =>
    services.systemContext(async (ctx) => {
      // A process that stops gives the job back; nothing of the open transaction stays.
      signal?.throwIfAborted()
      await sql(ctx, 'update import_requests set progress_done = $2 where id = $1', [requestId, rowsDone])
    })
  await services.systemContext(async (ctx) => {
    const scoped = await systemProjectScope(ctx, projectId)
    await lockProjectForImport(ctx, projectId)
    if (!(await isOpen(ctx, requestId))) return
    if (scoped.scope.isArchived)
      throw new Refusal(403, 'The project was archived before the import ran.', { code: 'project_archived' })
    const { summary, createdTasks } = await mergeTasks(ctx, scoped.scope, requestId, onProgress)
    await sql(
      ctx,
      `update import_requests set status = 'done', summary = $2, finished_at = $3, created_tasks = $4 where id = $1 and status = 'dispatched'`,
      [
        requestId,
        JSON.stringify(summary),
        ctx.services.clock.now(),
        createdTasks === null ? null : JSON.stringify(createdTasks),
      ],
    )
    await sql(ctx, 'delete from import_chunks where request_id = $1', [requestId])
  })
}

async function isOpen(ctx: Ctx, requestId: string): Promise<boolean> {
  const row = await sqlOne(ctx, `select 1 as ok from import_requests where id = $1 and status = 'dispatched'`, [
    requestId,
  ])
  return row !== undefined
}
