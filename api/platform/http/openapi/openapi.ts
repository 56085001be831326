import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { isWrite, type Route, type UploadSpec } from '../route.ts'
import { isTaggable } from '../steps/tag-reply.ts'
import { UNKNOWN_NAMES_RULE } from '../unknown-names.ts'
import { describeOperation } from './describe-operation.ts'
import { finishDocument } from './finish-document.ts'
import { TAGS } from './tags.ts'

const fieldErrorsSchema = z
  .record(z.string(), z.unknown())
  .meta({ id: 'FieldErrors', description: 'Field name to messages (part 7.1).' })
const refusalSchema = z.looseObject({ detail: z.string(), code: z.string().optional() }).meta({ id: 'Refusal' })

const TAG_RULE =
  'What a signed-in caller reads as JSON carries an `ETag`; sent back in `If-None-Match` it is answered 304 without a body while nothing changed. Replies of 1 KiB and more are compressed (`br`, `gzip`) where `Accept-Encoding` allows, save those that hold a secret.'

/** What the document says of the installation that serves it. */
export interface DocumentFacts {
  readonly version: string
  readonly publicUrl: string
  readonly authRefreshCookieName: string
  /** What a reader does first, in Markdown. */
  readonly guide?: string
}

const tagHeaders = z.object({ ETag: z.string().describe('tag of these bytes, for `If-None-Match`') })

/** OpenAPI 3.1 made from the same schemas that validate. Operations come in the order of the route table. */
export function openApiDocument(routes: readonly Route[], facts: DocumentFacts): object {
  const paths: ZodOpenApiPathsObject = {}
  for (const route of routes) {
    const path = `/api/v1${route.path}`
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Project scheduling service',
      version: facts.version,
      description: [`${UNKNOWN_NAMES_RULE} ${TAG_RULE}`, facts.guide ?? []].flat().join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    servers: [{ url: facts.publicUrl }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Session access token or personal token.' },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: facts.authRefreshCookieName,
          description: 'Set by signing in; sent by browsers from pages of the origins that are let in.',
        },
      },
    },
    paths,
  })
  return finishDocument(document)
}

function operation(route: Route): ZodOpenApiOperationObject {
  const status = route.status ?? 200
  const responses: Record<string, object> = {
    [status]: {
      description: 'Done.',
      ...(status !== 204 && (route.reply || route.produces) ? { content: replyContent(route) } : {}),
      ...(replyHeaders(route) ? { headers: replyHeaders(route) } : {}),
    },
  }
  for (const [code, other] of Object.entries(route.otherReplies ?? {})) {
    responses[code] = {
      description: other.description,
      ...(other.schema ? { content: { 'application/json': { schema: other.schema } } } : {}),
    }
  }
  if (isTaggedJson(route)) responses[304] ??= { description: 'Unchanged since the `ETag` sent in `If-None-Match`.' }
  const refusal = (description: string) => ({ description, content: { 'application/json': { schema: refusalSchema } } })
  if (route.body || route.query) {
    responses[400] ??= {
      description: 'A field or a rule refused it.',
      content: { 'application/json': { schema: z.union([fieldErrorsSchema, refusalSchema]) } },
    }
  }
  if (route.audience !== 'public') responses[401] ??= refusal('Not signed in.')
  if (isWrite(route) || route.allow) responses[403] ??= refusal('Not allowed, or the project is archived.')
  if (route.path.includes('{')) responses[404] ??= refusal('Absent or not visible.')
  responses[429] ??= refusal('Throttled; see Retry-After.')
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: describeOperation(route),
    tags: [route.tag.toLowerCase()],
    security: security(route),
    requestParams: {
      ...pathParams(route),
      ...(route.query ? { query: route.query } : {}),
      ...requestHeaders(route),
    },
    ...requestBody(route),
    responses: responses as never,
  } as ZodOpenApiOperationObject
}

/** The document builder refuses a list of headers that is empty. */
function requestHeaders(route: Route): { header?: z.ZodObject } {
  const isKeyed = isWrite(route) && !route.idempotency && route.audience !== 'public'
  const shape = {
    ...(isKeyed ? { 'Idempotency-Key': z.string().max(255).optional() } : {}),
    ...(isTaggedJson(route) ? { 'If-None-Match': z.string().optional() } : {}),
    ...(route.query ? { Prefer: z.string().optional().describe('`handling=strict` refuses unknown parameters') } : {}),
    ...route.requestHeaders?.shape,
  }
  return Object.keys(shape).length > 0 ? { header: z.object(shape) } : {}
}

function isTaggedJson(route: Route): boolean {
  return isTaggable(route) && route.reply !== undefined && (route.status ?? 200) === 200
}

function replyHeaders(route: Route): z.ZodObject | undefined {
  return isTaggedJson(route) ? tagHeaders.extend(route.replyHeaders?.shape ?? {}) : route.replyHeaders
}

function requestBody(route: Route): object {
  if (route.upload) {
    const file = z.string().meta({ format: 'binary' })
    const schema = z.object({
      [route.upload.field]: route.upload.required ? file : file.optional(),
      ...route.upload.fields?.shape,
    })
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema }, ...jsonOf(route.upload) } } }
  }
  if (!route.body) return {}
  const example = route.example ? { example: route.example } : {}
  return { requestBody: { content: { 'application/json': { schema: route.body, ...example } } } }
}

/** What may come in place of a form. */
function jsonOf({ orJson, orFields, fields }: UploadSpec): object {
  if (orFields) return { 'application/json': { schema: fields } }
  return orJson ? { 'application/json': { schema: z.looseObject({}) } } : {}
}

/** The document builder refuses a key that holds nothing. */
function pathParams(route: Route): { path?: z.ZodObject } {
  const path = route.params ?? uuidParams(route.path)
  return path ? { path } : {}
}

function uuidParams(path: string): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  return names.length === 0 ? undefined : z.object(Object.fromEntries(names.map((name) => [name, z.guid()])))
}

/** `PATCH /tasks/{id}/` becomes `patch_tasks_id`. */
function operationId(route: Route): string {
  return `${route.method.toLowerCase()}_${route.path.replace(/[{}]/g, '').split('/').filter(Boolean).join('_').replace(/-/g, '_')}`
}

function security(route: Route): Record<string, string[]>[] {
  if (route.takesRefreshCookie) return [{ refreshCookie: [] }]
  return route.audience === 'public' ? [] : [{ bearer: [] }]
}

/** JSON, and the other media type the reply may have; or files, whose bytes no schema describes. */
function replyContent(route: Route): object {
  const files = (route.produces ?? []).map((type) => [type.split(';')[0], { schema: z.string().meta(bytesOf(type)) }])
  const json = route.reply ? { 'application/json': { schema: route.reply } } : {}
  return { ...json, ...Object.fromEntries(files), ...(route.alsoAs ? { [route.alsoAs]: { schema: z.string() } } : {}) }
}

function bytesOf(type: string): { format?: 'binary' } {
  return /^text\/|[/+]xml\b/.test(type) ? {} : { format: 'binary' }
}
