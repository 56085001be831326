import { actorId, type Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { Dependency } from './dependency.entity.ts'
import { missingTask } from './dependency.errors.ts'
import { dependencyCreated } from './dependency.events.ts'
import { canDecideLink, checkLinkAuthority, isCrossProject, type LinkEnds } from './dependency.policy.ts'
import { type DependencyRow, findDependency } from './dependency.queries.ts'
import type { DependencyInput } from './dependency.schema.ts'
import type { NewLinkScope } from './dependency.scope.ts'
import { checkPlacement } from './place-link.ts'

/** Writes one link. Across projects it waits for the successor's side, unless the caller schedules there. */
export async function createDependency(ctx: Ctx<NewLinkScope>, input: DependencyInput): Promise<DependencyRow> {
  const ends = endsOf(ctx.scope)
  checkLinkAuthority(ctx, ends)
  await checkPlacement(ctx, { ends, depType: input.dep_type, lag: input.lag })
  const consent = consentFor(ctx, ends)
  const link = ctx.em.create(Dependency, {
    id: newId(),
    syncSeq: await lockProject(ctx, ends.predecessor.projectId),
    predecessorId: ends.predecessor.id,
    successorId: ends.successor.id,
    predecessorProjectId: ends.predecessor.projectId,
    successorProjectId: ends.successor.projectId,
    depType: input.dep_type,
    lag: input.lag,
    lagUnit: input.lag_unit ?? 'working',
    ...consent,
  })
  await ctx.em.flush()
  emit(ctx, dependencyCreated, {
    projectId: ends.predecessor.projectId,
    payload: { id: link.id },
    webhookPayload: {
      id: link.id,
      project: ends.predecessor.projectId,
      predecessor: link.predecessorId,
      successor: link.successorId,
      dep_type: link.depType,
      lag: link.lag,
    },
  })
  recomputeAround(ctx, ends, consent.isPending)
  return (await findDependency(ctx, link.id)) as DependencyRow
}

function endsOf(scope: NewLinkScope): LinkEnds {
  const { predecessor, successor } = scope
  refuseUnless(predecessor, () => missingTask('predecessor'))
  refuseUnless(successor, () => missingTask('successor'))
  return { predecessor, successor }
}

/** What a link's consent columns hold when it is drawn by this caller. */
export function consentFor(ctx: Ctx<unknown>, ends: LinkEnds) {
  if (!isCrossProject(ends)) return { isPending: false, acceptedById: null, acceptedAt: null }
  if (!canDecideLink(ctx, ends)) return { isPending: true, acceptedById: null, acceptedAt: null }
  return { isPending: false, acceptedById: actorId(ctx), acceptedAt: ctx.services.clock.now() }
}

/** A pending link bears on no date; a live one on those of both projects. */
export function recomputeAround(ctx: Ctx<unknown>, ends: LinkEnds, isPending: boolean): void {
  if (isPending) return
  requestRecompute(ctx, ends.predecessor.projectId)
  requestRecompute(ctx, ends.successor.projectId)
}
