import type { Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { defineEvent } from '../platform/events/define-event.ts'
import type { SprintRow } from './sprint.queries.ts'

interface Id {
  readonly id: string
}

export const sprintCreated = defineEvent<Id>({ socket: 'sprint_created' })
export const sprintUpdated = defineEvent<Id>({ socket: 'sprint_updated' })
export const sprintDeleted = defineEvent<Id>({ socket: 'sprint_deleted' })
export const sprintActivated = defineEvent<Id>({ socket: 'sprint_activated', webhook: 'sprint.activated' })
export const sprintCancelled = defineEvent<Id>({ socket: 'sprint_cancelled' })
/** Tasks of the sprint have other places in it: by hand, or because it begins. */
export const sprintReranked = defineEvent<{ project_id: string; sprint_id: string }>({ socket: 'sprint_reranked' })

/** What webhooks tell of a sprint that has begun. */
export function activatedPayload(ctx: Ctx<unknown>, sprint: SprintRow): Record<string, unknown> {
  return {
    id: sprint.id,
    project: sprint.project_id,
    name: sprint.name,
    goal: sprint.goal,
    state: sprint.state,
    start_date: sprint.start_date,
    finish_date: sprint.finish_date,
    activated_at: instantText(sprint.activated_at),
    committed_points: sprint.committed_points,
    committed_task_count: sprint.committed_task_count,
    source: ctx.caller.source,
  }
}
