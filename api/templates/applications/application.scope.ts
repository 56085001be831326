import { findProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { isUuid } from '../../platform/ids.ts'
import { findApplicationProject } from './application.queries.ts'

export interface ApplicationScope extends ProjectScope {
  readonly applicationId: string
}

/** The project of an application: unknown and hidden look alike. */
export async function applicationScope(ctx: Ctx, raw: RawInput): Promise<ApplicationScope> {
  const id = raw.params.id ?? ''
  const row = isUuid(id) ? await findApplicationProject(ctx, id) : undefined
  const scope = row && (await findProjectScope(ctx, row.project_id))
  refuseUnless(scope, notFound)
  return { ...scope, applicationId: id.toLowerCase() }
}
