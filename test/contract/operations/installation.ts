import { type Operations, open } from './rules.ts'

export const installationOperations: Operations = {
  'GET /health/': open(),
  'GET /readyz': open(503),
  'GET /edition/': open(),
  'GET /schema/': open('done', { slow: true }),
  'GET /docs/': open('done', { slow: true }),
}
