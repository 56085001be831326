import { account, type Operations, project } from './rules.ts'

export const recurrenceOperations: Operations = {
  'GET /projects/{id}/guardrail-policy/': project(1),
  'PATCH /projects/{id}/guardrail-policy/': project(100, {
    body: () => ({ levels: { task_outside_sprint_window: 'block' } }),
  }),
  'GET /recurrence-rules/': account({ query: (ids) => `?project=${ids.project}` }),
  'POST /recurrence-rules/': project(200, { hidden: 400, body: (ids) => ({ task: ids.alpha, frequency: 'DAILY' }) }),
  'GET /recurrence-rules/{id}/': project(1),
  'PUT /recurrence-rules/{id}/': project(200, { body: (ids) => ({ task: ids.template_task, interval: 2 }) }),
  'PATCH /recurrence-rules/{id}/': project(200, { body: () => ({ interval: 3 }) }),
  'DELETE /recurrence-rules/{id}/': project(200),
}
