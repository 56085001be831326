import { account, type Operations, open, type Rule, workspace } from './rules.ts'

/** Who answers for what leaves the machine. */
const operator = (rule: Rule) => account(rule, (caller) => caller.isSuperuser)

export const workspaceOperations: Operations = {
  'GET /workspace/': workspace(100),
  'PATCH /workspace/': workspace(300, { body: () => ({ name: 'Works' }) }),
  'GET /workspace/logo/': open(404),
  'POST /workspace/logo/': workspace(300, {
    // The head of a picture, in letters that survive being text.
    upload: { name: 'logo.webp', bytes: 'RIFF\u000c\u0000\u0000\u0000WEBPVP8 \u0000\u0000\u0000\u0000' },
  }),
  'DELETE /workspace/logo/': workspace(300),
  'GET /workspace/email-settings/': workspace(300, { session: true }),
  'PUT /workspace/email-settings/': operator({ session: true, body: () => ({ transport_mode: 'cloud' }) }),
  'PATCH /workspace/email-settings/': operator({ session: true, body: () => ({ throttle_per_min: 5 }) }),
  'GET /workspace/email-settings/health/': workspace(300, { session: true }),
  'POST /workspace/email-settings/send-test/': operator({ session: true }),
  'POST /workspace/transfer-ownership/': workspace(400, { body: (ids) => ({ new_owner_user_id: ids.bystander }) }),
  'GET /workspace/members/': workspace(100),
  'PATCH /workspace/members/{user_id}/': workspace(300, { body: () => ({ status: 'guest' }) }),
  'DELETE /workspace/members/{user_id}/': workspace(300),
  'GET /workspace/invites/': workspace(300),
  'POST /workspace/invites/': workspace(300, { body: () => ({ email: 'new@example.org' }) }),
  'POST /workspace/invites/accept/': open(400, { body: () => ({ token: 'unknown' }) }),
  'POST /workspace/invites/resend-all/': workspace(300),
  'DELETE /workspace/invites/{id}/': workspace(300),
  'POST /workspace/invites/{id}/resend/': workspace(300),
  'GET /workspace/groups/': workspace(100),
  'POST /workspace/groups/': workspace(300, { body: () => ({ name: 'Second crew' }) }),
  'GET /workspace/groups/{id}/': workspace(100),
  'PATCH /workspace/groups/{id}/': workspace(300, { body: () => ({ description: 'Night shift' }) }),
  'DELETE /workspace/groups/{id}/': workspace(300),
  'POST /workspace/groups/{id}/members/': workspace(300, { body: (ids) => ({ user: ids.bystander }) }),
  'DELETE /workspace/groups/{id}/members/{user_id}/': workspace(300),
  // The workspace's own people hold no role in the project, and nobody gives what is not his.
  'POST /workspace/groups/{id}/projects/': workspace(300, {
    inState: { active: 400 },
    body: (ids) => ({ project: ids.project, role: 100 }),
  }),
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
  'POST /auth/oidc/link/': account({ session: true, inState: { active: 400 }, body: () => ({ provider: 'none' }) }),
  'GET /auth/oidc/callback/': open(302, { query: () => '?state=none&code=none' }),
  'GET /agent-actions/': account(),
  // The line of the log is of the owner's agent, and of no project.
  'GET /agent-actions/{id}/': account({}, ({ name }) => name === 'project owner' || name === 'personal token', 404),
}
