import { type Operations, project, shared } from './rules.ts'

export const sharingOperations: Operations = {
  'GET /projects/{id}/share-links/': project(300),
  'POST /projects/{id}/share-links/': project(300, { body: () => ({ label: 'For the client' }) }),
  'POST /projects/{id}/share-links/{link_id}/revoke/': project(300, { archived: 'allowed' }),
  'GET /share/board/{token}/': shared(),
  'GET /share/schedule/{token}/': shared(),
}
