import { actingAccount, type Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'
import { refuseUnless } from '../platform/errors.ts'
import { type EventDefinition, emit } from '../platform/events/define-event.ts'
import { lockProject } from '../projects/project-lock.ts'
import { recomputeAround } from './create-dependency.ts'
import { tombstone } from './delete-dependency.ts'
import { notPending } from './dependency.errors.ts'
import { dependencyAccepted, dependencyRejected } from './dependency.events.ts'
import { type DependencyRow, findDependency } from './dependency.queries.ts'
import type { LinkScope } from './dependency.scope.ts'

/** Makes a pending link count. It was part of every cycle check since it was drawn, so it needs none here. */
export async function acceptDependency(ctx: Ctx<LinkScope>): Promise<DependencyRow> {
  const { id, syncSeq } = await lockPending(ctx)
  await sql(
    ctx,
    `update dependencies set is_pending = false, accepted_by_id = $2, accepted_at = $3,
       server_version = server_version + 1, sync_seq = $4 where id = $1`,
    [id, actingAccount(ctx).id, ctx.services.clock.now(), syncSeq],
  )
  announce(ctx, dependencyAccepted)
  recomputeAround(ctx, ctx.scope, false)
  return (await findDependency(ctx, id)) as DependencyRow
}

/** Turns a pending link down: it is gone, and no date was ever touched by it. Answers it as it was. */
export async function rejectDependency(ctx: Ctx<LinkScope>): Promise<DependencyRow> {
  const { id, syncSeq } = await lockPending(ctx)
  await tombstone(ctx, id, syncSeq)
  announce(ctx, dependencyRejected)
  return ctx.scope.link
}

/** Locks both projects and looks at the link again, because another decision may have come first. */
async function lockPending(ctx: Ctx<LinkScope>): Promise<{ id: string; syncSeq: number }> {
  const { link } = ctx.scope
  for (const projectId of [link.predecessorProjectId, link.successorProjectId].sort()) await lockProject(ctx, projectId)
  const now = await findDependency(ctx, link.id)
  refuseUnless(now?.is_pending, notPending)
  return { id: link.id, syncSeq: await lockProject(ctx, link.predecessorProjectId) }
}

function announce(ctx: Ctx<LinkScope>, event: EventDefinition<{ id: string }>): void {
  const { link } = ctx.scope
  for (const projectId of [link.predecessorProjectId, link.successorProjectId]) {
    emit(ctx, event, { projectId, payload: { id: link.id } })
  }
}
