import { loadProjectScope, type ProjectScope } from '../../access/project-scope.ts'
import { actingAccount, type Ctx } from '../../platform/context.ts'
import { notFound, refuseUnless } from '../../platform/errors.ts'
import { defineEvent, emit } from '../../platform/events/define-event.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { newId } from '../../platform/ids.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { findRisk, insertRiskComment, loadRiskComment, type RiskCommentRow } from './risk-comment.queries.ts'

export interface RiskScope extends ProjectScope {
  readonly riskId: string
}

/** Scope of /projects/{id}/risks/{riskId}/…. */
export async function riskScope(ctx: Ctx, raw: RawInput): Promise<RiskScope> {
  const scope = await loadProjectScope(ctx, raw.params.id ?? '')
  const risk = await findRisk(ctx, scope, raw.params.riskId ?? '')
  refuseUnless(risk, notFound)
  return { ...scope, riskId: risk.id }
}

/** Webhooks are told of any comment, and of none what it says. */
const riskCommented = defineEvent<{ id: string; risk_id: string }>({
  socket: 'comment_created',
  webhook: 'comment.created',
})

export async function commentOnRisk(ctx: Ctx<RiskScope>, message: string): Promise<RiskCommentRow> {
  const { projectId, riskId } = ctx.scope
  await lockProject(ctx, projectId)
  const author = actingAccount(ctx)
  const [id, created_at] = [newId(), ctx.services.clock.now()]
  await insertRiskComment(ctx, {
    id,
    project_id: projectId,
    risk_id: riskId,
    author_id: author.id,
    message,
    created_at,
  })
  emit(ctx, riskCommented, {
    projectId,
    payload: { id, risk_id: riskId },
    webhookPayload: {
      risk_id: riskId,
      project: projectId,
      comment_id: id,
      author: author.id,
      author_display: author.displayName,
      created_at: created_at.toISOString(),
      source: ctx.caller.source,
    },
  })
  return loadRiskComment(ctx, riskId, id)
}
