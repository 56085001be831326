import { editRule, type Operations, project } from './rules.ts'

export const labelsOperations: Operations = {
  'GET /projects/{id}/labels/': project(1, { agent: true }),
  'POST /projects/{id}/labels/': project(100, { agent: true, body: () => ({ name: 'Steep' }) }),
  'GET /projects/{id}/labels/{labelId}/': project(1, { agent: true }),
  'PUT /projects/{id}/labels/{labelId}/': project(300, { agent: true, body: () => ({ name: 'Soaked' }) }),
  'PATCH /projects/{id}/labels/{labelId}/': project(300, { agent: true, body: () => ({ color: 'blue' }) }),
  'DELETE /projects/{id}/labels/{labelId}/': project(300, { agent: true }),
  'POST /projects/{id}/tasks/{taskId}/labels/': editRule({
    body: (ids) => ({ label_id: ids.otherLabel }),
  }),
  'DELETE /projects/{id}/tasks/{taskId}/labels/': editRule({
    body: (ids) => ({ label_id: ids.label }),
  }),
  'DELETE /projects/{id}/tasks/{taskId}/labels/{labelId}/': editRule(),
}
