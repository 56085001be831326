import type { Services } from '../../api/platform/context.ts'
import { endLostApplications } from '../../api/templates/applications/end-applications.ts'
import { deleteUnseenTemplates } from '../../api/templates/template.queries.ts'

/** Every application of a template ends: what was lost is ended here with its reason. And templates that nobody can see go. */
export async function sweepTemplateApplicationsBody(services: Services): Promise<void> {
  const lost = await services.systemContext((ctx) => endLostApplications(ctx))
  if (lost.length > 0) services.log.warn({ applications: lost }, 'template applications without a job ended')
  await services.systemContext((ctx) => deleteUnseenTemplates(ctx))
}
