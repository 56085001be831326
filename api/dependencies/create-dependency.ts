import { actorId, type Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { missingTask } from './dependency.errors.ts'
import { dependencyCreated } from './dependency.events.ts'
import { canDecideLink, checkLinkAuthority, isCrossProject, type LinkEnds } from './dependency.policy.ts'
import { type DependencyRow, insertDependency } from './dependency.queries.ts'
import type { DependencyInput } from './dependency.schema.ts'
import type { NewLinkScope } from './dependency.scope.ts'
import { checkPlacement } from './place-link.ts'
import { dependencyWebhookPayload } from './tell-dependencies.ts'

/** Writes one link. Across projects it waits for the successor's side, unless the caller schedules there. */
export async function createDependency(ctx: Ctx<NewLinkScope>, input: DependencyInput): Promise<DependencyRow> {
  const ends = endsOf(ctx.scope)
  checkLinkAuthority(ctx, ends)
  await checkPlacement(ctx, { ends, depType: input.dep_type, lag: input.lag })
  const consent = consentFor(ctx, ends)
  const link = await insertDependency(ctx, {
    id: newId(),
    sync_seq: await lockProject(ctx, ends.predecessor.project_id),
    ...placeOf(ends),
    dep_type: input.dep_type,
    lag: input.lag,
    lag_unit: input.lag_unit ?? 'working',
    ...consent,
  })
  emit(ctx, dependencyCreated, {
    projectId: link.predecessor_project_id,
    payload: { id: link.id },
    webhookPayload: dependencyWebhookPayload(link),
  })
  recomputeAround(ctx, ends, consent.is_pending)
  return link
}

function endsOf(scope: NewLinkScope): LinkEnds {
  const { predecessor, successor } = scope
  refuseUnless(predecessor, () => missingTask('predecessor'))
  refuseUnless(successor, () => missingTask('successor'))
  return { predecessor, successor }
}

/** The columns that say between which tasks a link runs. */
export function placeOf({ predecessor, successor }: LinkEnds) {
  return {
    predecessor_id: predecessor.id,
    successor_id: successor.id,
    predecessor_project_id: predecessor.project_id,
    successor_project_id: successor.project_id,
  }
}

/** What a link's consent columns hold when it is drawn by this caller. */
export function consentFor(ctx: Ctx<unknown>, ends: LinkEnds) {
  if (!isCrossProject(ends)) return { is_pending: false, accepted_by_id: null, accepted_at: null }
  if (!canDecideLink(ctx, ends)) return { is_pending: true, accepted_by_id: null, accepted_at: null }
  return { is_pending: false, accepted_by_id: actorId(ctx), accepted_at: ctx.services.clock.now() }
}

/** A pending link bears on no date; a live one on those of both projects. */
export function recomputeAround(ctx: Ctx<unknown>, ends: LinkEnds, isPending: boolean): void {
  if (isPending) return
  requestRecompute(ctx, ends.predecessor.project_id)
  requestRecompute(ctx, ends.successor.project_id)
}
