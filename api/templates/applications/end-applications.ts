import type { Ctx } from '../../platform/context.ts'
import { lockLostWork } from '../../platform/queue/job.queries.ts'
import { applyTemplateJob } from '../template.jobs.ts'
import { OPEN_STATUSES, updateFailed } from './application.queries.ts'

const MAX_DETAIL = 2000

/** The last word on an application that failed. One that has ended stays as it is. */
export async function failApplication(ctx: Ctx<unknown>, id: string, detail: string): Promise<void> {
  await updateFailed(ctx, id, detail.slice(0, MAX_DETAIL))
}

/** Ends open applications that nothing works on any more. */
export async function endLostApplications(ctx: Ctx<unknown>): Promise<string[]> {
  const lost = await lockLostWork(ctx, {
    table: 'template_applications',
    openStatuses: OPEN_STATUSES,
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
