import { findLoginAccount } from '../accounts/account.queries.ts'
import { byAccount, byIp, type Limit } from '../platform/http/rate-limits.ts'
import { Reply, route } from '../platform/http/route.ts'
import { hashToken } from '../platform/ids.ts'
import { accessReply, loginBody, meReply, profileBody, profileReply, ticketReply } from './auth.schema.ts'
import { presentProfile, readMe, readProfile, updateProfile } from './profile.ts'
import { login, logout, refresh, type SessionReply } from './sessions.ts'
import { mintTicket } from './socket-tickets.ts'

const COOKIE_REASON = 'sets the refresh cookie; a stored reply would replay a secret'
const TICKET_REASON = 'issues a one-time secret'

/** Counts for the account meant, also when its e-mail is used; an unknown name counts for itself. */
const loginAccountLimit: Limit = {
  name: 'login_account',
  rate: (config) => config.throttleLoginAccountRate,
  key: async (ctx, raw) => {
    const name = (raw.body as { username?: unknown } | null | undefined)?.username
    if (typeof name !== 'string') return null
    const account = await findLoginAccount(ctx, name.slice(0, 254))
    return hashToken((account?.username ?? name).toLowerCase())
  },
}

const sessionReply = (session: SessionReply) =>
  new Reply(200, { access: session.access }, { 'Set-Cookie': session.setCookie })

export const authRoutes = [
  route({
    method: 'POST',
    path: '/auth/token/',
    tag: 'auth',
    summary: 'Sign in',
    audience: 'public',
    limits: [byIp('login', (config) => config.throttleLoginRate), loginAccountLimit],
    // Hashing takes 0.1 s and may queue; no transaction is held open meanwhile.
    transaction: false,
    idempotency: { exempt: COOKIE_REASON },
    holdsSecret: true,
    body: loginBody,
    reply: accessReply,
    run: async (ctx, { body }) => sessionReply(await login(ctx, body)),
  }),
  route({
    method: 'POST',
    path: '/auth/token/refresh/',
    tag: 'auth',
    summary: 'Exchange the refresh cookie for an access token',
    audience: 'public',
    takesRefreshCookie: true,
    limits: [byIp('refresh', (config) => config.throttleRefreshRate)],
    // The exchange has a transaction of its own: what a refusal must leave behind is written after it.
    transaction: false,
    idempotency: { exempt: COOKIE_REASON },
    holdsSecret: true,
    reply: accessReply,
    run: async (ctx) => sessionReply(await refresh(ctx)),
  }),
  route({
    method: 'POST',
    path: '/auth/logout/',
    tag: 'auth',
    summary: 'Sign out',
    audience: 'public',
    takesRefreshCookie: true,
    ignoresInput: 'whoever signs out is signed out, however they ask',
    // Its rate is kept where the session ends: past it the cookie is cleared all the same.
    limits: [],
    transaction: false,
    idempotency: { exempt: COOKIE_REASON },
    status: 205,
    run: async (ctx) => new Reply(205, undefined, { 'Set-Cookie': await logout(ctx) }),
  }),
  route({
    method: 'POST',
    path: '/ws/ticket/',
    tag: 'auth',
    summary: 'Mint a single-use socket ticket',
    limits: [byAccount('ws_ticket', (config) => config.throttleWsTicketRate)],
    idempotency: { exempt: TICKET_REASON },
    holdsSecret: true,
    reply: ticketReply,
    run: (ctx) => mintTicket(ctx),
  }),
  route({
    method: 'GET',
    path: '/auth/me/',
    tag: 'auth',
    summary: 'The signed-in person',
    agentReadable: true,
    reply: meReply,
    run: (ctx) => readMe(ctx),
  }),
  route({
    method: 'PATCH',
    path: '/auth/me/',
    tag: 'auth',
    summary: 'Change one’s preferences and read oneself back',
    body: profileBody,
    reply: meReply,
    run: async (ctx, { body }) => {
      await updateProfile(ctx, body)
      return readMe(ctx)
    },
  }),
  route({
    method: 'GET',
    path: '/auth/me/profile/',
    tag: 'auth',
    summary: 'One’s preferences',
    reply: profileReply,
    run: (ctx) => readProfile(ctx),
    present: presentProfile,
  }),
  route({
    method: 'PATCH',
    path: '/auth/me/profile/',
    tag: 'auth',
    summary: 'Change one’s preferences',
    body: profileBody,
    reply: profileReply,
    run: (ctx, { body }) => updateProfile(ctx, body),
    present: presentProfile,
  }),
]
