import { account, type Operations, open, type Rule } from './rules.ts'

/** Whoever runs the installation, signed in. */
const operator = (rule: Rule = {}) => account({ ...rule, session: true }, (caller) => caller.isSuperuser)

export const installationOperations: Operations = {
  'GET /health/': open(),
  'GET /readyz': open(503),
  'GET /edition/': open(),
  'GET /schema/': open('done', { slow: true }),
  'GET /asyncapi/': open('done'),
  'GET /docs/': open('done', { slow: true }),

  'GET /health/system/': operator(),
  'GET /admin/failed-tasks/': operator(),
  'POST /admin/failed-tasks/requeue-all/': operator({ query: () => '?task_name=none' }),
  'POST /admin/failed-tasks/drop-all/': operator({ query: () => '?task_name=none' }),
  'GET /admin/failed-tasks/{id}/': operator(),
  'POST /admin/failed-tasks/{id}/requeue/': operator(),
  'POST /admin/failed-tasks/{id}/drop/': operator(),
}
