import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { consentFor, recomputeAround } from './create-dependency.ts'
import { missingTask } from './dependency.errors.ts'
import { dependencyUpdated } from './dependency.events.ts'
import { checkLinkAuthority, type LinkEnds } from './dependency.policy.ts'
import { type DependencyRow, findDependency, type LinkEnd } from './dependency.queries.ts'
import type { DependencyPatch } from './dependency.schema.ts'
import { findVisibleEnds, type LinkScope } from './dependency.scope.ts'
import { checkPlacement } from './place-link.ts'

/** Changes a link; everything is checked again. A link that moves to other projects asks for consent again. */
export async function updateDependency(ctx: Ctx<LinkScope>, patch: DependencyPatch): Promise<DependencyRow> {
  const { link } = ctx.scope
  const ends = await endsAfter(ctx, patch)
  checkLinkAuthority(ctx, ends)
  const depType = patch.dep_type ?? link.depType
  const lag = patch.lag ?? link.lag
  const projectIds = [link.predecessorProjectId, link.successorProjectId]
  await checkPlacement(ctx, { ends, depType, lag, replaces: { id: link.id, lag: link.lag, projectIds } })
  const movesProject =
    ends.predecessor.projectId !== link.predecessorProjectId || ends.successor.projectId !== link.successorProjectId
  const consent = movesProject ? consentFor(ctx, ends) : link
  await sql(
    ctx,
    `update dependencies set predecessor_id = $2, successor_id = $3, predecessor_project_id = $4,
       successor_project_id = $5, dep_type = $6, lag = $7, lag_unit = $8, is_pending = $9, accepted_by_id = $10,
       accepted_at = $11, server_version = server_version + 1, sync_seq = $12 where id = $1 and not is_deleted`,
    [
      link.id,
      ends.predecessor.id,
      ends.successor.id,
      ends.predecessor.projectId,
      ends.successor.projectId,
      depType,
      lag,
      patch.lag_unit ?? link.lagUnit,
      consent.is_pending,
      consent.accepted_by_id,
      consent.accepted_at,
      await lockProject(ctx, ends.predecessor.projectId),
    ],
  )
  if (ends.predecessor.projectId !== link.predecessorProjectId) await markLeft(ctx, link.predecessorProjectId)
  emit(ctx, dependencyUpdated, { projectId: ends.predecessor.projectId, payload: { id: link.id } })
  recomputeAround(ctx, ctx.scope, link.is_pending)
  recomputeAround(ctx, ends, consent.is_pending)
  const changed = await findDependency(ctx, link.id)
  refuseUnless(changed, notFound)
  return changed
}

/**
 * The project that a link has left no longer finds it among its own changes. Its row is written instead, so that
 * nobody computes on with the link in memory.
 */
async function markLeft(ctx: Ctx<unknown>, projectId: string): Promise<void> {
  await sql(ctx, 'update projects set updated_at = updated_at where id = $1', [projectId])
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
