import { type ProjectScope, systemProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'

/** The project that an accepted file goes into, with the rights of the system: it may be gone or archived since. */
export async function importScope(ctx: Ctx<unknown>, projectId: string): Promise<Ctx<ProjectScope>> {
  const scoped = await systemProjectScope(ctx, projectId)
  refuseUnless(
    !scoped.scope.isArchived,
    () => new Refusal(403, 'The project was archived before the import ran.', { code: 'project_archived' }),
  )
  return scoped
}
