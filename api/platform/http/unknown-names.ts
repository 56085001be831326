// Names of parameters and fields that an operation does not know: a misspelt one must not pass for an answer.

import { z } from 'zod'
import { closestName } from '../closest-name.ts'
import type { Ctx } from '../context.ts'
import { FieldErrors } from '../errors.ts'
import { isWrite, type Route } from './route.ts'

const STRICT = /(?:^|[,;\s])handling\s*=\s*"?strict"?(?=$|[,;\s])/i
/** Names that can stand in a header as they are; others are counted. */
const PLAIN_NAME = /^[\w.-]{1,64}$/
const MOST_NAMES = 20
export const IGNORED_FIELDS_HEADER = 'X-Ignored-Fields'

/** What the published document says of parameters and fields that a route does not know. */
export const UNKNOWN_NAMES_RULE = `Query parameters and fields of a body that an operation does not list are ignored; fields that the reply does not show either are named in \`${IGNORED_FIELDS_HEADER}\` (writes of tasks name them in \`warnings\`). Send \`Prefer: handling=strict\` (RFC 7240) to have both refused: 400 with a message at each. Writes always refuse a parameter that is all but one of theirs (\`dryrun\`), and operations that act on all that match every filter that they do not know.`

/** Names of the query parameters that a route reads. */
export function queryNames(route: Route): ReadonlySet<string> {
  return new Set(route.query instanceof z.ZodObject ? Object.keys(route.query.shape) : [])
}

/** A caller who asks for it, or would do more than was meant, is told of all that would be ignored, before anything is done. */
export function refuseUnknownNames(
  ctx: Ctx,
  route: Route,
  query: Readonly<Record<string, unknown>>,
  body: unknown,
): void {
  const isAsked = STRICT.test(ctx.caller.header('prefer') ?? '')
  const isStrict = isAsked || route.refusesUnknownFilters === true
  const parameters = queryNames(route)
  const isRefused = (name: string) => isStrict || isMisspelt(route, name, parameters)
  const fields = isStrict ? unknownFields(route, body, 'listed').filter((name) => isAsked || parameters.has(name)) : []
  const wordingOfField = (name: string) =>
    parameters.has(name)
      ? 'Send it as a query parameter.'
      : wording('Unknown or read-only field', name, bodyNames(route)?.names ?? [])
  const unknown = [
    ...Object.keys(query)
      .filter((name) => !parameters.has(name) && isRefused(name))
      .map((name) => [name, wording('Unknown query parameter', name, parameters)] as const),
    ...fields.map((name) => [name, wordingOfField(name)] as const),
  ]
  if (unknown.length > 0) throw new FieldErrors(Object.fromEntries(unknown.map(([name, text]) => [name, [text]])))
  if (isAsked) ctx.replyHeaders.set('Preference-Applied', 'handling=strict')
}

/** Names in the reply what was ignored; read-only fields, which it shows, may be sent back as they came. */
export function nameIgnoredFields(ctx: Ctx, route: Route, body: unknown, reply: unknown): void {
  const shown = reply !== null && typeof reply === 'object' ? reply : {}
  const fields = unknownFields(route, body, 'silent').filter((name) => !Object.hasOwn(shown, name))
  if (fields.length > 0) ctx.replyHeaders.set(IGNORED_FIELDS_HEADER, listed(fields))
}

/** `?dryrun=true` must not write. */
function isMisspelt(route: Route, name: string, parameters: ReadonlySet<string>): boolean {
  return isWrite(route) && closestName(name, parameters) !== null
}

function wording(what: string, name: string, known: Iterable<string>): string {
  const meant = closestName(name, known)
  return meant === null ? `${what}.` : `${what}; did you mean ${meant}?`
}

/**
 * Fields that an operation does not list; `silent`: only where it says nothing of them itself. None where the body is a
 * list or is taken whole.
 */
function unknownFields(route: Route, body: unknown, which: 'listed' | 'silent'): string[] {
  if (body === null || typeof body !== 'object' || Array.isArray(body) || Buffer.isBuffer(body)) return []
  const known = bodyNames(route)
  if (known === null || (which === 'silent' && known.saysWhatItIgnores)) return []
  return Object.keys(body).filter((name) => !known.names.has(name))
}

interface BodyNames {
  readonly names: ReadonlySet<string>
  /** Such a body reaches the use case with whatever else was sent. */
  readonly saysWhatItIgnores: boolean
}

/** Of a form that holds the file alone. */
const NO_FIELDS = z.object({})
const namesOfBodies = new WeakMap<Route, BodyNames | null>()

function bodyNames(route: Route): BodyNames | null {
  const kept = namesOfBodies.get(route)
  if (kept !== undefined) return kept
  const found = objectNames(route.upload ? (route.upload.fields ?? NO_FIELDS) : route.body)
  namesOfBodies.set(route, found)
  return found
}

/** The fields of an object; null where a schema is anything else. */
function objectNames(schema: z.ZodType | undefined): BodyNames | null {
  if (schema instanceof z.ZodPipe) return objectNames(schema.in as z.ZodType)
  if (!(schema instanceof z.ZodObject)) return null
  return { names: new Set(Object.keys(schema.shape)), saysWhatItIgnores: schema.def.catchall !== undefined }
}

function listed(names: readonly string[]): string {
  const plain = names.filter((name) => PLAIN_NAME.test(name)).slice(0, MOST_NAMES)
  const more = names.length - plain.length
  return [...plain, ...(more === 0 ? [] : [`(${more} more)`])].join(', ')
}
