import { actingAccount, type Ctx } from '../platform/context.ts'
import { refuseUnless } from '../platform/errors.ts'
import { type EventDefinition, emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { recomputeAround } from './create-dependency.ts'
import { tombstone } from './delete-dependency.ts'
import { notPending } from './dependency.errors.ts'
import { dependencyAccepted, dependencyRejected } from './dependency.events.ts'
import { type DependencyRow, findDependency, updateDependencyRow } from './dependency.queries.ts'
import type { LinkScope } from './dependency.scope.ts'

/** Makes a pending link count. It was part of every cycle check since it was drawn, so it needs none here. */
export async function acceptDependency(ctx: Ctx<LinkScope>): Promise<DependencyRow> {
  const { id, sync_seq } = await lockPending(ctx)
  const accepted = await updateDependencyRow(ctx, id, {
    is_pending: false,
    accepted_by_id: actingAccount(ctx).id,
    accepted_at: ctx.services.clock.now(),
    sync_seq,
  })
  announce(ctx, dependencyAccepted)
  recomputeAround(ctx, ctx.scope, false)
  return accepted
}

/** Turns a pending link down: it is gone, and no date was ever touched by it. Returns it as it was. */
export async function rejectDependency(ctx: Ctx<LinkScope>): Promise<DependencyRow> {
  const { id, sync_seq } = await lockPending(ctx)
  await tombstone(ctx, id, sync_seq)
  announce(ctx, dependencyRejected)
  return ctx.scope.link
}

/** Locks both projects and looks at the link again, because another decision may have come first. */
async function lockPending(ctx: Ctx<LinkScope>): Promise<{ id: string; sync_seq: number }> {
  const { link } = ctx.scope
  for (const projectId of [link.predecessor_project_id, link.successor_project_id].sort())
    await lockProject(ctx, projectId)
  const now = await findDependency(ctx, link.id)
  refuseUnless(now?.is_pending, notPending)
  return { id: link.id, sync_seq: await lockProject(ctx, link.predecessor_project_id) }
}

function announce(ctx: Ctx<LinkScope>, event: EventDefinition<{ id: string }>): void {
  const { link } = ctx.scope
  for (const projectId of [link.predecessor_project_id, link.successor_project_id]) {
    emit(ctx, event, { projectId, payload: { id: link.id } })
  }
}
