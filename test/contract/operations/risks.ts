import { type Operations, project } from './rules.ts'

export const risksOperations: Operations = {
  'GET /projects/{id}/risks/': project(1, { agent: true }),
  'POST /projects/{id}/risks/': project(100, {
    agent: true,
    body: (ids) => ({ title: 'Storm', probability: 2, impact: 4, tasks: [ids.beta], owner: null }),
  }),
  'POST /projects/{id}/risks/import/': project(100, {
    upload: { name: 'risks.csv', bytes: 'Title,P,I\nFrom a file,2,3\n' },
  }),
  'GET /projects/{id}/risks/{riskId}/': project(1, { agent: true }),
  'PUT /projects/{id}/risks/{riskId}/': project(100, {
    agent: true,
    body: () => ({ title: 'Gale', probability: 5, impact: 4 }),
  }),
  'PATCH /projects/{id}/risks/{riskId}/': project(100, { agent: true, body: () => ({ status: 'CLOSED' }) }),
  'DELETE /projects/{id}/risks/{riskId}/': project(400, { agent: true }),
}
