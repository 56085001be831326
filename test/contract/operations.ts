/**
 * Who may do what, one line an operation, written from the specification (4.0, 5.2, 5.5) and not from the routes. Each
 * line also says how a request looks that a permitted caller gets done.
 */
import type { Caller, Site, State } from './world.ts'

/** `done`: any 2xx; else the status of the refusal. */
export type Outcome = 'done' | number
type Json = Readonly<Record<string, unknown>>

export interface Operation {
  /** On rows of a project or program, so that their state matters. */
  readonly isScoped: boolean
  readonly expect: (caller: Caller, state: State, isWrite: boolean) => Outcome
  /** The path when the parameters are not found by their place in it. */
  readonly path?: (ids: Site['ids']) => string
  readonly query?: (ids: Site['ids']) => string
  readonly body?: (ids: Site['ids'], state: Site['state']) => Json
  readonly upload?: { readonly name: string; readonly bytes: string }
}

interface Rule extends Partial<Pick<Operation, 'path' | 'query' | 'body' | 'upload'>> {
  /** Belongs to a view that an `mcp:read` token may read; writing there is refused as a matter of policy. */
  readonly agent?: true
  /** Signed-in people only: every token is refused. */
  readonly session?: true
  /** Works on an archived project or a closed program. */
  readonly archived?: 'allowed'
  /** What somebody reads who cannot see the row; 404 unless the row is named by a field or the answer is a list. */
  readonly hidden?: Outcome
  /** What those below the floor read. */
  readonly below?: number
  /** What permitted callers get in a state where there is nothing to do. */
  readonly inState?: Partial<Record<State, Outcome>>
}

/** The refusal that needs no row: bad credentials, or a token on a surface that is not its own. */
function refusedAtTheDoor(caller: Caller, rule: Rule, isWrite: boolean): number | null {
  if (caller.kind === 'anonymous' || caller.kind === 'inactive') return 401
  if (caller.kind === 'integration') return rule.session ? 403 : 401
  if (rule.session) return caller.kind === 'session' ? null : 403
  if (caller.kind !== 'agent') return null
  if (!rule.agent) return 401
  return isWrite ? 403 : null
}

function request({ path, query, body, upload }: Rule): Omit<Operation, 'isScoped' | 'expect'> {
  return { ...(path && { path }), ...(query && { query }), ...(body && { body }), ...(upload && { upload }) }
}

/** No credentials are looked at: everybody reads the same. */
const open = (outcome: Outcome = 'done', rule: Rule = {}): Operation => ({
  ...request(rule),
  isScoped: false,
  expect: () => outcome,
})

/** Of the workspace as a whole, by a rule about the account. */
const account = (
  rule: Rule = {},
  may: (caller: Caller) => boolean = () => true,
  otherwise: number = 403,
): Operation => ({
  ...request(rule),
  isScoped: false,
  expect: (caller, _state, isWrite) =>
    refusedAtTheDoor(caller, rule, isWrite) ?? (may(caller) ? (rule.inState?.active ?? 'done') : otherwise),
})

const workspace = (floor: number, rule: Rule = {}) => account(rule, (caller) => (caller.workspaceRole ?? 0) >= floor)
/** Shared catalogs: a Project Manager of a project in use, or a superuser. */
const catalog = (rule: Rule = {}) => account(rule, (caller) => (caller.projectRole ?? 0) >= 300 || caller.isSuperuser)

type Role = 'projectRole' | 'programRole'

function scoped(role: Role, may: (caller: Caller) => boolean, rule: Rule): Operation {
  const hidden = rule.hidden ?? 404
  return {
    ...request(rule),
    isScoped: true,
    expect: (caller, state, isWrite) => {
      const refused = refusedAtTheDoor(caller, rule, isWrite)
      if (refused !== null) return refused
      if (caller[role] === null) return hidden
      if (state === 'trashed') return rule.inState?.trashed ?? hidden
      if (isWrite && state === 'archived' && !rule.archived) return 403
      return may(caller) ? (rule.inState?.[state] ?? 'done') : (rule.below ?? 403)
    },
  }
}

