import { z } from 'zod'
import type { Ctx } from '../context.ts'
import { FieldErrors } from '../errors.ts'
import type { Route } from './route.ts'

const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?(?=$|[,;\s])/i

/** What the published document says of parameters that a route does not know. */
export const UNKNOWN_QUERY_RULE =
  'Query parameters that an operation does not list are ignored. Send `Prefer: handling=strict` (RFC 7240) to have them refused: 400 with a message at each.'

/** Names of the query parameters that a route reads. */
export function queryNames(route: Route): ReadonlySet<string> {
  return new Set(route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [])
}

/** A caller who asks for it is told of every parameter that would be ignored; a misspelt filter is no answer to rely on. */
export function refuseUnknownQuery(ctx: Ctx, route: Route, query: Readonly<Record<string, unknown>>): void {
  if (!STRICT.test(ctx.caller.header('prefer') ?? '')) return
  const known = queryNames(route)
  const unknown = Object.keys(query).filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new FieldErrors(Object.fromEntries(unknown.map((name) => [name, ['Unknown query parameter.']])))
  }
  ctx.replyHeaders.set('Preference-Applied', 'handling=strict')
}
