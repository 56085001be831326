import type { z } from 'zod'
import type { Ctx } from '../../context.ts'
import { Refusal } from '../../errors.ts'
import type { SentReply } from '../reply.ts'
import type { Route } from '../route.ts'

/** For tests (`SVC_CHECK_REPLIES`): a 2xx that differs from what is published is a fault and undoes its write. */
export function checkReply(ctx: Ctx, route: Route, reply: SentReply): void {
  if (reply.status < 200 || reply.status > 299) return
  const fault = replyFault(route, reply)
  if (fault === null) return
  const place = `${route.method} ${route.path}`
  ctx.services.log.error({ route: place, fault }, 'the reply differs from its published schema')
  throw new Refusal(500, `The reply of ${place} differs from its published schema: ${fault}`)
}

/** What is wrong with a reply, or null. A field that is sent but not published is a fault too. */
export function replyFault(route: Route, reply: SentReply): string | null {
  const published = route.otherReplies?.[reply.status]
  const isMain = reply.status === (route.status ?? 200)
  if (!isMain && !published) return `status ${reply.status} is not published`
  const schema: z.ZodType | undefined = isMain ? route.reply : published?.schema
  if (reply.body === null) return schema ? 'there is no body' : null
  if (route.alsoAs && reply.contentType?.startsWith(route.alsoAs)) return null
  if (!reply.contentType?.startsWith('application/json')) return schema ? `it is ${reply.contentType}` : null
  if (!schema) return 'a JSON body without a schema'
  const body: unknown = JSON.parse(reply.body.toString())
  const parsed = schema.safeParse(body)
  if (parsed.success) return unpublished(body, parsed.data, [])
  return parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ')
}

/** Schemas leave out the fields they do not know: the first one that was sent and is gone. */
function unpublished(sent: unknown, known: unknown, path: readonly string[]): string | null {
  if (sent === null || typeof sent !== 'object' || known === null || typeof known !== 'object') return null
  for (const [key, value] of Object.entries(sent)) {
    const here = [...path, key]
    if (!Object.hasOwn(known, key)) return `${here.join('.')} is not published`
    const inside = unpublished(value, (known as Record<string, unknown>)[key], here)
    if (inside !== null) return inside
  }
  return null
}
