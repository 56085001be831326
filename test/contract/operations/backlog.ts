import { type Operation, type Operations, program, project } from './rules.ts'

/** Asks for a place in the project as well, which must be in use. */
function pulls(operation: Operation): Operation {
  return {
    ...operation,
    expect: (caller, state, isWrite) => {
      const outcome = operation.expect(caller, state, isWrite)
      if (outcome !== 'done') return outcome
      return (caller.projectRole ?? 0) < 100 || state === 'archived' ? 403 : 'done'
    },
  }
}

export const backlogOperations: Operations = {
  'GET /programs/{id}/backlog-items/': program(1, { agent: true }),
  'POST /programs/{id}/backlog-items/': program(100, { agent: true, body: () => ({ title: 'Buoys' }) }),
  'GET /programs/{id}/backlog-items/{itemId}/': program(1, { agent: true }),
  'PUT /programs/{id}/backlog-items/{itemId}/': program(100, { agent: true, body: () => ({ title: 'Buoys' }) }),
  'PATCH /programs/{id}/backlog-items/{itemId}/': program(100, { agent: true, body: () => ({ tags: ['sea'] }) }),
  'DELETE /programs/{id}/backlog-items/{itemId}/': program(100, { agent: true }),
  'POST /programs/{id}/backlog-items/{itemId}/pull/': pulls(
    program(100, { body: (ids) => ({ project_id: ids.project }) }),
  ),
  'GET /projects/{id}/product-backlog/': project(1, { agent: true }),
  'POST /projects/{id}/product-backlog/reorder/': project(300, {
    body: (ids) => ({ stories: [{ id: ids.story, server_version: 1 }] }),
  }),
  'POST /projects/{id}/product-backlog/auto-rank/': project(300),
  'POST /projects/{id}/queue/reorder/': project(300, {
    body: (ids) => ({ tasks: [{ id: ids.added, server_version: 2 }] }),
  }),
}