const project = (floor: number, rule: Rule = {}) =>
  scoped('projectRole', (caller) => (caller.projectRole ?? 0) >= floor, rule)
const program = (floor: number, rule: Rule = {}) =>
  scoped('programRole', (caller) => (caller.programRole ?? 0) >= floor, rule)
/** Team Members and above, but never the Resource Manager band. */
const author = (rule: Rule = {}) =>
  scoped('projectRole', ({ projectRole }) => projectRole === 100 || (projectRole ?? 0) >= 300, rule)
/** Project Managers on any task, a Team Member on tasks assigned to them. */
const editRule = (rule: Rule = {}) =>
  scoped('projectRole', (caller) => (caller.projectRole ?? 0) >= 300 || caller.isAssignee, rule)

/** Tokens of the active project and of its program; everybody else is nobody there. */
const ingest = (rule: Rule): Operation => ({
  ...request(rule),
  isScoped: true,
  expect: (caller, state) => (caller.kind === 'integration' && state === 'active' ? 'done' : 401),
})

const csv = { name: 'plan.csv', bytes: 'Name,Duration\nDig,2\nPour,3\n' }
const planFile = {
  name: 'plan.xml',
  bytes: '<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><Tasks/></Project>',
}
const named = (state: Site['state']) => ({ name: `Project ${state}`, start_date: '2026-01-05' })

