import { type Operations, project } from './rules.ts'

let count = 0

export const baselinesOperations: Operations = {
  'GET /projects/{id}/baselines/': project(1),
  'POST /projects/{id}/baselines/': project(300, { body: () => ({ name: `Plan ${++count}` }) }),
  'GET /projects/{id}/baselines/{baselineId}/': project(1),
  'POST /projects/{id}/baselines/{baselineId}/activate/': project(300),
  'DELETE /projects/{id}/baselines/{baselineId}/': project(400),
  'GET /projects/{id}/baselines/{baselineId}/comparison/': project(1),
  'POST /projects/{id}/commit/': project(200, { inState: { active: 409, closed: 409 } }),
  'GET /projects/{id}/tasks/{taskId}/baseline/': project(1),
}
