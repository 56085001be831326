import type { JobHelpers } from 'graphile-worker'
import type { Services } from '../../api/platform/context.ts'
import { sqlOne } from '../../api/platform/db/sql.ts'
import { FieldErrors, Refusal } from '../../api/platform/errors.ts'
import { applyTemplate } from '../../api/templates/apply-template.ts'
import { failApplication } from '../../api/templates/end-applications.ts'
import { doAccepted } from '../accepted-work.ts'

/** Writes the template in one transaction that also ends the application: a second run finds it ended and does nothing. */
export async function applyTemplateBody(
  services: Services,
  { applicationId }: { applicationId: string },
  helpers: JobHelpers,
): Promise<void> {
  const claimed = await services.systemContext((ctx) =>
    sqlOne(
      ctx,
      `update template_applications set status = 'running', started_at = coalesce(started_at, $2)
       where id = $1 and status in ('pending', 'running') returning id`,
      [applicationId, ctx.services.clock.now()],
    ),
  )
  if (claimed === undefined) return
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
