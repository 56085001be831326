import { account, type Operations, project } from './rules.ts'

export const slipConflictsOperations: Operations = {
  'GET /slip-conflicts/': account({ query: (ids) => `?project=${ids.project}` }),
  'GET /slip-conflicts/{id}/': project(1),
  'POST /slip-conflicts/{id}/acknowledge/': project(300),
}
