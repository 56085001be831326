import { PING, type WebhookEvent } from './webhook-events.ts'

const TASK = 'id project name status duration assignee planned_start actual_start actual_finish source'
const RISK = 'id project short_id title status probability impact severity category owner source'
const SPRINT =
  'id project name goal state start_date finish_date activated_at committed_points committed_task_count source'

/** What the body of each event holds beside `_meta`; with a question mark where not every one does. */
const FIELDS: Readonly<Record<WebhookEvent | typeof PING, string>> = {
  'task.created': `${TASK} short_id?`,
  'task.updated': `${TASK} short_id?`,
  'task.deleted': 'id project',
  'task.assigned': `${TASK} previous_assignee`,
  'task.assignee_changed': `${TASK} previous_assignee`,
  'task.mentioned': `${TASK} comment_id mention_count`,
  'task.due_date_changed': `${TASK} previous_planned_start`,
  'dependency.created': 'id project predecessor successor dep_type lag',
  'dependency.deleted': 'id project',
  'schedule.recalculated': 'project project_finish critical_path status_date',
  'project.created': 'id name start_date',
  'sprint.activated': SPRINT,
  'sprint.closed': `${SPRINT} closed_at velocity_suppressed completed_points completed_task_count goal_outcome`,
  'sprint.scope_changed': 'id sprint project task item_name status goal_impact added_at source',
  'risk.opened': RISK,
  'risk.escalated': RISK,
  'risk.closed': RISK,
  'baseline.captured': 'id project name has_cpm_dates task_count created_by source',
  // Of a comment on a task with the fields of the task, of one on a risk with the id of that.
  'comment.created': `${TASK.replace(/\w+/g, (name) => (/^(project|source)$/.test(name) ? name : `${name}?`))} risk_id? comment_id author author_display created_at`,
  [PING]: 'event webhook_id',
}

export interface WebhookFields {
  readonly always: readonly string[]
  readonly sometimes: readonly string[]
}

export function webhookFields(name: string): WebhookFields {
  const words = FIELDS[name as WebhookEvent].split(' ')
  return {
    always: words.filter((word) => !word.endsWith('?')),
    sometimes: words.filter((word) => word.endsWith('?')).map((word) => word.slice(0, -1)),
  }
}
