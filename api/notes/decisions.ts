import { loadProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { atLeast, ROLE } from '../access/roles.ts'
import type { Ctx } from '../platform/context.ts'
import { Refusal, refuseUnless } from '../platform/errors.ts'
import type { OffsetPage } from '../platform/http/paging.ts'
import type { RawInput } from '../platform/http/route.ts'
import { isUuid } from '../platform/ids.ts'
import { areDecisionsOpen, type DecisionRow, pageDecisions, saveDecisionsPolicy } from './note.queries.ts'
import type { ListDecisionsQuery } from './note.schema.ts'

/** A project with whether Viewers read its decisions. */
export interface DecisionsScope extends ProjectScope {
  readonly areOpen: boolean
}

export async function decisionsScope(ctx: Ctx, raw: RawInput): Promise<DecisionsScope> {
  const scope = await loadProjectScope(ctx, raw.params.id ?? '')
  return { ...scope, areOpen: await areDecisionsOpen(ctx, scope.projectId) }
}

export function canReadDecisions({ scope }: Ctx<DecisionsScope>): boolean {
  return scope.areOpen || atLeast(scope.role, ROLE.member)
}

export function canEditPolicy({ scope }: Ctx<ProjectScope>): boolean {
  return atLeast(scope.role, ROLE.manager)
}

export function listDecisions(ctx: Ctx<DecisionsScope>, query: ListDecisionsQuery): Promise<OffsetPage<DecisionRow>> {
  const sprintId = query.sprint || null
  refuseUnless(sprintId === null || isUuid(sprintId), () => new Refusal(400, 'sprint must be a UUID.'))
  return pageDecisions(ctx, query, sprintId)
}

/** Sets who reads the decisions; what is left out stays. */
export async function changePolicy(ctx: Ctx<DecisionsScope>, isOpen: boolean | undefined): Promise<boolean> {
  if (isOpen === undefined) return ctx.scope.areOpen
  await saveDecisionsPolicy(ctx, isOpen)
  return isOpen
}
