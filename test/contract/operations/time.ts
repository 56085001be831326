import { account, authorOnly, type Operations, project } from './rules.ts'

export const timeOperations: Operations = {
  'GET /tasks/{id}/time-entries/': project(1),
  'POST /tasks/{id}/time-entries/': project(100, { body: () => ({ minutes: 30 }) }),
  'GET /me/time-entries/': account({ query: () => '?from=2026-03-02&to=2026-03-08' }),
  'PATCH /me/time-entries/{id}/': authorOnly({ below: 404, body: () => ({ note: 'Measured again' }) }),
  'DELETE /me/time-entries/{id}/': authorOnly({ below: 404 }),
  'GET /me/timer/': account(),
  'POST /me/timer/start': project(100, { body: (ids) => ({ task: ids.beta }) }),
  // Only the builder of the sites has a timer that runs, and the builder is nobody who asks.
  'POST /me/timer/stop': account({ inState: { active: 409 } }),
  'POST /me/timesheets/{week_start}/submit': account(),
  'DELETE /me/timesheets/{week_start}/submit': account(),
}
