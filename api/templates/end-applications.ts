import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { lockLostWork } from '../platform/queue/job.queries.ts'
import { applyTemplateJob } from './template.jobs.ts'

const MAX_DETAIL = 2000

/** The last word on an application that failed. One that has ended stays as it is. */
export async function failApplication(ctx: Ctx<unknown>, id: string, detail: string): Promise<void> {
  await sql(
    ctx,
    `update template_applications set status = 'failed', error_detail = $2, completed_at = $3
     where id = $1 and status in ('pending', 'running')`,
    [id, detail.slice(0, MAX_DETAIL), ctx.services.clock.now()],
  )
}

/** Ends open applications that nothing works on any more. */
export async function endLostApplications(ctx: Ctx<unknown>): Promise<string[]> {
  const lost = await lockLostWork(ctx, {
    table: 'template_applications',
    openStatuses: ['pending', 'running'],
    jobKeyPrefix: applyTemplateJob.jobKey?.({ applicationId: '' }) ?? '',
  })
  for (const { id, is_used_up } of lost) {
    const detail = is_used_up
      ? 'The process that applied the template ended at every attempt.'
      : 'The work on this application was lost; apply the template again.'
    await failApplication(ctx, id, detail)
  }
  return lost.map(({ id }) => id)
}

/** Removes templates of programs that are gone when their source is gone too: nobody can see them, but they hold a name. */
export async function purgeUnseenTemplates(ctx: Ctx<unknown>): Promise<void> {
  await sql(
    ctx,
    `delete from project_templates t
     where t.program_id is not null and t.source_project_id is null and t.source_kind <> 'community'
       and not exists (select 1 from programs g where g.id = t.program_id and not g.is_deleted)
       and not exists (select 1 from template_applications a where a.template_id = t.id)`,
  )
}
