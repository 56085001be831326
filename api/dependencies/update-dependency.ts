import type { Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { consentFor, placeOf, recomputeAround } from './create-dependency.ts'
import { missingTask } from './dependency.errors.ts'
import { dependencyUpdated } from './dependency.events.ts'
import { checkLinkAuthority, type LinkEnds } from './dependency.policy.ts'
import { type DependencyRow, updateDependencyRow, updateProjectUnchanged } from './dependency.queries.ts'
import type { DependencyPatch } from './dependency.schema.ts'
import { findVisibleEnds, type LinkScope } from './dependency.scope.ts'
import type { LinkEnd } from './link-end.queries.ts'
import { checkPlacement } from './place-link.ts'

/** Changes a link; everything is checked again. A link that moves to other projects asks for consent again. */
export async function updateDependency(ctx: Ctx<LinkScope>, patch: DependencyPatch): Promise<DependencyRow> {
  const { link } = ctx.scope
  const ends = await endsAfter(ctx, patch)
  checkLinkAuthority(ctx, ends)
  const before = { predecessor: link.predecessor_project_id, successor: link.successor_project_id }
  const after = placeOf(ends)
  const dep_type = patch.dep_type ?? link.dep_type
  const lag = patch.lag ?? link.lag
  const projectIds = Object.values(before)
  await checkPlacement(ctx, { ends, depType: dep_type, lag, replaces: { id: link.id, lag: link.lag, projectIds } })
  const movesProject =
    after.predecessor_project_id !== before.predecessor || after.successor_project_id !== before.successor
  const consent = movesProject ? consentFor(ctx, ends) : {}
  const changed = await updateDependencyRow(ctx, link.id, {
    ...after,
    dep_type,
    lag,
    lag_unit: patch.lag_unit,
    ...consent,
    sync_seq: await lockProject(ctx, after.predecessor_project_id),
  })
  // The project that the link has left no longer finds it among its own changes.
  if (after.predecessor_project_id !== before.predecessor) await updateProjectUnchanged(ctx, before.predecessor)
  emit(ctx, dependencyUpdated, { projectId: after.predecessor_project_id, payload: { id: link.id } })
  recomputeAround(ctx, ctx.scope, link.is_pending)
  recomputeAround(ctx, ends, changed.is_pending)
  return changed
}

async function endsAfter(ctx: Ctx<LinkScope>, patch: DependencyPatch): Promise<LinkEnds> {
  const { predecessor, successor } = ctx.scope
  const moved = await findVisibleEnds(ctx, [patch.predecessor ?? '', patch.successor ?? ''])
  const end = (field: 'predecessor' | 'successor', stored: LinkEnd): LinkEnd => {
    const id = patch[field]
    if (id === undefined || id === stored.id) return stored
    const found = moved.get(id)
    refuseUnless(found, () => missingTask(field))
    return found
  }
  return { predecessor: end('predecessor', predecessor), successor: end('successor', successor) }
}
