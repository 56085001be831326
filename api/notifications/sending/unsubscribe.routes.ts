import { z } from 'zod'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { Reply, route } from '../../platform/http/route.ts'
import type { EventType } from '../kinds.ts'
import { unsubscribeCell } from '../preferences/preference.queries.ts'
import { readUnsubscribeToken, UNSUBSCRIBE } from './unsubscribe.ts'

const params = z.object({ token: z.string().min(1).max(300) })
const common = { path: `${UNSUBSCRIBE}{token}/`, tag: 'notifications', audience: 'public', params } as const
const unknown = { 404: { description: 'No such address.' } }

/**
 * The addresses that mails name. Whoever has the mail may turn off what it is of, and nothing else. Looking changes nothing,
 * because mail servers look at links before people do.
 */
export const unsubscribeRoutes = [
  route({
    ...common,
    method: 'GET',
    summary: 'A page that asks whether mail of a kind is to stop (HTML)',
    produces: ['text/html'],
    otherReplies: unknown,
    run: async (ctx, { params: { token } }) => page(QUESTION, tokenOf(ctx, token).kind),
  }),
  route({
    ...common,
    method: 'POST',
    summary: 'Stop mail of a kind, as a mail reader does by one click (HTML)',
    produces: ['text/html'],
    otherReplies: unknown,
    ignoresInput: 'mail readers send List-Unsubscribe=One-Click as a form (RFC 8058)',
    idempotency: { exempt: 'again is the same as once, and mail readers send no key' },
    run: async (ctx, { params: { token } }) => {
      const { accountId, kind } = tokenOf(ctx, token)
      await unsubscribeCell(ctx, accountId, kind, ctx.services.clock.now())
      return page(DONE, kind)
    },
  }),
]

function tokenOf(ctx: Ctx, token: string) {
  const read = readUnsubscribeToken(ctx, token)
  if (!read) throw notFound()
  return read
}

const QUESTION = (kind: string) =>
  `<p>Stop mail about <b>${kind}</b>?</p><form method="post"><button>Stop</button></form>`
const DONE = (kind: string) => `<p>Mail about <b>${kind}</b> has stopped. The service tells you of it as before.</p>`

/** The kind is one of our own names, so that nothing of it needs to be escaped. */
function page(content: (kind: string) => string, kind: EventType): Reply {
  const head =
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
  const html = `${head}<title>Mail</title><body>${content(kind)}</body></html>\n`
  return new Reply(200, Buffer.from(html), {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  })
}
