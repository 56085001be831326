import { type Operations, program, project } from './rules.ts'

let count = 0
const columns = ['BACKLOG', 'NOT_STARTED', 'IN_PROGRESS', 'REVIEW', 'COMPLETE'].map((status) => ({ status }))

/** Phases, boards and what programs see of both. */
export const boardsOperations: Operations = {
  'GET /projects/{id}/phases/': project(1, { agent: true }),
  'POST /projects/{id}/phases/': project(300, { agent: true, body: () => ({ name: 'Quay', color: '#336699' }) }),
  'PATCH /projects/{id}/phases/reorder/': project(300, {
    body: (ids) => ({ phases: [{ id: ids.harbour, server_version: 1 }] }),
  }),
  'GET /projects/{id}/phases/{phaseId}/': project(1, { agent: true }),
  'PUT /projects/{id}/phases/{phaseId}/': project(300, { agent: true, body: () => ({ name: 'Quay' }) }),
  'PATCH /projects/{id}/phases/{phaseId}/': project(300, { agent: true, body: () => ({ color: null }) }),
  'DELETE /projects/{id}/phases/{phaseId}/': project(300, { agent: true }),
  'GET /projects/{id}/milestones/': project(1, { agent: true }),
  'GET /projects/{id}/board-config/': project(1, { agent: true }),
  'PUT /projects/{id}/board-config/': project(200, { agent: true, body: () => ({ columns }) }),
  'GET /projects/{id}/board-views/': project(1),
  'POST /projects/{id}/board-views/': project(100, { body: () => ({ name: `View ${++count}`, config: {} }) }),
  'PATCH /projects/{id}/board-views/{viewId}/': project(200, { body: () => ({ config: { show_wip: true } }) }),
  'DELETE /projects/{id}/board-views/{viewId}/': project(200),
  'GET /projects/{id}/board/activity/': project(1),
  'GET /programs/{id}/phase-gate-config/': program(1),
  'PATCH /programs/{id}/phase-gate-config/': program(300, { body: () => ({ enabled: true }) }),
  'GET /programs/{id}/label-catalog/': program(1),
  'GET /programs/{id}/label-tasks/': program(1),
}
