import { account, authorOnly, type Operation, type Operations, project, type Rule } from './rules.ts'

/** An entry of somebody's own: for everybody else there is none, whatever the state of its project. */
function ownEntry(rule: Rule): Operation {
  const own = authorOnly({ ...rule, below: 404 })
  return {
    ...own,
    expect: (caller, state, isWrite) => {
      const expected = own.expect(caller, state, isWrite)
      return expected === 403 && caller.projectRole !== null && !caller.isAssignee ? 404 : expected
    },
  }
}

export const timeOperations: Operations = {
  'GET /tasks/{id}/time-entries/': project(1),
  'POST /tasks/{id}/time-entries/': project(100, { body: () => ({ minutes: 30 }) }),
  'GET /me/time-entries/': account({ query: () => '?from=2026-03-02&to=2026-03-08' }),
  'PATCH /me/time-entries/{id}/': ownEntry({ body: () => ({ note: 'Measured again' }) }),
  'DELETE /me/time-entries/{id}/': ownEntry({}),
  'GET /me/timer/': account(),
  'POST /me/timer/start': project(100, { body: (ids) => ({ task: ids.beta }) }),
  // Only the builder of the sites has a timer that runs, and the builder is nobody who asks.
  'POST /me/timer/stop': account({ inState: { active: 409 } }),
  'POST /me/timesheets/{week_start}/submit': account(),
  'DELETE /me/timesheets/{week_start}/submit': account(),
}
