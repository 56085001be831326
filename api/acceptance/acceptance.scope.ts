import { findProjectScope, type ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { RawInput } from '../platform/http/route.ts'
import { findCriterionPlace } from './criterion.queries.ts'

/** The project of a criterion that the path names. */
export interface CriterionScope extends ProjectScope {
  readonly criterionId: string
}

export async function criterionScope(ctx: Ctx, raw: RawInput): Promise<CriterionScope> {
  const place = await findCriterionPlace(ctx, raw.params.id ?? '')
  const scope = place && (await findProjectScope(ctx, place.project_id))
  if (!place || !scope) throw notFound()
  return { ...scope, criterionId: place.id }
}
