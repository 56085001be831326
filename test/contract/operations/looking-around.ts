import { newId } from '../../../api/platform/ids.ts'
import { account, author, type Operations, program, project } from './rules.ts'

/** What somebody finds, visited last, or should look at. */
export const lookingAroundOperations: Operations = {
  'GET /me/search/': account({ agent: true, query: () => '?q=alpha' }),
  'GET /me/recent-projects/': account(),
  'GET /me/project-totals/': account(),
  'GET /programs/{id}/task-search/': program(1, { query: () => '?q=alpha' }),
  'POST /projects/{id}/visit/': project(1, { archived: 'allowed' }),
  'GET /projects/{id}/attention/': project(1),
  'GET /projects/{id}/my-tasks/': project(1),
  'GET /projects/{id}/blocked/': project(1),
  'GET /projects/{id}/history/': project(1),
  'GET /projects/{id}/history/summary/': project(1),
  'GET /programs/{id}/history/': program(1),
  'GET /projects/{id}/tasks/{taskId}/history/': project(1),
  'GET /projects/{id}/changelog/': project(1),
  'GET /projects/{id}/sync/': project(1),
  'POST /projects/{id}/sync/': author({ body: () => ({ client_batch_id: newId(), changes: {} }) }),
  'GET /sync/user/programs/': account(),
  'GET /projects/{id}/overview/': project(1, { agent: true }),
}
