import { type ProjectScope, withScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { Refusal, refuseUnless } from '../../platform/errors.ts'
import { findFacets, runsScope } from '../../projects/teams/facets.ts'

/** Managers, the Scrum Master and the Product Owner decide what is added to a sprint under way. */
export async function checkDecidesScope(ctx: Ctx<ProjectScope>): Promise<void> {
  const scope = { ...ctx.scope, ...(await findFacets(ctx)) }
  const detail = 'Only those who run the sprint decide what is added to it.'
  refuseUnless(runsScope(withScope(ctx, scope)), () => new Refusal(403, detail, { code: 'scope_accept_forbidden' }))
}
