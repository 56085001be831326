import { authorOnly, editRule, type Operations, project } from './rules.ts'

const TASK = '/projects/{id}/tasks/{taskId}'

/** What people say of tasks: whoever wrote it changes it, and a Project Manager may delete it. */
export const discussionOperations: Operations = {
  [`GET ${TASK}/comments/`]: project(1),
  [`POST ${TASK}/comments/`]: project(100, { body: (ids) => ({ body: 'So it is', parent: ids.comment }) }),
  [`GET ${TASK}/comments/{commentId}/`]: project(1),
  [`PATCH ${TASK}/comments/{commentId}/`]: authorOnly({ body: () => ({ body: 'So it was' }) }),
  [`DELETE ${TASK}/comments/{commentId}/`]: editRule(),
  [`POST ${TASK}/comments/{commentId}/acknowledge/`]: project(100),
  [`DELETE ${TASK}/comments/{commentId}/acknowledge/`]: project(100),
  [`POST ${TASK}/comments/{commentId}/reactions/`]: project(100, { body: () => ({ emoji: '👍' }) }),
  [`DELETE ${TASK}/comments/{commentId}/reactions/{reactionId}/`]: authorOnly(),
  [`GET ${TASK}/notes/`]: project(1),
  [`POST ${TASK}/notes/`]: project(100, { body: () => ({ body: 'To be kept' }) }),
  [`GET ${TASK}/notes/{noteId}/`]: project(1),
  [`PATCH ${TASK}/notes/{noteId}/`]: authorOnly({ body: () => ({ body: 'To be kept for long' }) }),
  [`DELETE ${TASK}/notes/{noteId}/`]: editRule(),
  [`POST ${TASK}/notes/{noteId}/pin/`]: project(100),
  [`POST ${TASK}/notes/{noteId}/decision/`]: project(100),
  'GET /projects/{id}/risks/{riskId}/comments/': project(1),
  'POST /projects/{id}/risks/{riskId}/comments/': project(100, { body: () => ({ message: 'It rains' }) }),
  'GET /projects/{id}/decisions/': project(100),
  'GET /projects/{id}/decisions-policy/': project(1),
  'PATCH /projects/{id}/decisions-policy/': project(300, { body: () => ({ oversight_visible: true }) }),
}
