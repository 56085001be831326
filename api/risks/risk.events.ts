import type { ProjectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { defineEvent, emit } from '../platform/events/define-event.ts'
import type { RiskRow } from './risk.present.ts'
import { referenceOf } from './risk.present.ts'

export const riskCreated = defineEvent<{ id: string }>({ socket: 'risk_created' })
export const riskUpdated = defineEvent<{ id: string }>({ socket: 'risk_updated' })
export const riskDeleted = defineEvent<{ id: string }>({ socket: 'risk_deleted' })
export const risksImported = defineEvent<{ count: number; ids: readonly string[] }>({
  socket: 'risks_imported',
  coversRows: true,
})
const riskOpened = defineEvent<object>({ webhook: 'risk.opened' })
const riskEscalated = defineEvent<object>({ webhook: 'risk.escalated' })
const riskClosed = defineEvent<object>({ webhook: 'risk.closed' })

type ToldRisk = Pick<
  RiskRow,
  'id' | 'number' | 'title' | 'status' | 'probability' | 'impact' | 'severity' | 'category' | 'owner_id'
>

/**
 * What webhooks are told of a saved risk. One that is put down as dealt with already was never opened; any other move
 * between the states is nobody's event.
 */
export function announceRisk(ctx: Ctx<ProjectScope>, saved: RiskRow, stored: RiskRow | null): void {
  const tell = (event: typeof riskOpened) =>
    emit(ctx, event, { projectId: ctx.scope.projectId, payload: riskWebhookPayload(ctx, ctx.scope, saved) })
  if (stored === null) {
    if (saved.status === 'OPEN') tell(riskOpened)
    return
  }
  if (saved.severity > stored.severity) tell(riskEscalated)
  if (saved.status === 'CLOSED' && stored.status !== 'CLOSED') tell(riskClosed)
}

/** What webhooks are told of a risk. */
export function riskWebhookPayload(ctx: Ctx<unknown>, place: Pick<ProjectScope, 'projectId' | 'code'>, row: ToldRisk) {
  return {
    id: row.id,
    project: place.projectId,
    short_id: referenceOf({ scope: place }, row.number),
    title: row.title,
    status: row.status,
    probability: row.probability,
    impact: row.impact,
    severity: row.severity,
    category: row.category,
    owner: row.owner_id,
    source: ctx.caller.source,
  }
}
