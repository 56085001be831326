import type { Ctx } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { lockLostWork } from '../../platform/queue/job.queries.ts'
import { runSeedImport } from './seed.jobs.ts'

const MAX_DETAIL = 2000

/** The last word on a seed import that failed; its empty program stays. One that has ended stays as it is. */
export async function failSeed(ctx: Ctx<unknown>, jobId: string, detail: string): Promise<void> {
  await sql(
    ctx,
    `update program_import_jobs set status = 'failed', error_detail = $2, content = null, completed_at = $3
     where id = $1 and status in ('pending', 'running')`,
    [jobId, detail.slice(0, MAX_DETAIL), ctx.services.clock.now()],
  )
}

/** Ends open seed imports that nothing works on any more. */
export async function endLostSeeds(ctx: Ctx<unknown>): Promise<string[]> {
  const lost = await lockLostWork(ctx, {
    table: 'program_import_jobs',
    openStatuses: ['pending', 'running'],
    jobKeyPrefix: runSeedImport.jobKey?.({ jobId: '' }) ?? '',
  })
  for (const { id, is_used_up } of lost) {
    const detail = is_used_up
      ? 'The process that imported the program ended at every attempt.'
      : 'The work on this import was lost; upload the file again.'
    await failSeed(ctx, id, detail)
  }
  return lost.map(({ id }) => id)
}

/** Removes what has been kept long enough, and documents that an ended import still holds. */
export async function purgeSeeds(ctx: Ctx<unknown>): Promise<void> {
  const now = ctx.services.clock.now()
  await sql(ctx, `delete from program_import_jobs where expires_at < $1 and status in ('success', 'failed')`, [now])
  await sql(
    ctx,
    `update program_import_jobs set content = null where content is not null and status in ('success', 'failed')`,
  )
}
