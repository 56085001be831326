import { account, ingest, type Operations, project } from './rules.ts'

export const acceptanceOperations: Operations = {
  'GET /acceptance-criteria/': account({ query: (ids) => `?task=${ids.alpha}` }),
  'POST /acceptance-criteria/': project(100, {
    hidden: 400,
    body: (ids) => ({ task: ids.alpha, text: 'It floats' }),
  }),
  'GET /acceptance-criteria/{id}/': project(1),
  'PUT /acceptance-criteria/{id}/': project(100, { body: (ids) => ({ task: ids.alpha, text: 'It floats' }) }),
  'PATCH /acceptance-criteria/{id}/': project(100, { body: () => ({ met: true }) }),
  'DELETE /acceptance-criteria/{id}/': project(100),
  'POST /projects/{id}/acceptance-results/': ingest({
    body: (ids) => ({ results: [{ criterion_id: ids.criterion, passed: true }] }),
  }),
}
