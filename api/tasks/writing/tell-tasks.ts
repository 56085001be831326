import type { Ctx } from '../../platform/context.ts'
import type { RowChange, RowFact, RowTeller } from '../../platform/events/event.hooks.ts'
import { taskWebhookPayload, type WebhookTask } from '../task.events.ts'
import { loadWebhookTasks } from '../task.queries.ts'

/** Tells webhooks of tasks that were written many at once, in the words of single writes. */
export const tasksTold: RowTeller = {
  kind: 'task',
  names: [
    'task.created',
    'task.updated',
    'task.deleted',
    'task.assigned',
    'task.assignee_changed',
    'task.due_date_changed',
  ],
  async tell(ctx, projectId, rows) {
    const tasks = await loadWebhookTasks(
      ctx,
      rows.map(({ id }) => id),
    )
    return rows.flatMap((row) => {
      if (row.end === 'removed')
        return [{ id: row.id, name: 'task.deleted', payload: { id: row.id, project: projectId } }]
      const task = tasks.get(row.id)
      return task ? factsOf(ctx, projectId, { row, task }) : []
    })
  },
}

function factsOf(
  ctx: Ctx<unknown>,
  projectId: string,
  { row, task }: { readonly row: RowChange; readonly task: WebhookTask },
): RowFact[] {
  const { id, end, changes } = row
  const payload = taskWebhookPayload(ctx, projectId, task)
  if (end === 'made') return [{ id, name: 'task.created', payload }]
  const facts: RowFact[] = [{ id, name: 'task.updated', payload }]
  const assignee = changes.get('assignee_id')
  if (assignee && assignee[1] !== null) {
    const name = assignee[0] === null ? 'task.assigned' : 'task.assignee_changed'
    facts.push({ id, name, payload: { ...payload, previous_assignee: assignee[0] } })
  }
  const start = changes.get('planned_start')
  if (start)
    facts.push({ id, name: 'task.due_date_changed', payload: { ...payload, previous_planned_start: start[0] } })
  return facts
}
