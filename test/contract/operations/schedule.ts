import { type Operations, program, project } from './rules.ts'

export const scheduleOperations: Operations = {
  'POST /projects/{id}/schedule/': project(200),
  'GET /projects/{id}/schedule/derivation/': project(1, {
    agent: true,
    query: (ids) => `?quantity=early_start&task_id=${ids.beta}`,
  }),
  'POST /projects/{id}/monte-carlo/': project(1, { body: () => ({ n_simulations: 10 }) }),
  'GET /projects/{id}/monte-carlo/latest/': project(1, { agent: true }),
  'GET /projects/{id}/monte-carlo/history/': project(1),
  'GET /projects/{id}/monte-carlo/whatif/': project(1, {
    agent: true,
    query: (ids) => `?task_id=${ids.beta}&duration_delta=2`,
  }),
  'GET /programs/{id}/schedule/': program(1, { agent: true }),
}
