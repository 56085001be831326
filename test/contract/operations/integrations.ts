import { account, type Operations, open, program, project, workspace } from './rules.ts'

const own = { session: true } as const
const credential = { ...own, path: () => '/me/credentials/generic/' }
const connection = { ...own, path: () => '/me/connections/jira/' }
const sync = { ...own, path: () => '/me/connections/jira/sync/', inState: { active: 404 } }
/** Refused before a tracker is asked: a cloud's secret is worth nothing without the address of its owner. */
const entered = { secret: 'x', base_url: 'https://nobody.atlassian.net' }

const notReady = { active: 409, archived: 409, closed: 409 } as const

export const integrationsOperations: Operations = {
  'GET /me/credentials/': account(own),
  'GET /me/credentials/{provider}/': account(credential),
  'POST /me/credentials/{provider}/': account({ ...credential, body: () => ({ secret: 'x' }) }),
  'DELETE /me/credentials/{provider}/': account(credential),
  'GET /me/connections/{source}/': account({ ...connection, inState: { active: 404 } }),
  'PUT /me/connections/{source}/': account({ ...connection, inState: { active: 422 }, body: () => entered }),
  'PATCH /me/connections/{source}/': account({ ...connection, inState: { active: 404 } }),
  'DELETE /me/connections/{source}/': account(connection),
  'POST /me/connections/{source}/sync/': account(sync),
  'GET /me/external-items/': account(own),
  'GET /integrations/projects/{id}/git-automation/': project(300),
  'PUT /integrations/projects/{id}/git-automation/': project(300, { body: () => ({ enabled: true }) }),
  'POST /integrations/projects/{id}/git-automation/rotate-secret/': project(300),
  'POST /integrations/projects/{id}/git-webhook/': open(404),
  'GET /projects/{id}/integrations-summary/': project(1),
  'GET /programs/{id}/integrations-summary/': program(1),
  'GET /me/work/': account({ agent: true }),
  'GET /assets/': account({ agent: true }),
  'GET /projects/{id}/assets/': project(1),
  'GET /programs/{id}/assets/': program(1),
  'GET /projects/{id}/export/': project(300),
  'POST /projects/{id}/export/': project(300, { archived: 'allowed' }),
  'GET /projects/{id}/export/jobs/{jobId}/': project(300),
  'GET /projects/{id}/export/jobs/{jobId}/download/': project(300, { inState: notReady }),
  'POST /programs/{id}/export/': program(300, { archived: 'allowed' }),
  'GET /programs/{id}/export/jobs/{jobId}/': program(300),
  'GET /programs/{id}/export/jobs/{jobId}/download/': program(300, { inState: notReady }),
  'POST /workspace/export/': workspace(400),
  'GET /workspace/export/{jobId}/': workspace(400),
  'GET /workspace/export/{jobId}/download/': workspace(400, { inState: notReady }),
}
