import type { RowTeller } from '../platform/events/event.hooks.ts'
import { riskWebhookPayload } from './risk.events.ts'
import { loadToldRisks } from './risk.queries.ts'

/** Tells webhooks of risks that a file brought. */
export const risksTold: RowTeller = {
  kind: 'risk',
  names: ['risk.opened'],
  async tell(ctx, projectId, rows) {
    const made = rows.filter(({ end }) => end === 'made').map(({ id }) => id)
    return (await loadToldRisks(ctx, made)).flatMap(({ code, ...risk }) => {
      if (risk.status !== 'OPEN') return []
      return [{ id: risk.id, name: 'risk.opened', payload: riskWebhookPayload(ctx, { projectId, code }, risk) }]
    })
  },
}
