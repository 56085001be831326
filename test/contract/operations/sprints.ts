import { account, type Operations, project } from './rules.ts'

const dates = { start_date: '2026-02-02', finish_date: '2026-02-13' }

/** Each site has a sprint under way, so that no other can begin. */
const ANOTHER_ACTIVE = { active: 409, closed: 409 } as const

export const sprintsOperations: Operations = {
  'GET /projects/{id}/sprints/': project(1, { agent: true }),
  'POST /projects/{id}/sprints/': project(100, { agent: true, body: () => ({ name: 'Sprint', ...dates }) }),
  'POST /projects/{id}/sprints/generate/': project(100, {
    body: () => ({ count: 2, start_date: '2026-03-02' }),
  }),
  'GET /sprints/{id}/': project(1, { agent: true }),
  'PUT /sprints/{id}/': project(100, { agent: true, body: () => ({ name: 'Sprint', ...dates }) }),
  'PATCH /sprints/{id}/': project(100, { agent: true, body: () => ({ notes: 'Windy' }) }),
  'DELETE /sprints/{id}/': project(300, { agent: true }),
  'POST /sprints/{id}/activate/': project(100, { inState: ANOTHER_ACTIVE }),
  'POST /sprints/{id}/cancel/': project(100),
  'GET /sprints/{id}/scope-changes/': project(1, { agent: true }),
  'POST /sprints/{id}/scope-changes/accept/': project(300),
  'POST /sprints/{id}/scope-changes/reject/': project(300),
  'POST /scope-changes/{id}/accept/': project(300),
  'POST /scope-changes/{id}/reject/': project(300),
  'POST /sprints/{id}/close/': project(100, { path: (ids) => `/sprints/${ids.activeSprint}/close/` }),
  'GET /sprints/{id}/close-request/': project(1, {
    agent: true,
    path: (ids) => `/sprints/${ids.activeSprint}/close-request/`,
  }),
  'POST /sprints/{id}/promote-to-milestone/': project(200),
  'POST /sprints/{id}/unbind-milestone/': project(200),
  'POST /sprints/{id}/reorder/': project(100, {
    path: (ids) => `/sprints/${ids.activeSprint}/reorder/`,
    body: (ids) => ({ tasks: [{ id: ids.added, server_version: 2 }] }),
  }),
  'GET /sprints/{id}/poker/': project(1),
  'POST /sprints/{id}/poker/': project(300, { body: (ids) => ({ task: ids.estimated }) }),
  'POST /poker/{id}/vote/': project(1, { body: () => ({ value: 5 }) }),
  'POST /poker/{id}/reveal/': project(300),
  'POST /poker/{id}/reopen/': project(300, { path: (ids) => `/poker/${ids.revealedRound}/reopen/` }),
  'POST /poker/{id}/commit/': project(300, { body: () => ({ points: 5 }) }),
  'POST /poker/{id}/cancel/': project(300),
  'GET /sprints/{id}/retro/': project(1, { path: (ids) => `/sprints/${ids.closedSprint}/retro/` }),
  'POST /sprints/{id}/retro/': project(100, { body: () => ({ notes: 'Windy' }) }),
  'PATCH /sprints/{id}/retro/': project(300, {
    path: (ids) => `/sprints/${ids.closedSprint}/retro/`,
    body: () => ({ team_visibility: 'project' }),
  }),
  'GET /sprints/{id}/retro-board/': project(1),
  'POST /sprints/{id}/retro-board/': project(100, {
    path: (ids) => `/sprints/${ids.closedSprint}/retro-board/`,
    body: () => ({ text: 'More tea' }),
  }),
  'PATCH /retro-items/{id}/': project(100, { body: () => ({ text: 'Less tea', column: 'ideas' }) }),
  'DELETE /retro-items/{id}/': project(100),
  'POST /retro-items/{id}/convert-to-action/': project(100),
  'POST /sprints/{id}/retrospective/action-items/{actionId}/promote/': project(100, {
    path: (ids) => `/sprints/${ids.closedSprint}/retrospective/action-items/${ids.retroAction}/promote/`,
  }),
  'POST /sprints/{id}/retrospective/action-items/{actionId}/pull-to-sprint/': project(200, {
    path: (ids) => `/sprints/${ids.closedSprint}/retrospective/action-items/${ids.retroAction}/pull-to-sprint/`,
    body: (ids) => ({ target_sprint_id: ids.sprint }),
  }),
  'GET /sprints/{id}/retrospective/prior/': project(1, {
    path: (ids) => `/sprints/${ids.laterSprint}/retrospective/prior/`,
  }),
  'GET /projects/{id}/retrospective/carryover/': project(1),
  'GET /projects/{id}/standup/': project(1),
  'GET /sprints/{id}/daily-delta/': project(1),
  'GET /sprints/{id}/pulse/': project(1),
  'PUT /sprints/{id}/pulse/': project(100, { body: () => ({ mood: 4, energy: 3 }) }),
  'GET /sprints/{id}/pulse-trend/': project(1),
  'GET /sprints/{id}/burndown/': project(1, { agent: true }),
  'GET /sprints/{id}/duration-events/': project(1, { agent: true }),
  'GET /sprints/{id}/outcome/': project(1, { agent: true }),
  'POST /sprint-task-outcomes/{id}/toggle-demo/': project(100),
  'POST /sprint-task-outcomes/{id}/set-presenter/': project(100, { body: () => ({ presenter: 'Ada' }) }),
  'POST /sprint-task-outcomes/{id}/set-note/': project(100, { body: () => ({ note: 'Well done' }) }),
  'POST /sprint-task-outcomes/{id}/flag-for-backlog/': project(100),
  'POST /sprints/{id}/demo-list/reorder/': project(100, {
    path: (ids) => `/sprints/${ids.closedSprint}/demo-list/reorder/`,
    body: (ids) => ({ outcome_ids: [ids.outcome] }),
  }),
  'GET /me/active-sprints/': account(),
  'GET /projects/{id}/sprint-health/': project(1, { agent: true }),
  'GET /sprints/{id}/blocked/': project(1, { agent: true }),
  'GET /sprints/{id}/incoming_carryover/': project(1, { agent: true }),
  'GET /sprints/{id}/reforecast-preview/': project(1, { agent: true }),
  'GET /sprints/{id}/capacity/': project(1, { agent: true }),
  'GET /projects/{id}/velocity/': project(1, { agent: true }),
  'GET /projects/{id}/forecast/': project(1, { agent: true }),
  'GET /projects/{id}/sprint-forecast/': project(1, { agent: true }),
  'GET /projects/{id}/flow-metrics/': project(1, { agent: true }),
  'GET /projects/{id}/velocity.svg': project(1, { agent: true }),
  'GET /projects/{id}/flow-metrics.svg': project(1, { agent: true }),
  'GET /projects/{id}/burn.svg': project(1, { agent: true }),
  'GET /sprints/{id}/burndown.svg': project(1, { agent: true }),
  'GET /projects/{id}/burn/': project(1, { agent: true }),
  'GET /velocity-suggestions/': account({ agent: true }),
  'GET /velocity-suggestions/{id}/': project(1, {
    agent: true,
    path: (ids) => `/velocity-suggestions/${ids.suggestion}/`,
  }),
  'POST /velocity-suggestions/{id}/accept/': project(300, {
    path: (ids) => `/velocity-suggestions/${ids.suggestion}/accept/`,
  }),
  'POST /velocity-suggestions/{id}/dismiss/': project(300, {
    path: (ids) => `/velocity-suggestions/${ids.suggestion}/dismiss/`,
  }),
  'GET /projects/{id}/signal-privacy/': project(1),
  'PATCH /projects/{id}/signal-privacy/': project(300, {
    body: () => ({ signal: 'throughput_rollup', audience: 'team_sm' }),
  }),
  'POST /projects/{id}/signal-privacy/raise-ceiling/': project(300, {
    body: () => ({ signal: 'throughput_rollup', ceiling: 'team_sm' }),
  }),
  'POST /projects/{id}/signal-privacy/ratchet-down/': project(300),
  'GET /projects/{id}/signal-privacy/ceiling-proposals/': project(1),
  'POST /projects/{id}/signal-privacy/ceiling-proposals/{proposalId}/vote/': project(1, {
    path: (ids) => `/projects/${ids.project}/signal-privacy/ceiling-proposals/${ids.proposal}/vote/`,
    body: () => ({ choice: 'approve' }),
  }),
  'POST /projects/{id}/signal-privacy/ceiling-proposals/{proposalId}/withdraw/': project(300, {
    path: (ids) => `/projects/${ids.project}/signal-privacy/ceiling-proposals/${ids.proposal}/withdraw/`,
  }),
}
