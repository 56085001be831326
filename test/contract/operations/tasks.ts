import {
  account,
  author,
  authorOnly,
  editRule,
  type Operations,
  project,
  type Rule,
  refusedAtTheDoor,
} from './rules.ts'

const suggestion = (what: string): Rule => ({
  path: (ids) => `/tasks/${ids.beta}/suggestions/${ids.taskSuggestion}/${what}/`,
})

export const tasksOperations: Operations = {
  'GET /tasks/': account({ agent: true, query: (ids) => `?project=${ids.project}` }),
  'POST /tasks/': author({
    agent: true,
    hidden: 400,
    body: (ids) => ({ name: 'Dig', project: ids.project, duration: 2 }),
  }),
  'GET /tasks/search/': project(1, { agent: true, hidden: 'done', query: (ids) => `?project=${ids.project}&q=Alpha` }),
  'GET /tasks/trash/': project(1, { query: (ids) => `?project=${ids.project}` }),
  'GET /tasks/{id}/': project(1, { agent: true }),
  'PUT /tasks/{id}/': editRule({
    agent: true,
    body: (ids) => ({ name: 'Dig deeper', project: ids.project, duration: 4 }),
  }),
  'PATCH /tasks/{id}/': editRule({ agent: true, body: () => ({ name: 'Dig deeper' }) }),
  'DELETE /tasks/{id}/': editRule({ agent: true }),
  'POST /tasks/{id}/reorder/': editRule({ body: () => ({ to_end: true }) }),
  'POST /tasks/{id}/restore/': editRule({ path: (ids) => `/tasks/${ids.deleted}/restore/` }),
  'POST /tasks/{id}/approve-estimates/': project(200, { path: (ids) => `/tasks/${ids.triple}/approve-estimates/` }),
  'POST /tasks/{id}/withdraw-approval/': project(200, { path: (ids) => `/tasks/${ids.accepted}/withdraw-approval/` }),
  'POST /tasks/{id}/split/': author({ body: () => ({ name: 'The other half' }) }),
  'POST /tasks/{id}/suggestions/{suggestionId}/accept/': authorOnly(suggestion('accept')),
  'POST /tasks/{id}/suggestions/{suggestionId}/decline/': authorOnly(suggestion('decline')),
  'POST /tasks/{id}/suggestions/{suggestionId}/revoke/': project(300, suggestion('revoke')),
  'GET /tasks/{id}/duration-events/': project(1),
  'GET /tasks/{id}/constraint/': project(1),
  'PUT /tasks/{id}/constraint/': editRule({
    body: () => ({ constraint_type: 'FNLT', constraint_date: '2026-02-02', deadline: '2026-02-03' }),
  }),
  'DELETE /tasks/{id}/constraint/': editRule(),
  'POST /tasks/delete-untouched-seeded/': project(300, { body: (ids) => ({ project: ids.project }) }),
  'POST /projects/{id}/tasks/bulk/': author({
    body: (ids) => ({
      operations: [
        { op: 'create', data: { name: 'Dig', duration: 2, parent_id: ids.phase } },
        { op: 'update', id: ids.alpha, data: { name: 'Deeper', percent_complete: 10, planned_start: '2026-01-05' } },
        { op: 'delete', id: ids.beta },
      ],
      dependencies: { created: [{ predecessor: ids.alpha, successor: ids.child, dep_type: 'SS', lag: 1 }] },
    }),
  }),
  'PATCH /projects/{id}/tasks/classification/': editRule({
    body: (ids) => ({ subtree: ids.child, governance_class: 'gated' }),
  }),
  'POST /projects/{id}/tasks/group/': editRule({ body: (ids) => ({ task_ids: [ids.beta], name: 'Both' }) }),
  'POST /projects/{id}/tasks/ungroup/': editRule({ body: (ids) => ({ task_id: ids.phase }) }),
  'POST /projects/{id}/tasks/{task_id}/reparent/': editRule({ body: (ids) => ({ new_parent_id: ids.phase }) }),
  'POST /projects/{id}/tasks/{task_id}/indent/': editRule(),
  'POST /projects/{id}/tasks/{task_id}/outdent/': editRule({
    path: (ids) => `/projects/${ids.project}/tasks/${ids.child}/outdent/`,
  }),
  'POST /projects/{id}/tasks/reorder/': editRule({ body: (ids) => ({ parent_path: '3', ordered_ids: [ids.child] }) }),
  'POST /paste-many-operations/{id}/undo/': project(300),
  'POST /cascade-classification-operations/{id}/undo/': project(300),
  'POST /edit-operations/{id}/undo/': project(300),
  'POST /structural-operations/{id}/undo/': project(300, { below: 409 }),
  'GET /dependencies/': account(),
  'POST /dependencies/': {
    ...project(200, { body: (ids) => ({ predecessor: ids.alpha, successor: ids.child }) }),
    // Tasks are named by fields, and the members of the program see them too.
    expect: (caller, state, isWrite) => {
      const refused = refusedAtTheDoor(caller, {}, isWrite)
      if (refused !== null) return refused
      if (state === 'trashed' || (caller.projectRole === null && caller.programRole === null)) return 400
      return state !== 'archived' && (caller.projectRole ?? 0) >= 200 ? 'done' : 403
    },
  },
  'GET /dependencies/{id}/': project(1),
  'PUT /dependencies/{id}/': project(200, {
    body: (ids) => ({ predecessor: ids.alpha, successor: ids.beta, dep_type: 'SS' }),
  }),
  'PATCH /dependencies/{id}/': project(200, { body: () => ({ lag: 1 }) }),
  'DELETE /dependencies/{id}/': project(200),
  'POST /dependencies/{id}/accept/': project(200, { path: (ids) => `/dependencies/${ids.pending}/accept/` }),
  'POST /dependencies/{id}/reject/': project(200, { path: (ids) => `/dependencies/${ids.pending}/reject/` }),
}
