import { z } from 'zod'
import { Reply, type Route } from './route.ts'

// Routes that add fields to the replies of others, where a request asks for them.

/** The schema of a reply with more fields. What is published under a name of its own stays as it is elsewhere. */
function withAnswerFields(reply: z.ZodType, suffix: string, fields: z.ZodRawShape): z.ZodType {
  const id = reply.meta()?.id
  const answer = (reply as z.ZodObject).extend(fields)
  return id === undefined ? answer : answer.meta({ id: id + suffix })
}

/** Extends schemas that several routes share once for all of them; `suffix` ends their names. */
export function answerSchemas(
  suffix: string,
  fields: z.ZodRawShape,
): (reply: z.ZodType | undefined) => z.ZodType | undefined {
  const made = new Map<z.ZodType, z.ZodType>()
  return (reply) => {
    if (reply === undefined) return undefined
    const known = made.get(reply) ?? withAnswerFields(reply, suffix, fields)
    made.set(reply, known)
    return known
  }
}

/** The query of a route with more parameters. */
export function withQuery(entry: Route, parameters: z.ZodRawShape): z.ZodObject {
  return z.object({ ...(entry.query as z.ZodObject | undefined)?.shape, ...parameters })
}

/** What a route gives back as the reply that is sent. */
export async function replyOfRoute(entry: Route, ctx: Parameters<Route['run']>[0], result: unknown): Promise<Reply> {
  if (result instanceof Reply) return result
  return new Reply(entry.status ?? 200, entry.present ? await entry.present(result, ctx) : result)
}

/** A reply with more fields; one without a body gets them for its body. */
export function withFields(reply: Reply, fields: object): Reply {
  if (reply.body === undefined || reply.status === 204) return new Reply(200, fields, reply.headers)
  return new Reply(reply.status, { ...(reply.body as object), ...fields }, reply.headers)
}
