import { account, type Operations, open } from './rules.ts'

export const accountOperations: Operations = {
  'POST /auth/token/': open(401, { slow: true, body: () => ({ username: 'nobody', password: 'wrong' }) }),
  'POST /auth/token/refresh/': open(401),
  'POST /auth/logout/': open(),
  'POST /auth/password/reset/': open('done', { body: () => ({ email: 'nobody@example.org' }) }),
  'POST /auth/password/reset/confirm/': open(400, {
    body: () => ({ uid: 'x', token: 'x', new_password: 'Correct-horse-7' }),
  }),
  'POST /auth/password/change/': account({
    slow: true,
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
}
