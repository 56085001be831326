import { type Operations, program, project } from './rules.ts'

export const scheduleOperations: Operations = {
  'POST /projects/{id}/schedule/': project(200),
  'GET /projects/{id}/schedule/derivation/': project(1, {
    agent: true,
    query: (ids) => `?quantity=early_start&task_id=${ids.beta}`,
  }),
  'GET /projects/{id}/schedule/what-if/': project(1, {
    agent: true,
    query: (ids) => {
      const question = { edits: [{ op: 'set_duration', task: ids.beta, duration: 3 }] }
      return `?question=${encodeURIComponent(JSON.stringify(question))}`
    },
  }),
  'POST /projects/{id}/schedule/what-if/': project(1, {
    agent: true,
    archived: 'allowed',
    body: (ids) => ({ edits: [{ op: 'set_duration', task: ids.beta, duration: 3 }] }),
  }),
  'GET /projects/{id}/schedule/check/': project(1, { agent: true }),
  'GET /projects/{id}/schedule/paths/': project(1, { query: (ids) => `?to=${ids.beta}` }),
  'GET /projects/{id}/schedule/diff/': project(1, { query: (ids) => `?from=${ids.baseline}` }),
  'GET /projects/{id}/schedule/drag/': project(1, { agent: true }),
  'GET /projects/{id}/schedule/difference/': project(1, { query: (ids) => `?project=${ids.project}` }),
  'POST /projects/{id}/schedule/difference/': project(1, {
    archived: 'allowed',
    upload: {
      name: 'plan.json',
      bytes: '{"format":"svc-plan/1","start_date":"2026-01-05","tasks":[{"id":"1","duration":2}]}',
    },
  }),
  'POST /projects/{id}/monte-carlo/': project(1, { body: () => ({ n_simulations: 10 }) }),
  // One is under way in the site.
  'POST /projects/{id}/monte-carlo/start/': project(1, {
    body: () => ({ n_simulations: 10 }),
    inState: { active: 409, closed: 409 },
  }),
  'GET /projects/{id}/task-runs/': project(1),
  'GET /projects/{id}/task-runs/{run_id}/': project(1),
  'POST /projects/{id}/task-runs/{run_id}/cancel/': project(200),
  'GET /projects/{id}/monte-carlo/latest/': project(1, { agent: true }),
  'GET /projects/{id}/monte-carlo/history/': project(1),
  'GET /projects/{id}/monte-carlo/whatif/': project(1, {
    agent: true,
    query: (ids) => `?task_id=${ids.beta}&duration_delta=2`,
  }),
  'GET /projects/{id}/pictures/gantt/': project(1),
  'GET /projects/{id}/pictures/gantt.png': project(1),
  'GET /projects/{id}/pictures/gantt.svg': project(1),
  'GET /projects/{id}/pictures/network/': project(1),
  'GET /projects/{id}/pictures/network.png': project(1),
  'GET /projects/{id}/pictures/network.svg': project(1),
  'GET /projects/{id}/pictures/forecast/': project(1),
  'GET /projects/{id}/pictures/forecast.png': project(1),
  'GET /projects/{id}/pictures/forecast.svg': project(1),
  'GET /projects/{id}/pictures/tornado/': project(1),
  'GET /projects/{id}/pictures/tornado.png': project(1),
  'GET /projects/{id}/pictures/tornado.svg': project(1),
  'GET /programs/{id}/schedule/': program(1, { agent: true }),
  'POST /programs/{id}/monte-carlo/': program(1, { archived: 'allowed', body: () => ({ n_simulations: 10 }) }),
}
