import { type Operations, program, project } from './rules.ts'

export const mentionGroupsOperations: Operations = {
  'GET /projects/{id}/mention-groups/': project(1),
  'POST /projects/{id}/mention-groups/': project(300, { body: () => ({ name: 'divers' }) }),
  'GET /projects/{id}/mention-groups/{groupId}/': project(1),
  'PATCH /projects/{id}/mention-groups/{groupId}/': project(300, { body: () => ({ description: 'Under water' }) }),
  'DELETE /projects/{id}/mention-groups/{groupId}/': project(300),
  'POST /projects/{id}/mention-groups/{groupId}/add-member/': project(200, {
    body: (ids) => ({ user: ids.bystander }),
  }),
  'POST /projects/{id}/mention-groups/{groupId}/remove-member/': project(200, {
    body: (ids) => ({ user: ids.bystander }),
  }),
  'POST /projects/{id}/mention-groups/{groupId}/mute/': project(1),
  'POST /projects/{id}/mention-groups/{groupId}/unmute/': project(1),
  'GET /programs/{id}/mention-groups/': program(1),
  'POST /programs/{id}/mention-groups/': program(400, { body: () => ({ name: 'divers' }) }),
  'GET /programs/{id}/mention-groups/{groupId}/': program(1),
  'PATCH /programs/{id}/mention-groups/{groupId}/': program(400, { body: () => ({ description: 'Under water' }) }),
  'DELETE /programs/{id}/mention-groups/{groupId}/': program(400),
  'POST /programs/{id}/mention-groups/{groupId}/add-member/': program(300, {
    body: (ids) => ({ user: ids.bystander }),
  }),
  'POST /programs/{id}/mention-groups/{groupId}/remove-member/': program(300, {
    body: (ids) => ({ user: ids.bystander }),
  }),
  'POST /programs/{id}/mention-groups/{groupId}/mute/': program(1),
  'POST /programs/{id}/mention-groups/{groupId}/unmute/': program(1),
  'GET /programs/{id}/mention-reach/': program(300),
}