export const OPERATIONS: Readonly<Record<string, Operation>> = {
  // Signing in and the own account
  'POST /auth/token/': open(401, { body: () => ({ username: 'nobody', password: 'wrong' }) }),
  'POST /auth/token/refresh/': open(401),
  'POST /auth/logout/': open(),
  'POST /auth/password/reset/': open('done', { body: () => ({ email: 'nobody@example.org' }) }),
  'POST /auth/password/reset/confirm/': open(400, {
    body: () => ({ uid: 'x', token: 'x', new_password: 'Correct-horse-7' }),
  }),
  'POST /auth/password/change/': account({
    inState: { active: 400 },
    body: () => ({ current_password: 'no', new_password: 'Correct-horse-8' }),
  }),
  'POST /ws/ticket/': account(),
  'GET /auth/me/': account({ agent: true }),
  'PATCH /auth/me/': account({ agent: true, body: () => ({ timezone: 'Europe/Berlin' }) }),
  'GET /auth/me/profile/': account(),
  'PATCH /auth/me/profile/': account({ body: () => ({ date_format: 'iso' }) }),
  'GET /auth/me/pinned/': account(),
  'GET /me/api-tokens/': account({ session: true }),
  'POST /me/api-tokens/': account({ session: true, body: () => ({ name: 'Laptop' }) }),
  'GET /me/api-tokens/{token_id}/': account({ session: true }, (caller) => caller.name === 'project owner', 404),
  'DELETE /me/api-tokens/{token_id}/': account({ session: true }, (caller) => caller.name === 'project owner', 404),
  'GET /me/api-token-audit/': account({ session: true }),

  // Workspace
  'GET /workspace/': workspace(100),
  'PATCH /workspace/': workspace(300, { body: () => ({ name: 'Works' }) }),
  'GET /workspace/members/': workspace(100),
  'PATCH /workspace/members/{user_id}/': workspace(300, { body: () => ({ status: 'guest' }) }),
  'DELETE /workspace/members/{user_id}/': workspace(300),
  'GET /workspace/invites/': workspace(300),
  'POST /workspace/invites/': workspace(300, { body: () => ({ email: 'new@example.org' }) }),
  'POST /workspace/invites/accept/': open(400, { body: () => ({ token: 'unknown' }) }),
  'DELETE /workspace/invites/{id}/': workspace(300),
  'POST /workspace/invites/{id}/resend/': workspace(300),
  'GET /workspace/groups/': workspace(100),
  'POST /workspace/groups/': workspace(300, { body: () => ({ name: 'Second crew' }) }),
  'GET /workspace/groups/{id}/': workspace(100),
  'PATCH /workspace/groups/{id}/': workspace(300, { body: () => ({ description: 'Night shift' }) }),
  'DELETE /workspace/groups/{id}/': workspace(300),
  'POST /workspace/groups/{id}/members/': workspace(300, { body: (ids) => ({ user: ids.bystander }) }),
  'DELETE /workspace/groups/{id}/members/{user_id}/': workspace(300),
  'POST /workspace/groups/{id}/projects/': workspace(300, { body: (ids) => ({ project: ids.project, role: 100 }) }),
  'DELETE /workspace/groups/{id}/projects/{project_id}/': workspace(300),
  'GET /workspace/audit-events/': workspace(300),
  'GET /users/search/': workspace(100, { query: () => '?q=proj' }),

  'GET /workspace/sso/providers/': workspace(300, { session: true }),
  'POST /workspace/sso/providers/': workspace(300, {
    session: true,
    body: () => ({ slug: 'github', client_id: 'abc' }),
  }),
  'GET /workspace/sso/providers/{slug}/': workspace(300, { session: true }),
  'PUT /workspace/sso/providers/{slug}/': workspace(300, { session: true, body: () => ({ client_id: 'abc' }) }),
  'PATCH /workspace/sso/providers/{slug}/': workspace(300, { session: true, body: () => ({ display_name: 'Door' }) }),
  'DELETE /workspace/sso/providers/{slug}/': workspace(300, { session: true }),
  'POST /workspace/sso/providers/{slug}/test-connection/': workspace(300, { session: true }),
  'GET /auth/oidc/discover/': open('done', { query: () => '?email=nobody@example.org' }),
  'GET /auth/oidc/login/': open(302, { query: () => '?provider=none' }),
  'GET /auth/oidc/callback/': open(302, { query: () => '?state=none&code=none' }),
  'GET /agent-actions/': account(),
  'GET /agent-actions/{id}/': account({}, () => false, 404),

  // Calendars
  'GET /calendars/': account(),
  'POST /calendars/': catalog({ body: () => ({ name: 'Six days', working_days: 63 }) }),
  'GET /calendars/{id}/': account(),
  'PUT /calendars/{id}/': catalog({ body: () => ({ name: 'Renamed' }) }),
  'PATCH /calendars/{id}/': catalog({ body: () => ({ name: 'Renamed' }) }),
  'DELETE /calendars/{id}/': catalog(),
  'GET /calendars/{id}/exceptions/': account(),
  'POST /calendars/{id}/exceptions/': catalog({ body: () => ({ exc_start: '2026-05-01', exc_end: '2026-05-01' }) }),
  'GET /calendars/{id}/exceptions/{exceptionId}/': account(),
  'PUT /calendars/{id}/exceptions/{exceptionId}/': catalog({
    body: () => ({ exc_start: '2026-05-01', exc_end: '2026-05-02' }),
  }),
  'PATCH /calendars/{id}/exceptions/{exceptionId}/': catalog({ body: () => ({ description: 'Yard closed' }) }),
  'DELETE /calendars/{id}/exceptions/{exceptionId}/': catalog(),
  'GET /projects/{id}/calendars/': project(1),
  'PUT /projects/{id}/calendars/': project(200, { body: (ids) => ({ base_calendar_id: ids.calendar, overlays: [] }) }),
  'GET /projects/{id}/calendars/preview/': project(1, { query: () => '?start=2026-01-01&end=2026-01-31' }),

  // Projects, keys, members
  'GET /projects/': account({ agent: true }),
  'POST /projects/': account({ agent: true, body: () => ({ name: 'Quay', start_date: '2026-01-05' }) }),
  'GET /projects/{id}/': project(1, { agent: true }),
  'PUT /projects/{id}/': project(200, {
    agent: true,
    body: (_ids, state) => ({ ...named(state), board_cadence: 'continuous' }),
  }),
  'PATCH /projects/{id}/': project(200, { agent: true, body: () => ({ board_cadence: 'continuous' }) }),
  'DELETE /projects/{id}/': project(400, { agent: true, archived: 'allowed' }),
  'GET /projects/health-summary/': account(),
  'GET /projects/trash/': account(),
  'GET /projects/{id}/status-summary/': project(1),
  'POST /projects/{id}/archive/': project(400, { archived: 'allowed' }),
  'POST /projects/{id}/unarchive/': project(400, { archived: 'allowed' }),
  'POST /projects/{id}/restore/': {
    ...project(400),
    // What is in use is not in the trash, whoever asks.
    expect: (caller, state, isWrite) =>
      refusedAtTheDoor(caller, {}, isWrite) ??
      (state !== 'trashed' || caller.projectRole === null ? 404 : caller.projectRole === 400 ? 'done' : 403),
  },
  'POST /projects/{id}/transfer/': project(400, { body: (ids) => ({ new_owner_user_id: ids.bystander }) }),
  'POST /projects/{id}/pin/': project(1, { archived: 'allowed' }),
  'DELETE /projects/{id}/pin/': project(1, { archived: 'allowed' }),
  'GET /resolve/': account({ hidden: 404, inState: { active: 404 }, query: () => '?kind=project&ref=NONE' }),
  'GET /keys/': account({ query: () => '?kind=project&name=Harbour' }),
  'GET /projects/{id}/members/': project(1),
  'POST /projects/{id}/members/': project(400, { body: (ids) => ({ user: ids.former, role: 1 }) }),
  'GET /projects/{id}/members/{memberId}/': project(1),
  'PATCH /projects/{id}/members/{memberId}/': project(400, { body: () => ({ role: 100 }) }),
  'DELETE /projects/{id}/members/{memberId}/': project(400),
  'GET /projects/{id}/presence/': project(1),
  'GET /projects/{id}/api-tokens/': project(1, { session: true }),
  'POST /projects/{id}/api-tokens/': project(300, { session: true, body: () => ({ name: 'Build server' }) }),
  'GET /projects/{id}/api-tokens/{token_id}/': project(1, { session: true }),
  'DELETE /projects/{id}/api-tokens/{token_id}/': project(300, { session: true, archived: 'allowed' }),
  'GET /projects/{id}/api-token-audit/': project(1, { session: true }),

  // Programs
  'GET /programs/': account({ agent: true }),
  'POST /programs/': account({ agent: true, body: () => ({ name: 'Harbour' }) }),
  'GET /programs/{id}/': program(1, { agent: true }),
  'PUT /programs/{id}/': program(300, { agent: true, body: () => ({ name: 'Harbour' }) }),
  'PATCH /programs/{id}/': program(300, { agent: true, body: () => ({ description: 'All quays' }) }),
  'DELETE /programs/{id}/': program(400, { agent: true, archived: 'allowed' }),
  'GET /programs/{id}/projects/': program(1, { agent: true }),
  'POST /programs/{id}/close/': program(400, { archived: 'allowed' }),
  'POST /programs/{id}/reopen/': program(400, { archived: 'allowed' }),
  'POST /programs/{id}/pin/': program(1, { archived: 'allowed' }),
  'DELETE /programs/{id}/pin/': program(1, { archived: 'allowed' }),
  'GET /programs/{id}/rollup-config/': program(1),
  'PATCH /programs/{id}/rollup-config/': program(300, { body: () => ({ aggregation_policy: 'average' }) }),
  'GET /programs/{id}/risk-policy/': program(1),
  'PATCH /programs/{id}/risk-policy/': program(300, { body: () => ({ escalation_days: 5 }) }),
  'POST /programs/{id}/transfer-sponsorship/': program(400, {
    archived: 'allowed',
    body: (ids) => ({ new_owner_user_id: ids.bystander }),
  }),
  'GET /programs/{id}/members/': program(1),
  'POST /programs/{id}/members/': program(400, { body: (ids) => ({ user: ids.former, role: 1 }) }),
  'GET /programs/{id}/members/{memberId}/': program(1),
  'PATCH /programs/{id}/members/{memberId}/': program(300, { body: () => ({ role_title: 'Sponsor' }) }),
  'DELETE /programs/{id}/members/{memberId}/': program(400),
  'GET /programs/{id}/api-tokens/': program(1, { session: true }),
  'POST /programs/{id}/api-tokens/': program(300, { session: true, body: () => ({ name: 'Build server' }) }),
  'GET /programs/{id}/api-tokens/{token_id}/': program(1, { session: true }),
  'DELETE /programs/{id}/api-tokens/{token_id}/': program(300, { session: true, archived: 'allowed' }),
  'GET /programs/{id}/api-token-audit/': program(1, { session: true }),
  'GET /programs/samples/': account(),
  'GET /programs/samples/{key}/download/': account(),
  'POST /programs/load-sample/': account({ body: (ids) => ({ sample: ids.sample }) }),
  'POST /programs/{id}/shift-sample-dates/': program(400),
  'POST /programs/{id}/remove-sample/': program(400, { archived: 'allowed' }),

  // Tasks and links
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
  'POST /tasks/{id}/restore/': editRule({ path: (ids) => `/tasks/${ids.deleted}/restore/` }),
  'GET /tasks/{id}/duration-events/': project(1),
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
  'POST /structural-operations/{id}/undo/': project(300, { below: 409 }),
  'GET /dependencies/': account(),
  'POST /dependencies/': {
    ...project(200, { body: (ids) => ({ predecessor: ids.alpha, successor: ids.child }) }),
    // Tasks are named by fields, and the members of the program see them too.
    expect: (caller, state, isWrite) => {
      const refused = refusedAtTheDoor(caller, {}, isWrite)
      if (refused !== null) return refused
      if (state === 'trashed' || (caller.projectRole === null && caller.programRole === null)) return 400
      return state === 'active' && (caller.projectRole ?? 0) >= 200 ? 'done' : 403
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

  // Acceptance
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

  // Schedule
  'POST /projects/{id}/schedule/': project(200),
  'GET /projects/{id}/schedule/derivation/': project(1, {
    agent: true,
    query: (ids) => `?quantity=early_start&task_id=${ids.beta}`,
  }),
  'POST /projects/{id}/monte-carlo/': project(1, { body: () => ({ n_simulations: 10 }) }),
  'GET /projects/{id}/monte-carlo/latest/': project(1, { agent: true }),
  'GET /projects/{id}/monte-carlo/history/': project(1),
  'GET /projects/{id}/monte-carlo/whatif/': project(1, {
    agent: true,
    query: (ids) => `?task_id=${ids.beta}&duration_delta=2`,
  }),

  // Imports
  'POST /projects/{id}/import/planfile/': project(300, { upload: planFile }),
  'POST /projects/import/planfile/': account({ upload: planFile }),
  'POST /projects/{id}/import/csv/preview/': project(200, { upload: csv }),
  'POST /projects/{id}/import/csv/': project(200, { upload: csv }),
  'GET /projects/{id}/import/csv/{request_id}/': project(200),
  'POST /projects/{id}/import/csv/{request_id}/undo/': project(300),
  'GET /import-templates/csv/': account(),
  'GET /projects/{id}/imports/': project(1),

  // The installation
  'GET /health/': open(),
  'GET /readyz': open(503),
  'GET /edition/': open(),
  'GET /schema/': open(),
  'GET /docs/': open(),
}
