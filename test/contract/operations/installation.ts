import { account, type Operations, open, type Rule } from './rules.ts'

/** Whoever runs the installation, signed in. */
const operator = (rule: Rule = {}) => account({ ...rule, session: true }, (caller) => caller.isSuperuser)

export const installationOperations: Operations = {
  'GET /health/': open(),
  'GET /readyz': open(503),
  'GET /edition/': open(),
  'GET /schema/': open('done', { slow: true }),
  'GET /asyncapi/': open('done'),
  'GET /document-schemas/{name}/': open('done', { path: () => '/document-schemas/svc-plan-1/' }),
  'GET /docs/': open('done', { slow: true }),

  'GET /health/system/': operator(),
  'POST /health/telemetry/test/': operator(),
  'GET /health/retention/': operator(),
  'PATCH /health/retention/': operator({ body: () => ({ schedule: { frequency: 'weekly', day_of_week: 6 } }) }),
  'GET /health/retention/impact/': operator({ query: () => '?key=HISTORY_RETENTION_DAYS&value=90' }),
  'POST /health/retention/runs/': operator({ body: () => ({ dry_run: true }) }),
  'GET /admin/failed-tasks/': operator(),
  'POST /admin/failed-tasks/requeue-all/': operator({ query: () => '?task_name=none' }),
  'POST /admin/failed-tasks/drop-all/': operator({ query: () => '?task_name=none' }),
  'GET /admin/failed-tasks/{id}/': operator(),
  'POST /admin/failed-tasks/{id}/requeue/': operator(),
  'POST /admin/failed-tasks/{id}/drop/': operator(),
}
