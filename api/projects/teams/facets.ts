import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import type { Ctx } from '../../platform/context.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { findOwnPlace } from './team.queries.ts'

/** What the team names the caller, beside their role. */
export interface Facets {
  /** Has a place in the team of the project. */
  readonly isOnTeam: boolean
  readonly isScrumMaster: boolean
  readonly isProductOwner: boolean
}

/** The same scope with what the team names the caller, for operations that ask for it. */
export function withFacets<S extends ProjectScope>(
  load: (ctx: Ctx, raw: RawInput) => Promise<S>,
): (ctx: Ctx, raw: RawInput) => Promise<S & Facets> {
  return async (ctx, raw) => {
    const scope = await load(ctx, raw)
    return { ...scope, ...(await findFacets({ ...ctx, scope })) }
  }
}

export async function findFacets(ctx: Ctx<ProjectScope>): Promise<Facets> {
  const place = ctx.actor.kind === 'system' ? undefined : await findOwnPlace(ctx)
  return {
    isOnTeam: place !== undefined,
    isScrumMaster: place?.is_scrum_master ?? false,
    isProductOwner: place?.is_product_owner ?? false,
  }
}

type Asking = Pick<ProjectScope, 'role'> & Facets

/** Who decides what is in a sprint and what it is estimated at: managers, and whom the team names for either. */
export function runsScope(ctx: Ctx<Asking>): boolean {
  return managesBacklog(ctx) || ctx.scope.isScrumMaster
}

/** Who puts the backlog into an order: managers and the Product Owner. */
export function managesBacklog({ actor, scope }: Ctx<Asking>): boolean {
  return actor.kind === 'system' || atLeast(scope.role, ROLE.manager) || scope.isProductOwner
}
