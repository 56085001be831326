import type { RowTeller } from '../platform/events/event.hooks.ts'
import type { DependencyRow } from './dependency.queries.ts'
import { loadDependencies } from './dependency.queries.ts'

/** What webhooks are told of a link. */
export function dependencyWebhookPayload(link: DependencyRow): Record<string, unknown> {
  return {
    id: link.id,
    project: link.predecessor_project_id,
    predecessor: link.predecessor_id,
    successor: link.successor_id,
    dep_type: link.dep_type,
    lag: link.lag,
  }
}

/** Tells webhooks of links that were written many at once; one across projects is its predecessor's. */
export const dependenciesTold: RowTeller = {
  kind: 'dependency',
  names: ['dependency.created', 'dependency.deleted'],
  async tell(ctx, projectId, rows) {
    const links = await loadDependencies(
      ctx,
      rows.map(({ id }) => id),
    )
    return rows.flatMap(({ id, end, changes }) => {
      const link = links.get(id)
      if (link?.predecessor_project_id !== projectId) return []
      const isBack = changes.get('is_deleted')?.[1] === false
      if (end === 'made' || isBack) return [{ id, name: 'dependency.created', payload: dependencyWebhookPayload(link) }]
      return end === 'removed' ? [{ id, name: 'dependency.deleted', payload: { id, project: projectId } }] : []
    })
  },
}
