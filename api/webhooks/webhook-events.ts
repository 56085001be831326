/** The events that a webhook can ask for. A twentieth is a change of the interface. */
export const WEBHOOK_EVENTS = [
  'task.created',
  'task.updated',
  'task.deleted',
  'task.assigned',
  'task.assignee_changed',
  'task.mentioned',
  'task.due_date_changed',
  'dependency.created',
  'dependency.deleted',
  'schedule.recalculated',
  'project.created',
  'sprint.activated',
  'sprint.closed',
  'sprint.scope_changed',
  'risk.opened',
  'risk.escalated',
  'risk.closed',
  'baseline.captured',
  'comment.created',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** Sent by the test of a webhook alone; nobody subscribes to it. */
export const PING = 'ping'

export const WEBHOOK_FORMATS = ['generic', 'slack'] as const
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number]

export const DELIVERY_STATUSES = ['pending', 'success', 'failed'] as const
