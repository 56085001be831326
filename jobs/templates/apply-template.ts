import type { JobHelpers } from 'graphile-worker'
import type { Services } from '../../api/platform/context.ts'
import { FieldErrors, Refusal } from '../../api/platform/errors.ts'
import { claimApplication } from '../../api/templates/applications/application.queries.ts'
import { applyTemplate } from '../../api/templates/applications/apply-template.ts'
import { failApplication } from '../../api/templates/applications/end-applications.ts'
import { doAccepted } from '../accepted-work.ts'

/** Writes the template in one transaction that also ends the application: a second run finds it ended and does nothing. */
export async function applyTemplateBody(
  services: Services,
  { applicationId }: { applicationId: string },
  helpers: JobHelpers,
): Promise<void> {
  const isClaimed = await services.systemContext((ctx) => claimApplication(ctx, applicationId))
  if (!isClaimed) return
  await doAccepted(helpers, () => services.systemContext((ctx) => applyTemplate(ctx, applicationId)), {
    reasonOf,
    end: (detail) => services.systemContext((ctx) => failApplication(ctx, applicationId, detail)),
    unexpected: 'The template could not be applied.',
  })
}

/** Refusals are about the template or the project; anything else is ours and is tried again. */
function reasonOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.status === 404 ? 'The project is gone.' : error.message
  return error instanceof FieldErrors ? Object.values(error.fields).flat().join('; ') : null
}
